package season

import (
	"context"

	"madbot/rules/match"
)

// AreRivals reports whether two people are in the same group of the running season of l or, before a season begins,
// were in the same group of the last one. The first has names, as returned by rated.Names.
func AreRivals(ctx context.Context, r Reader, l *League, names []match.PlayerID, b match.PlayerID) (bool, error) {
	number := l.Season
	if l.Phase != Running {
		number--
	}
	other, err := groupIn(ctx, r, l.Server, number, b)
	if err != nil || other == 0 {
		return false, err
	}
	for _, a := range names {
		if one, err := groupIn(ctx, r, l.Server, number, a); err != nil || one == other {
			return err == nil, err
		}
	}
	return false, nil
}

// groupIn returns the group of p in a season, 0 if there is none.
func groupIn(ctx context.Context, r Reader, server string, number int, p match.PlayerID) (int, error) {
	all, err := r.EnteredBy(ctx, p)
	for _, e := range all {
		if e.Server == server && e.Season == number {
			return e.Group, err
		}
	}
	return 0, err
}
