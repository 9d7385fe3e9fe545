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

// Step is what a league needs next: at most one of its fields other than At is set.
type Step struct {
	Advance bool             // a season is due to start or to end: see Advance
	Judge   *play.Match      // a match that is still open when the season ends: see RecordJudgement
	News    *News            // to be posted: see RecordPost
	Open    *News            // whose post is to get a thread: see RecordThread
	Check   []match.PlayerID // people to look for on the server: see RecordMembers
	At      time.Time        // when to look again, if nothing else is set; zero: when something changes
}

// News is the content of a post of a league.
type News struct {
	season.League
	Post    season.Post
	Group   *season.Group  // the group that the post shows; nil: it is about the season
	Entered []season.Entry // the entries of the season, if the post is about it
	Since   time.Time      // when the post may have been sent first, as in play.Announcement
}

// IsPast reports whether the season that the post is about is over.
func (n *News) IsPast() bool { return n.Post.Season < n.Season || n.Phase == season.Over }

// suspendedPeriod is how often Next is called while matches on the server are suspended. Nothing happens in the league
// meanwhile, and play.ResumeLeague moves its dates afterwards.
const suspendedPeriod = time.Hour

// Next returns what the league of a server needs next. If that is a first post, it records that posting begins.
func Next(ctx context.Context, tx play.Tx, server string) (s Step, err error) {
	l, err := tx.League(ctx, server)
	if err != nil {
		return s, err
	}
	if suspended, err := play.IsSuspended(ctx, tx, server); err != nil || suspended {
		return Step{At: tx.Now().Add(suspendedPeriod)}, err
	}
	switch l.Phase {
	case season.Joining:
		s.At, s.Advance = l.Until, !tx.Now().Before(l.Until)
	case season.Running:
		s.At = l.Until
		if err := s.running(ctx, tx, &l); err != nil {
			return s, err
		}
	}
	if s.Advance || s.Judge != nil {
		return s, nil
	}
	for i := range l.Posts {
		switch p := &l.Posts[i]; {
		case p.Told < p.News && !l.Shut:
			s.News, err = news(ctx, tx, &l, p)
			return s, err
		case p.Group > 0 && p.Place == "":
			s.Open = &News{League: l, Post: *p}
			return s, nil
		}
	}
	if l.Phase != season.Joining && l.Phase != season.Running {
		return s, nil
	}
	if next := l.Called.Add(checkPeriod); tx.Now().Before(next) {
		if next.Before(s.At) {
			s.At = next
		}
		return s, nil
	}
	s.Check, err = members(ctx, tx, &l)
	return s, err
}

// running sets what the matches of a running season require.
func (s *Step) running(ctx context.Context, tx play.Tx, l *season.League) error {
	groups, err := season.GroupsOf(ctx, tx, l.Server, l.Season)
	if err != nil {
		return err
	}
	s.Advance = areDone(groups)
	if s.Advance || tx.Now().Before(l.Until) {
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

// news returns the content of a post of l. Before the first attempt it records that posting begins.
func news(ctx context.Context, tx play.Tx, l *season.League, p *season.Post) (*News, error) {
	n := &News{Since: p.Begun}
	if p.Channel == "" {
		p.Channel = l.Channel
	}
	if p.Message == "" && p.Begun.IsZero() {
		p.Begun = tx.Now()
		if err := tx.SaveLeague(ctx, *l); err != nil {
			return nil, err
		}
	}
	n.League, n.Post = *l, *p
	n.Posts = slices.Clone(l.Posts)
	if p.Group == 0 {
		var err error
		n.Entered, err = tx.Entries(ctx, l.Server, p.Season)
		return n, err
	}
	groups, err := season.GroupsOf(ctx, tx, l.Server, p.Season)
	if p.Group <= len(groups) {
		n.Group = &groups[p.Group-1]
	}
	return n, err
}

// RecordPost records the outcome of posting n. A post that somebody deleted is posted again with the next news, unless
// its season is over.
func RecordPost(ctx context.Context, tx play.Tx, n News, posted play.Posted) error {
	l, err := tx.League(ctx, n.Server)
	if err != nil {
		return err
	}
	p := l.Find(n.Post.Season, n.Post.Group)
	if p == nil || p.Message != n.Post.Message || p.Channel != n.Post.Channel { // it has moved, or others had the job
		var standing play.Post
		if p != nil {
			standing = play.Post{Channel: posted.Post.Channel, Message: p.Message}
		}
		return posted.RemoveUnless(ctx, tx, standing)
	}
	p.Told, p.Begun = n.Post.News, time.Time{}
	switch {
	case posted.Refused == nil:
		p.Message = posted.Post.Message
	case p.Message != "" && errors.Is(posted.Refused, play.ErrGone):
		p.Message = ""
	default:
		l.Shut, p.Told = true, p.Told-1
		err = play.ServerRefused(ctx, tx, play.Venue{Guild: n.Server})
	}
	l.Posts = slices.DeleteFunc(l.Posts, func(p season.Post) bool { return p.Season < l.Season && p.Told >= p.News })
	return cmp.Or(err, tx.SaveLeague(ctx, l))
}

// RecordThread moves the matches of a group, which wait for it, to the thread under its post. Without a thread they are
// shown in the league's channel.
func RecordThread(ctx context.Context, tx play.Tx, n News, thread string) error {
	l, err := tx.League(ctx, n.Server)
	if err != nil {
		return err
	}
	at := l.Find(n.Post.Season, n.Post.Group)
	if at == nil || at.Place != "" || at.Message != n.Post.Message || at.Channel != n.Post.Channel {
		return nil // the league has moved, or another process did it
	}
	at.Place = cmp.Or(thread, l.Channel)
	pairs, err := tx.Pairs(ctx, n.Server, n.Post.Season)
	for _, p := range pairs {
		if err == nil && p.Group == n.Post.Group {
			err = play.ShowIn(ctx, tx, p.Match, at.Place)
		}
	}
	return cmp.Or(err, tx.SaveLeague(ctx, l))
}

// RecordJudgement counts a match that was open at the end of its season as proof says, which is for the side to move in
// seen, or else as if the game had been stopped (rules 5.3). The match itself continues.
func RecordJudgement(ctx context.Context, tx play.Tx, seen *play.Match, proof play.Proof) error {
	pair, err := tx.PairOf(ctx, seen.ID)
	if err != nil || pair.Judged || pair.League.Result != league.Open {
		return err
	}
	m, err := tx.Match(ctx, seen.ID)
	if err != nil || m.Moment() != seen.Moment() {
		return err // it is looked at again
	}
	if pair.League.Result = season.ResultOf(m.Game.Outcome()); m.Status == match.Playing {
		pair.League.Result, pair.Judged = judge(m.Game.Position(), proof), true
	}
	return season.Save(ctx, tx, pair)
}

// judge returns the result for which a match in position p counts.
func judge(p rules.Position, proof play.Proof) league.Result {
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

// checkPeriod is how often the league checks that its players are still on the server.
const checkPeriod = 24 * time.Hour

// members returns the players of the running and the next season of l who have not left it.
func members(ctx context.Context, tx play.Tx, l *season.League) (all []match.PlayerID, err error) {
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

// RecordMembers stores the result of a membership check: players who left the server have left the league.
func RecordMembers(ctx context.Context, tx play.Tx, server string, gone []match.PlayerID) error {
	l, err := tx.League(ctx, server)
	if err != nil {
		return err
	}
	l.Called = tx.Now()
	for _, p := range gone {
		if _, err := leave(ctx, tx, &l, p); err != nil {
			return err
		}
	}
	return tx.SaveLeague(ctx, l)
}
