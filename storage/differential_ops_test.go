package storage_test

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/notice"
	"madbot/rules"
	"madbot/rules/match"
)

// cast returns all players.
func (d *differential) cast() []match.PlayerID {
	return []match.PlayerID{"1", "2", "3", "4", "5", "6"}
}

// pick returns a random element of list.
func pick[T any](d *differential, list ...T) T { return list[d.random.IntN(len(list))] }

// actor returns a random player; if m is given, usually one of its two.
func (d *differential) actor(m *play.Match) play.Actor {
	id := pick(d, d.cast()...)
	if m != nil && d.random.IntN(8) > 0 {
		id = cmp.Or(pick(d, m.Challenger, m.Opponent, m.ToMove()), id)
	}
	return play.Actor{ID: id, Guild: pick(d, "", "g1", "g2"), Locale: pick(d, "", "fr", "de")}
}

// some returns a random match, usually an open one, or nil if there is none.
func (d *differential) some() *play.Match {
	w := d.worlds[0]
	open, err := w.store.Open(d.Context(), pick(d, d.cast()...))
	if err != nil || len(open) == 0 {
		open, err = w.store.Recent(d.Context(), pick(d, d.cast()...), 3)
	}
	if err != nil || len(open) == 0 {
		return nil
	}
	m, err := w.store.Match(d.Context(), pick(d, open...).ID)
	if err != nil {
		return nil
	}
	return &m
}

// terms returns random terms.
func (d *differential) terms() match.Terms {
	o := rules.DefaultOptions()
	o.StallLimit = pick[rules.StallLimit](d, 0, 10, 40)
	o.Board = pick(d, rules.Board6x4, rules.Board5x5)
	t := match.Terms{Options: o, Side: pick(d, match.PlayRed, match.PlayBlue, 0), NoTakebacks: d.random.IntN(4) == 0,
		Hints: pick[match.HintLimit](d, 0, match.NoHints, 3)}
	if d.random.IntN(3) > 0 {
		t.Pace = match.Pace{PerTurn: pick(d, 24*time.Hour, 72*time.Hour), Bank: pick(d, 0, 72*time.Hour)}
	}
	return t
}

// next returns a random operation.
func (d *differential) next() operation {
	m := d.some()
	switch n := d.random.IntN(100); {
	case n < 7 || m == nil:
		return d.challenge()
	case n < 9:
		return d.unusual(m)
	case n < 17:
		return d.person(m)
	case n < 40:
		return d.job()
	case m.Status == match.Proposed:
		return d.answer(m)
	case n < 50:
		return d.deal(m)
	}
	return d.turn(m)
}

// challenge returns a challenge from one player to another.
func (d *differential) challenge() operation {
	by, c := d.actor(nil), play.Challenge{To: pick(d, append(d.cast(), "")...), Terms: d.terms(),
		Venue: play.Venue{Guild: pick(d, "", "g1", "g2"), Channel: pick(d, "c1", "c2"), Locale: pick(d, "", "fr")}}
	if d.random.IntN(5) == 0 {
		c.To, c.Terms.Level = "robot", 3
	}
	if c.Terms.Level > 0 && !c.Terms.Pace.HasClock() && d.random.IntN(2) == 0 {
		g := c.Terms.NewGame()
		p := g.Position()
		c.Practice, c.Terms.Start = true, p.Play(p.AppendTurns(nil)[0])
	}
	return operation{"Challenge", func(w *world) (any, error) { return w.service.Challenge(d.Context(), by, c) }}
}

// answer returns an answer to a challenge.
func (d *differential) answer(m *play.Match) operation {
	by, terms, other := d.actor(m), d.terms(), d.actor(nil)
	other.ID = cmp.Or(m.Opponent, other.ID)
	v := play.Venue{Guild: pick(d, "g1", "g2"), Channel: pick(d, "c1", "c2", "c3")}
	return pick(d,
		operation{"Accept", func(w *world) (any, error) { return w.service.Accept(d.Context(), other, m.ID) }},
		operation{"Accept", func(w *world) (any, error) { return w.service.Accept(d.Context(), by, m.ID) }},
		operation{"Decline", func(w *world) (any, error) { return w.service.Decline(d.Context(), by, m.ID) }},
		operation{"Withdraw", func(w *world) (any, error) { return w.service.Withdraw(d.Context(), by, m.ID) }},
		operation{"MoveHere", func(w *world) (any, error) { return w.service.MoveHere(d.Context(), by, m.ID, v) }},
		operation{"Counter", func(w *world) (any, error) { return w.service.Counter(d.Context(), by, m.ID, terms) }})
}

