package storagetest

import (
	"context"
	"fmt"
	"strings"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/bot/play/rated"
	"madbot/rules"
	"madbot/rules/match"
)

type step func(*match.Match, time.Time) ([]match.Event, error)

func (g generator) terms(i int) match.Terms {
	o := rules.DefaultOptions()
	o.Board, o.StallLimit, o.Positioning = rules.Boards()[i%2], 0, i%3 > 0
	t := match.Terms{Options: o, Side: match.SidePick(i % 3), Hints: match.HintLimit(i%5 - 1), NoTakebacks: i%7 == 0}
	if i%7 == 0 && i%11 > 0 {
		t.Hints, t.Options.StallLimit, t.Rated = match.NoHints, rules.DefaultStallLimit, true
	}
	if i%2 == 0 || t.Rated {
		t.Pace = match.Pace{PerTurn: 24 * time.Hour, Bank: time.Hour}
	}
	if i%11 == 0 {
		t.Level = 3
		g := t.NewGame()
		p := g.Position()
		t.Start = p.Play(p.AppendTurns(nil)[0])
	}
	return t
}

const robot match.PlayerID = "9"

func matchID(i int) match.ID { return match.ID(fmt.Sprintf("m%07x", i*0x9e3779b1&0xfffffff)) }

func (g generator) match(ctx context.Context, tx play.Tx, i int) error {
	now := begin().Add(time.Duration(i+1) * time.Second)
	terms, to := g.terms(i), g.player(i+1)
	if terms.Level > 0 {
		to = robot
	}
	law, events, err := match.Propose(match.Proposal{ID: matchID(i),
		By: g.player(i), To: to, Terms: terms, Practice: terms.Level > 0 && !terms.Pace.HasClock()}, now)
	if err != nil {
		return err
	}
	m := play.Match{Match: law, Delivery: play.Delivery{Serial: 1,
		Venue: play.Venue{Guild: "7", Channel: fmt.Sprint(i % 9), Locale: "fr", Away: i%13 == 0}}}
	if i < rich && i%3 == 0 {
		return g.playRichly(ctx, tx, m, events)
	}
	for range 15 + g.chance.IntN(60) {
		more, err := g.plain(&m.Match)(&m.Match, now)
		if err != nil {
			break
		}
		events = append(events, more...)
	}
	if err := save(ctx, tx, m, events, now); err != nil || i%10 != 0 {
		return err
	}
	return g.saveReview(ctx, tx, m.ID, i)
}

// save saves a match and what follows from it, with all events announced except the last.
func save(ctx context.Context, tx play.Tx, m play.Match, events []match.Event, now time.Time) error {
	m.Told, m.Serial, m.Post = m.Seq-1, m.Seq, play.Post{Channel: m.Venue.Channel, Message: "9" + string(m.ID)}
	m.Shares[play.SharedReview] = play.Share{Channel: "7", Since: now, Done: m.Seq%2 == 0}
	if err := tx.CreateMatch(ctx, m, events); err != nil {
		return err
	}
	if err := rated.Rate(ctx, tx, &m.Match, m.Changed); err != nil {
		return err
	}
	if err := rated.Recount(ctx, tx, nil, rated.StandingsOf(m.Venue.Guild, &m.Match)); err != nil {
		return err
	}
	jobs := map[play.JobKind]string{play.JobTell: play.Subject(play.JobTell, m.ID)}
	if !play.FlagDue(&m.Match, now).IsZero() {
		jobs[play.JobFlag] = play.Subject(play.JobFlag, m.ID)
	}
	if m.AwaitsRobot() {
		jobs[play.JobRobot] = play.Subject(play.JobRobot, m.ID)
	}
	for kind, subject := range jobs {
		if err := tx.Schedule(ctx, kind, subject, now); err != nil {
			return err
		}
	}
	return annul(ctx, tx, &m.Match, now)
}

// annul annuls one in four matches with a rated result, and reinstates some of those.
func annul(ctx context.Context, tx play.Tx, m *match.Match, now time.Time) error {
	if m.Arbiter().CanAnnul() != nil || m.ID[len(m.ID)-1]%4 > 0 {
		return nil
	}
	_, err := play.Change(ctx, playtest.At(tx, now), play.Ref{ID: m.ID, Ply: play.AnyPly},
		func(tx play.Tx, m *play.Match) ([]match.Event, error) {
			return m.Arbiter().Annul("9", "found out", tx.Now())
		})
	if err != nil || m.ID[len(m.ID)-1]%16 > 0 {
		return err
	}
	_, err = play.Change(ctx, playtest.At(tx, now), play.Ref{ID: m.ID, Ply: play.AnyPly},
		func(tx play.Tx, m *play.Match) ([]match.Event, error) { return m.Arbiter().Reinstate("9", tx.Now()) })
	return err
}

