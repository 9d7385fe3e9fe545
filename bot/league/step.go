package league

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/rules/league"
	"madbot/rules/match"
)

// Step is what a league needs next: at most one of its fields other than At is set.
type Step struct {
	Advance bool             // a season is due to start or to end: see Advance
	Judge   *play.Match      // a match that is still open when the season ends: see RecordJudgement
	Tell    *season.Tell     // to be sent to one person: see RecordTell
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
	Groups  []season.Group // all of them, for the post that announces the end of the season
	Entered []season.Entry // of the season that the post is about; for the announcement of its end, of the next one
	Since   time.Time      // when the post may have been sent first, as in play.Announcement
}

// IsPast reports whether the season of the post is over.
func (n *News) IsPast() bool { return n.Post.Season < n.Season || n.Phase == season.Over }

// suspendedPeriod is how often Next is called while matches on the server are suspended. Nothing happens in the league
// then; afterwards, play.ResumeLeague moves its dates.
const suspendedPeriod = time.Hour

// Next returns the next step for the league of a server. For a first post, it records that posting begins.
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
		if s.At = l.Until; !tx.Now().Before(l.Until) {
			err = s.beginning(ctx, tx, &l)
			return s, err
		}
	case season.Running:
		s.At = l.Until
		if err := s.running(ctx, tx, &l); err != nil {
			return s, err
		}
	}
	if s.Advance || s.Judge != nil {
		return s, nil
	}
	if err = s.posting(ctx, tx, &l); err != nil || s.News != nil || s.Open != nil {
		return s, err
	}
	if s.Tell, err = nextTell(ctx, tx, &l, &s.At); s.Tell != nil || err != nil || l.Phase != season.Running {
		return s, err
	}
	next := l.Called.Add(checkPeriod)
	if tx.Now().Before(next) {
		s.At = earliest(s.At, next)
		return s, nil
	}
	if s.Check, err = members(ctx, tx, &l); len(s.Check) == 0 {
		s.Check, s.At = nil, earliest(s.At, tx.Now().Add(checkPeriod))
	}
	return s, err
}

// posting sets the next post of l to send, or the next group's thread to create.
func (s *Step) posting(ctx context.Context, tx play.Tx, l *season.League) (err error) {
	for i := range l.Posts {
		switch p := &l.Posts[i]; {
		case p.Told < p.News && !l.Shut:
			s.News, err = news(ctx, tx, l, p)
			return err
		case p.Group > 0 && p.Place == "":
			s.Open = &News{League: *l, Post: *p}
			return nil
		}
	}
	return nil
}

func earliest(a, b time.Time) time.Time {
	if a.IsZero() || b.Before(a) {
		return b
	}
	return a
}

// beginning sets the next step for a season that is due to start: a check for its players, then the start.
func (s *Step) beginning(ctx context.Context, tx play.Tx, l *season.League) (err error) {
	if l.Called.Before(l.Until) {
		s.Check, err = members(ctx, tx, l)
	}
	s.Advance = len(s.Check) == 0
	return err
}

// running sets the next step for the matches of a running season.
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
	switch {
	case err == nil && p.Group == season.EndPost:
		n.Groups = groups
		n.Entered, err = tx.Entries(ctx, l.Server, p.Season+1)
	case p.Group <= len(groups):
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
		p.Message, p.Ping = posted.Post.Message, nil
	case p.Message != "" && errors.Is(posted.Refused, play.ErrGone):
		p.Message = ""
	default:
		l.Shut, p.Told = true, p.Told-1
		err = play.ServerRefused(ctx, tx, play.Venue{Guild: n.Server})
		for i := range l.Posts {
			tellInstead(&l, &l.Posts[i], tx.Now())
		}
	}
	l.Posts = slices.DeleteFunc(l.Posts, func(p season.Post) bool {
		changes := p.Group == season.EndPost && p.Season == l.Season-1 && l.Phase == season.Joining
		return p.Season < l.Season && p.Told >= p.News && !changes
	})
	return cmp.Or(err, tx.SaveLeague(ctx, l))
}

// RecordThread moves the matches of a group, which wait for it, to the thread under its post. Without a thread they
// stay in the league's channel and get no boards until they are played.
func RecordThread(ctx context.Context, tx play.Tx, n News, thread string) error {
	l, err := tx.League(ctx, n.Server)
	if err != nil {
		return err
	}
	at := l.Find(n.Post.Season, n.Post.Group)
	if at == nil || at.Place != "" || at.Message != n.Post.Message || at.Channel != n.Post.Channel {
		return nil // the league has moved, or another process was first
	}
	at.Place = cmp.Or(thread, l.Channel)
	pairs, err := tx.Pairs(ctx, n.Server, n.Post.Season)
	for _, p := range pairs {
		if err != nil || p.Group != n.Post.Group {
			continue
		}
		if err = play.ShowIn(ctx, tx, p.Match, at.Place); err == nil && thread == "" {
			err = play.ShowLater(ctx, tx, p.Match)
		}
	}
	return cmp.Or(err, tx.SaveLeague(ctx, l))
}