// ref returns a reference to m as it is now or was before.
func (d *differential) ref(m *play.Match) play.Ref {
	return play.Ref{ID: m.ID, Ply: pick(d, m.Moment(), m.Moment(), play.AnyPly, max(0, m.Moment()-1))}
}

// turn returns an attempt to play a turn.
func (d *differential) turn(m *play.Match) operation {
	by, ref, text := d.actor(m), d.ref(m), d.turnText(m)
	if d.random.IntN(10) > 0 {
		by.ID = cmp.Or(m.ToMove(), by.ID)
	}
	switch d.random.IntN(30) {
	case 0:
		return operation{"Resign", func(w *world) (any, error) { return w.service.Resign(d.Context(), by, ref) }}
	case 1:
		return operation{"TakeBack", func(w *world) (any, error) { return w.service.TakeBack(d.Context(), by, ref) }}
	case 2:
		return operation{"AskBack", func(w *world) (any, error) { return w.service.AskBack(d.Context(), by, ref) }}
	}
	return operation{"Play", func(w *world) (any, error) { return w.service.Play(d.Context(), by, ref, text) }}
}

// deal returns an offer, an answer to an offer, or an action about time.
func (d *differential) deal(m *play.Match) operation {
	by, ref, kind, yes := d.actor(m), d.ref(m), match.OfferKind(1+d.random.IntN(4)), d.random.IntN(2) == 0
	until := d.clock.Add(time.Duration(d.random.IntN(72)) * time.Hour)
	ctx := d.Context()
	return pick(d,
		operation{"Offer", func(w *world) (any, error) { return w.service.Offer(ctx, by, ref, kind) }},
		operation{"AnswerOffer", func(w *world) (any, error) { return w.service.AnswerOffer(ctx, by, ref, kind, yes) }},
		operation{"WithdrawOffer", func(w *world) (any, error) { return w.service.WithdrawOffer(ctx, by, ref, kind) }},
		operation{"Claim", func(w *world) (any, error) { return w.service.Claim(ctx, by, ref) }},
		operation{"GiveTime", func(w *world) (any, error) { return w.service.GiveTime(ctx, by, ref) }},
		operation{"CallOff", func(w *world) (any, error) { return w.service.CallOff(ctx, by, ref) }},
		operation{"Summon", func(w *world) (any, error) { return w.service.Summon(ctx, by, ref) }},
		operation{"Resume", func(w *world) (any, error) { return w.service.Resume(ctx, by, ref) }},
		operation{"GoAway", func(w *world) (any, error) { return w.service.GoAway(ctx, by, ref, until) }},
		operation{"ComeBack", func(w *world) (any, error) { return w.service.ComeBack(ctx, by, ref) }},
		operation{"SetPlan", d.plan(m, by, ref)})
}

// plan returns an attempt to plan an answer to what the other side may play.
func (d *differential) plan(m *play.Match, by play.Actor, ref play.Ref) func(*world) (any, error) {
	text := "112=221 111=222"
	if d.random.IntN(2) == 0 {
		text = "111=222 111=222"
	}
	return func(w *world) (any, error) {
		got, plan, err := w.service.SetPlan(d.Context(), by, ref, func(m *match.Match, p match.Plan) (match.Plan, error) {
			start := m.Game.Position()
			line, err := match.ParseLine(start, text)
			if err != nil {
				return p, err
			}
			return p.Add(&m.Game, start.Side().Other(), line)
		})
		var lines []string
		for _, l := range plan.Lines() {
			lines = append(lines, l.String())
		}
		return []any{got, lines}, err
	}
}

// timeOfDay returns a random time of day.
func (d *differential) timeOfDay() notice.Clock {
	return notice.Clock(d.random.IntN(int(notice.Midnight)))
}

