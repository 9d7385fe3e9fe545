package verify

import (
	"context"

	"madbot/bot/play/rated"
	"madbot/rules/match"
	"madbot/storage/sqlstore"
)

// unrated are the rated matches that have a result, and not two changes of a rating, or four when they were annulled.
const unrated = `SELECT id FROM matches AS m WHERE (SELECT count(*) FROM rating_changes WHERE match = m.id) <>
	CASE WHEN NOT rated OR winner = 0 THEN 0 WHEN past ->> 'annulled' IS NULL THEN 2 ELSE 4 END ORDER BY id`

// count adds s to those that have nothing else than its player, season and server in common.
func count(all map[rated.Standing]rated.Standing, s rated.Standing) {
	key := rated.Standing{Server: s.Server, Season: s.Season, Player: s.Player}
	was := all[key]
	s.Matches, s.Halves = s.Matches+was.Matches, s.Halves+was.Halves
	all[key] = s
}

// checkStandings checks that the standings are what was counted.
func checkStandings(ctx context.Context, c sqlstore.Conn, r *report, counted map[rated.Standing]rated.Standing) error {
	for s, err := range sqlstore.AllStandings(ctx, c) {
		if err != nil {
			return err
		}
		s.Matches, s.Halves = -s.Matches, -s.Halves
		count(counted, s)
	}
	for key, left := range counted {
		if left != key {
			r.add("standing of %s on server %s in %s: %d matches and %d half points are missing", key.Player, key.Server,
				key.Season, left.Matches, left.Halves)
		}
	}
	return nil
}

// checkRatings checks that each change of a rating follows from the one before and from the opponent's.
func checkRatings(ctx context.Context, c sqlstore.Conn, r *report) error {
	pending := map[match.ID][2]rated.Change{} // of a player whose opponent is to come, and the one before it
	own := map[match.ID]rated.Change{}        // of the player, by the matches that were rated
	var last rated.Change
	return each(r, sqlstore.RatingHistory(ctx, c), func(change rated.Change) {
		if last.Player != change.Player {
			last = rated.Change{}
			clear(own)
		}
		before := last
		if last = change; change.Why == rated.Annulled {
			if !change.Undoes(own[change.Match], before) {
				r.add("rating of %s in match %s: it does not take back what the match did", change.Player, change.Match)
			}
			return
		}
		own[change.Match] = change
		other, ok := pending[change.Match]
		if !ok {
			pending[change.Match] = [2]rated.Change{change, before}
			return
		}
		delete(pending, change.Match)
		for _, pair := range [][3]rated.Change{{other[0], other[1], change}, {change, before, other[0]}} {
			if !pair[0].Follows(pair[1], pair[2]) {
				r.add("rating of %s in match %s: it does not follow", pair[0].Player, pair[0].Match)
			}
		}
	})
}
