package league

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/rules"
	"madbot/rules/league"
	"madbot/rules/match"
)

// Step is what is to be done next about a league: one of its fields.
type Step struct {
	Advance bool        // see Advance
	Judge   *play.Match // one that is still open when the season ends: see Judged
	News    *News       // to be shown: see Shown
	Open    *News       // whose post is to have a thread: see Opened
	// Call is who of the league is to be looked for on the server: see Called.
	Call []match.PlayerID
	At   time.Time // nothing before; zero: before something changes
}

// News is what a post of a league tells.
type News struct {
	season.League
	Post    season.Post
	Group   *season.Group  // that the post is about; nil: it is about the season
	Entered []season.Entry // in the season, if it is about that
	Since   time.Time      // as that of a play.Announcement
}

// IsPast reports whether the season that the post is about is over.
func (n *News) IsPast() bool { return n.Post.Season < n.Season || n.Phase == season.Over }

// Poster shows what is told of leagues.
type Poster interface {
	// ShowLeague posts n, or changes its post if it has one, and returns that. Errors as play.Announcer.Announce.
	ShowLeague(ctx context.Context, n News) (play.Post, error)
	// OpenLeague makes a thread under the post of n and returns its id, the same again. Errors as play.Threads.OpenThread.
	OpenLeague(ctx context.Context, n News) (string, error)
}

// Next returns what is to be done about the league of a server, and notes it if it is to be shown.
func Next(ctx context.Context, tx play.Tx, server string, now time.Time) (s Step, err error) {
	l, err := tx.League(ctx, server)
	if err != nil {
		return s, err
	}
	switch l.Phase {
	case season.Joining:
		s.At, s.Advance = l.Until, !now.Before(l.Until)
	case season.Running:
		s.At = l.Until
		if err := s.running(ctx, tx, &l, now); err != nil {
			return s, err
		}
	}
	if s.Advance || s.Judge != nil {
		return s, nil
	}
	for i := range l.Posts {
		switch p := &l.Posts[i]; {
		case p.Told < p.News && !l.Shut:
			s.News, err = news(ctx, tx, &l, p, now)
			return s, err
		case p.Group > 0 && p.Place == "":
			s.Open = &News{League: l, Post: *p}
			return s, nil
		}
	}
	if l.Phase != season.Joining && l.Phase != season.Running {
		return s, nil
	}
	if next := l.Called.Add(callEvery); now.Before(next) {
		if next.Before(s.At) {
			s.At = next
		}
		return s, nil
	}
	s.Call, err = present(ctx, tx, &l)
	return s, err
}

// callEvery is how often it is looked who of a league is still on the server.
const callEvery = 24 * time.Hour

// present returns who is in a season of l that goes on or is to begin.
func present(ctx context.Context, tx play.Tx, l *season.League) (all []match.PlayerID, err error) {
	for _, number := range []int{l.Season, l.Season + 1} {
		entries, lost := tx.Entries(ctx, l.Server, number)
		err = cmp.Or(err, lost)
		for _, e := range entries {
			if !e.Left && !e.Player.IsFormer() {
				all = append(all, e.Player)
			}
		}
	}
	return all, err
}

// Called notes that it was looked for those of a league, of whom some are gone: they have left it.
func Called(ctx context.Context, tx play.Tx, server string, gone []match.PlayerID, now time.Time) error {
	l, err := tx.League(ctx, server)
	if err != nil {
		return err
	}
	l.Called = now
	for _, p := range gone {
		if _, err := leave(ctx, tx, &l, p); err != nil {
			return err
		}
	}
	return tx.SaveLeague(ctx, l)
}

// Members knows who is on a server.
type Members interface {
	// IsMember reports whether somebody is; true also when Discord does not tell.
	IsMember(ctx context.Context, server string, p match.PlayerID) (bool, error)
}

// running says what is to be done about the matches of a season.
func (s *Step) running(ctx context.Context, tx play.Tx, l *season.League, now time.Time) error {
	groups, err := season.GroupsOf(ctx, tx, l.Server, l.Season)
	if err != nil {
		return err
	}
	s.Advance = areDone(groups)
	if s.Advance || now.Before(l.Until) {
		return nil
	}
	for _, g := range groups {
		settled := g.Settled().Matches
		for i, p := range g.Pairs {
			if settled[i].Result == league.Open {
				m, err := tx.Match(ctx, p.Match)
				s.Judge = &m
				return err
			}
		}
	}
	return nil
}