// person returns an action about a player's own data.
func (d *differential) person(m *play.Match) operation {
	a, ctx := d.actor(m), d.Context()
	text, length := fmt.Sprint("note \"é\" ", d.random.IntN(99)), time.Duration(d.random.IntN(5*24))*time.Hour
	settings := play.Settings{Language: pick(d, "", "de"), Direct: d.random.IntN(3) == 0, Digest: d.random.IntN(2) == 0,
		Quiet: notice.Quiet{From: d.timeOfDay(), To: d.timeOfDay()}}
	zone := pick(d, "", "Europe/Brussels", "UTC+5:30")
	change := func(p *play.Player) { p.Settings, p.Zone = settings, zone }
	server := play.ServerSettings{Threads: d.random.IntN(2) == 0, MaxOpen: d.random.IntN(8), MaxPair: d.random.IntN(4)}
	return pick(d,
		operation{"Note", func(w *world) (any, error) { return w.service.Note(ctx, a, m.ID, text) }},
		operation{"ShareNotes", func(w *world) (any, error) { return w.service.ShareNotes(ctx, a, m.ID) }},
		operation{"Look", func(w *world) (any, error) { return w.service.Look(ctx, a, m.ID) }},
		operation{"History", func(w *world) (any, error) {
			m, events, err := w.service.History(ctx, a, m.ID)
			return []any{m, events}, err
		}},
		operation{"ChangePlayer", func(w *world) (any, error) { return w.service.ChangePlayer(ctx, a, change) }},
		operation{"SetNotices", func(w *world) (any, error) { return w.service.SetNotices(ctx, a, change) }},
		operation{"StartVacation", func(w *world) (any, error) { return w.service.StartVacation(ctx, a, length) }},
		operation{"EndVacation", func(w *world) (any, error) { return w.service.EndVacation(ctx, a) }},
		operation{"TakeMissed", func(w *world) (any, error) { return w.service.TakeMissed(ctx, a) }},
		operation{"ChangeServer", func(w *world) (any, error) {
			return w.service.ChangeServer(ctx, a, a.Guild, func(s *play.ServerSettings) { *s = server })
		}})
}

// unusual returns something rare: the bot was away, a unit of work fails, or an id is taken.
func (d *differential) unusual(m *play.Match) operation {
	ctx, failure, helped := d.Context(), errors.New("no"), d.actor(m).ID
	return pick(d,
		operation{"StayAlive", func(w *world) (any, error) { return nil, w.service.StayAlive(ctx) }},
		operation{"Return", func(w *world) (any, error) {
			return w.service.Return(ctx)
		}},
		operation{"failure", func(w *world) (any, error) {
			return nil, w.store.Do(ctx, func(tx play.Tx) error {
				return errors.Join(tx.SaveDelivery(ctx, m.ID, play.Delivery{Serial: 4711}),
					tx.Schedule(ctx, play.JobTell, play.Subject(play.JobTell, m.ID), d.clock), failure)
			})
		}},
		operation{"exists", func(w *world) (any, error) {
			return nil, w.store.Do(ctx, func(tx play.Tx) error { return tx.CreateMatch(ctx, *m, nil) })
		}},
		operation{"nowhere", func(w *world) (any, error) { return w.store.Match(ctx, "nowhere") }},
		operation{"CountHelp", func(w *world) (any, error) {
			return nil, w.store.Do(ctx, func(tx play.Tx) error {
				return tx.CountHelp(ctx, helped, []match.ID{m.ID, "nowhere", "m001", "m002", "m003"})
			})
		}})
}

// job makes the worker do something.
func (d *differential) job() operation {
	kind, limit := d.random.IntN(7), 1+d.random.IntN(4)
	end := pick(d, finished, finished, finished, finished, given, dropped)
	if d.random.IntN(10) == 0 {
		which, how := d.random.IntN(100), d.random.IntN(3)
		return operation{"late", func(w *world) (any, error) { return w.late(d.Context(), which, how) }}
	}
	return operation{"work", func(w *world) (any, error) { return w.work(d.Context(), kind, limit, end) }}
}
