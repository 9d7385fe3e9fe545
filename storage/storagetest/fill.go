// Package storagetest helps to test and measure stores: it fills them with matches of all kinds, checks what they
// contain, and records query plans.
package storagetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/bot/play/tries"
	"madbot/rules/league"
	"madbot/rules/match"
	"madbot/rules/rating"
)

const (
	perUnit = 200 // matches in a unit of work
	rich    = 300 // the number of matches played step by step, with everything that people do
)

func begin() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 678e6, time.UTC) }

// Fill plays n random matches of about forty turns each in an empty store. It adds players, servers, seats, reviews,
// leagues and the jobs that follow, and leaves the store as the bot would have.
func Fill(ctx context.Context, store play.Store, n int, seed uint64) error {
	g := generator{chance: rand.New(rand.NewPCG(seed, 1)), people: 3 + n/10}
	if err := store.Do(ctx, func(tx play.Tx) error { return g.savePeople(ctx, tx) }); err != nil {
		return err
	}
	for first := 0; first < n; first += perUnit {
		err := store.Do(ctx, func(tx play.Tx) error {
			for i := first; i < min(n, first+perUnit); i++ {
				if err := g.match(ctx, tx, i); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return store.Do(ctx, func(tx play.Tx) error { return g.saveRest(ctx, tx) })
}

type generator struct {
	chance *rand.Rand
	people int
}

func (g generator) player(i int) match.PlayerID {
	return match.PlayerID(fmt.Sprintf("2%018d", i%g.people))
}

func (g generator) savePeople(ctx context.Context, tx play.Tx) error {
	for i := range g.people {
		p := play.Player{ID: g.player(i), Locale: []string{"", "fr", "en-GB"}[i%3], Met: begin(),
			Settings: play.Settings{Quick: i%2 == 0, Theme: `<&>" ` + "\u2028é\t\n"},
			Progress: play.Progress{Lesson: "3", Game: "x"}}
		if i%4 == 1 {
			p.Zone, p.Vacation = "Europe/Brussels", play.Vacation{Left: time.Hour, At: begin()}
		}
		if err := tx.SavePlayer(ctx, p); err != nil {
			return err
		}
	}
	if err := tx.SaveFormer(ctx, "3", rated.Former{Name: match.Former + "3", At: begin()}); err != nil {
		return err
	}
	for _, s := range []play.Server{{ID: "7"}, {ID: "8", Settings: play.ServerSettings{Threads: true, MaxOpen: 3}}} {
		if err := tx.SaveServer(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// saveReview saves the review of a match: under way, or finished with a puzzle.
func (g generator) saveReview(ctx context.Context, tx play.Tx, id match.ID, i int) error {
	r := play.Review{Match: id, Asker: g.player(i), Asked: begin(), All: 30, Version: `"1"`}
	if i%20 == 0 {
		if err := tx.Schedule(ctx, play.JobReview, play.Subject(play.JobReview, id), begin()); err != nil {
			return err
		}
		return tx.SaveReview(ctx, r)
	}
	if m, err := tx.Match(ctx, id); err != nil {
		return err
	} else if m.Game.Ply() > 1 {
		own := tries.Own{Match: id, Player: m.Players.Red, Guild: m.Venue.Guild, Ply: 1, Turn: "pass", Wins: i%2 == 0}
		if err := tx.SaveOwnPuzzle(ctx, own); err != nil {
			return err
		}
	}
	r.Done, r.Made, r.Found = 30, begin(), []byte(`[{"Best":1}]`)
	return tx.SaveReview(ctx, r)
}

// saveDailies saves two puzzles of the day, the first one solved by two people, schedules the next one, and saves tries
// of other puzzles.
func (g generator) saveDailies(ctx context.Context, tx play.Tx, now time.Time) error {
	for i, d := range []play.Daily{{Post: play.Post{Message: "m"}, Closed: true}, {Begun: now}} {
		d.Server, d.Day, d.Puzzle, d.Post.Channel = "8", play.Day(20455+i), "p", "c"
		if err := tx.SaveDaily(ctx, d); err != nil {
			return err
		}
	}
	for i := range 2 {
		err := tx.SaveSolver(ctx, play.Solver{Server: "8", Day: 20455, Player: g.player(i), Tries: 1 + i, At: now, Streak: 1})
		if err != nil {
			return err
		}
	}
	for i := range 3 {
		t := tries.Try{Player: g.player(0), Puzzle: strconv.Itoa(i), N: i + 1, Right: i == 0, Hinted: i == 1, At: now,
			After: rating.Rating{Points: 1.5, Deviation: 60}}
		err := errors.Join(tx.AddPuzzleTry(ctx, t), tx.SavePuzzleNumber(ctx, tries.Number{Puzzle: t.Puzzle, Rating: t.After}))
		if err != nil {
			return err
		}
	}
	return tx.Schedule(ctx, play.JobDaily, play.Subject(play.JobDaily, "8"), now)
}

// saveLeague saves a season with the first match that was played, if there is one.
func (g generator) saveLeague(ctx context.Context, tx play.Tx, now time.Time) error {
	var m play.Match
	for i := 1; m.Status != match.Playing && m.Status != match.Finished || m.Robot() != ""; i++ {
		var err error
		if m, err = tx.Match(ctx, matchID(i)); errors.Is(err, play.ErrNotFound) {
			return nil // too few
		}
		if err != nil {
			return err
		}
	}
	l := season.League{Server: "8", Season: 1, State: season.State{Phase: season.Running, Until: now, Channel: "c",
		Posts: []season.Post{{Season: 1, Group: 1, Channel: "c", Message: "m", News: 1, Told: 1}}}}
	if err := tx.SaveLeague(ctx, l); err != nil {
		return err
	}
	for seat, p := range []match.PlayerID{m.Players.Red, m.Players.Blue, "2999"} {
		if err := tx.SaveEntry(ctx, season.Entry{Server: "8", Season: 1, Player: p, Group: 1, Seat: seat}); err != nil {
			return err
		}
	}
	result := season.ResultOf(m.Game.Outcome())
	pair := season.Pair{Match: m.ID, Server: "8", Season: 1, Group: 1, Ended: result, League: league.Match{
		Pairing: league.Pairing{Red: 0, Blue: 1}, Result: result}}
	if err := tx.SavePair(ctx, pair); err != nil {
		return err
	}
	return tx.Schedule(ctx, play.JobLeague, play.Subject(play.JobLeague, "8"), now)
}

// saveRest schedules jobs that are not about a match, claims some, and records when the bot was running.
func (g generator) saveRest(ctx context.Context, tx play.Tx) error {
	now := begin().Add(time.Hour)
	for kind, subject := range map[play.JobKind]string{play.JobRetire: play.Subject(play.JobRetire, play.Post{Channel: "c", Message: "m"}.String()),
		play.JobDigest: play.Subject(play.JobDigest, g.player(0))} {
		if err := tx.Schedule(ctx, kind, subject, now); err != nil {
			return err
		}
	}
	if err := g.saveDailies(ctx, tx, now); err != nil {
		return err
	}
	if err := g.saveLeague(ctx, tx, now); err != nil {
		return err
	}
	_, err := tx.Claim(ctx, play.Claim{Kind: play.JobRetire, Now: now, Until: now.Add(time.Minute), Limit: 5})
	if err != nil {
		return err
	}
	err = tx.SaveOrders(ctx, play.Orders{People: map[match.PlayerID]string{"5": "spam"}, Notice: "soon", Until: now})
	if err != nil {
		return err
	}
	return tx.SaveAlive(ctx, play.Alive{At: now, Back: now.Add(time.Hour)})
}