// plain returns the next step of a match with only turns.
func (g generator) plain(m *match.Match) step {
	switch m.Status {
	case match.Proposed:
		switch g.chance.IntN(20) {
		case 0:
			return func(m *match.Match, now time.Time) ([]match.Event, error) { return m.As(m.Opponent).Decline(now) }
		case 1:
			return func(m *match.Match, now time.Time) ([]match.Event, error) { return m.As(m.Challenger).Withdraw(now) }
		case 2: // the challenge stays open: only a player can end it here
			return func(m *match.Match, now time.Time) ([]match.Event, error) { return m.As(m.Challenger).Resign(now) }
		}
		return func(m *match.Match, now time.Time) ([]match.Event, error) {
			return m.As(m.Opponent).Accept(rules.Red, now)
		}
	case match.Playing:
		if g.chance.IntN(400) == 0 || m.Terms.Rated && m.Game.Ply() > 8 {
			return func(m *match.Match, now time.Time) ([]match.Event, error) { return m.As(m.Players.Red).Resign(now) }
		}
	}
	return func(m *match.Match, now time.Time) ([]match.Event, error) {
		return m.As(m.ToMove()).Play(g.turn(m), now)
	}
}

// turn chooses a turn that does not end the game, if possible.
func (g generator) turn(m *match.Match) rules.Turn {
	p := m.Game.Position()
	turns := p.AppendTurns(nil)
	if len(turns) == 0 {
		return rules.NoTurn
	}
	for range 9 {
		turn := turns[g.chance.IntN(len(turns))]
		after := p.Play(turn)
		if after.SquareOf(rules.Red, rules.Ship111) != rules.NoSquare &&
			after.SquareOf(rules.Blue, rules.Ship111) != rules.NoSquare {
			return turn
		}
	}
	return turns[0]
}

// playRichly plays a match with the use cases: offers, takebacks, hints, absences and notes.
func (g generator) playRichly(ctx context.Context, tx play.Tx, m play.Match, events []match.Event) error {
	now := m.Created
	if err := save(ctx, tx, m, events, now); err != nil {
		return err
	}
	for range 2 + g.chance.IntN(90) {
		now = now.Add(time.Minute)
		do := g.plain
		if g.chance.IntN(3) == 0 {
			do = g.special
		}
		var refused error
		_, err := play.Change(ctx, playtest.At(tx, now), play.Ref{ID: m.ID, Ply: play.AnyPly},
			func(tx play.Tx, m *play.Match) (events []match.Event, err error) {
				events, refused = do(&m.Match)(&m.Match, tx.Now())
				return events, refused
			})
		if err != nil && refused == nil {
			return err
		}
	}
	return tx.SaveSeat(ctx, play.Seat{Match: m.ID, Player: m.Challenger, Look: play.Look{At: now},
		Notes: []play.Note{{At: now, Text: strings.Repeat(`"\`+"\u2028<é>\n", 3)}}})
}

// special returns a step that is not a turn; many are refused.
func (g generator) special(*match.Match) step {
	return func(m *match.Match, now time.Time) ([]match.Event, error) {
		by, kind := m.Players.Of(rules.Color(1+g.chance.IntN(2))), match.OfferKind(1+g.chance.IntN(4))
		if kind == match.ToStop && g.chance.IntN(4) > 0 {
			kind = match.ToTakeBack
		}
		switch g.chance.IntN(8) {
		case 0, 1:
			return m.As(by).MakeOffer(kind, now)
		case 2:
			return m.As(by).AnswerOffer(kind, g.chance.IntN(4) > 0, now)
		case 3:
			return m.As(by).WithdrawOffer(kind, now)
		case 4:
			return m.As(by).TakeBack(match.Takeback{Unseen: true}, now)
		case 5:
			return m.As(by).StartAbsence(now.Add(time.Hour), now)
		case 6:
			return m.As(m.ToMove()).PlayPlanned(g.turn(m), now)
		}
		return m.As(m.ToMove()).UseHint(now)
	}
}