// news is what a post of l tells. That it may be posted is noted.
func news(ctx context.Context, tx play.Tx, l *season.League, p *season.Post, now time.Time) (*News, error) {
	n := &News{Since: p.Begun}
	if p.Channel == "" {
		p.Channel = l.Channel
	}
	if p.Message == "" && p.Begun.IsZero() {
		p.Begun = now
		if err := tx.SaveLeague(ctx, *l); err != nil {
			return nil, err
		}
	}
	n.League, n.Post = *l, *p
	n.Posts = slices.Clone(l.Posts)
	entries, err := tx.Entries(ctx, l.Server, p.Season)
	if err != nil {
		return nil, err
	}
	if p.Group == 0 {
		n.Entered = entries
		return n, nil
	}
	pairs, err := tx.Pairs(ctx, l.Server, p.Season)
	if groups := season.Groups(entries, pairs); p.Group <= len(groups) {
		n.Group = &groups[p.Group-1]
	}
	return n, err
}

// Shown notes how n was shown. A post that somebody has removed comes again when there is something new; of a season
// that is over it does not.
func Shown(ctx context.Context, tx play.Tx, n News, how play.Posted, now time.Time) error {
	l, err := tx.League(ctx, n.Server)
	if err != nil {
		return err
	}
	p := l.Find(n.Post.Season, n.Post.Group)
	if p == nil || p.Message != n.Post.Message || p.Channel != n.Post.Channel { // it has moved, or others had the job
		var standing play.Post
		if p != nil {
			standing = play.Post{Channel: how.Post.Channel, Message: p.Message}
		}
		return how.RemoveUnless(ctx, tx, standing)
	}
	p.Told, p.Begun = n.Post.News, time.Time{}
	switch {
	case how.Refused == nil:
		p.Message = how.Post.Message
	case p.Message != "" && errors.Is(how.Refused, play.ErrGone):
		p.Message = ""
	default:
		l.Shut, p.Told = true, p.Told-1
	}
	l.Posts = slices.DeleteFunc(l.Posts, func(p season.Post) bool { return p.Season < l.Season && p.Told >= p.News })
	return tx.SaveLeague(ctx, l)
}

// Opened has the matches of a group, which wait for that, be shown in the thread under its post, so that who is not of
// the league sees the table alone; without a thread, "", they are in the channel.
func Opened(ctx context.Context, tx play.Tx, n News, thread string, now time.Time) error {
	l, err := tx.League(ctx, n.Server)
	if err != nil {
		return err
	}
	at := l.Find(n.Post.Season, n.Post.Group)
	if at == nil || at.Place != "" || at.Message != n.Post.Message || at.Channel != n.Post.Channel {
		return nil // it has moved, or others had the job
	}
	at.Place = cmp.Or(thread, l.Channel)
	pairs, err := tx.Pairs(ctx, n.Server, n.Post.Season)
	for _, p := range pairs {
		if err == nil && p.Group == n.Post.Group {
			err = play.ShowIn(ctx, tx, p.Match, at.Place, now)
		}
	}
	return cmp.Or(err, tx.SaveLeague(ctx, l))
}

// Judged has a season count m, which is open when it ends, as what is proven of it, else as if it were stopped (rules
// 5.3); proof is for the side to move where it was seen. The match itself goes on.
func Judged(ctx context.Context, tx play.Tx, seen *play.Match, proof play.Proof) error {
	pair, err := tx.PairOf(ctx, seen.ID)
	if err != nil || pair.Judged || pair.League.Result != league.Open {
		return err
	}
	m, err := tx.Match(ctx, seen.ID)
	if err != nil || m.Moment() != seen.Moment() {
		return err // it is looked at again
	}
	if pair.League.Result = season.ResultOf(m.Game.Outcome()); m.Status == match.Playing {
		pair.League.Result, pair.Judged = verdict(m.Game.Position(), proof), true
	}
	return season.Save(ctx, tx, pair)
}

// verdict is how a match counts that stands in p.
func verdict(p rules.Position, proof play.Proof) league.Result {
	winner, won := p.SemiWinner(), [...]league.Result{rules.Red: league.RedSemi, rules.Blue: league.BlueSemi}
	switch proof {
	case play.WinProven, play.SemiWinProven:
		winner = p.Side()
	case play.LossProven, play.SemiLossProven:
		winner = p.Side().Other()
	}
	if proof == play.WinProven || proof == play.LossProven {
		won = [...]league.Result{rules.Red: league.RedVictory, rules.Blue: league.BlueVictory}
	}
	return won[winner]
}
