package main

import (
	"errors"
	"strconv"
	"time"

	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/bot/sandbox"
	"madbot/rules"
	"madbot/rules/match"
)

// beat gives somebody won games; words are the loser, how many, "times", and perhaps "rated".
func (s *stage) beat(winner string, words []string) {
	s.t.Helper()
	n, err := strconv.Atoi(words[1])
	require.NoError(s.t, err, words)
	terms := match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed, Pace: match.Pace{PerTurn: 24 * time.Hour}}
	if words[len(words)-1] == "rated" {
		terms.Rated, terms.Hints, terms.NoTakebacks = true, match.NoHints, true
	}
	for range n {
		s.passed.Add(int64(time.Minute))
		m, events := s.resigned(winner, words[0], terms)
		place := play.Venue{Guild: sandbox.GuildID.String(), Channel: s.server.Channel("mad").String(), Locale: "en-US"}
		require.NoError(s.t, s.app.Load().db.Do(s.ctx, func(tx play.Tx) error {
			return errors.Join(
				s.meetLongAgo(tx, m.Players.Red), s.meetLongAgo(tx, m.Players.Blue),
				tx.CreateMatch(s.ctx, play.Match{Match: m, Delivery: play.Delivery{Venue: place, Told: m.Seq, Serial: 1}}, events),
				rated.Rate(s.ctx, tx, &m, m.Ended),
				rated.Recount(s.ctx, tx, nil, rated.StandingsOf(place.Guild, &m)))
		}))
	}
}

// resigned returns a game that winner has won as Red, and its events.
func (s *stage) resigned(winner, loser string, terms match.Terms) (match.Match, []match.Event) {
	s.t.Helper()
	id := func(name string) match.PlayerID { return match.PlayerID(s.server.Actor(name).ID().String()) }
	now := s.now().UTC().Truncate(time.Millisecond)
	m, events, err := match.Propose(match.Proposal{ID: s.newID(), By: id(winner), To: id(loser), Terms: terms}, now)
	require.NoError(s.t, err)
	did := func(more []match.Event, err error) {
		require.NoError(s.t, err)
		events = append(events, more...)
	}
	did(m.As(id(loser)).Accept(rules.Red, now))
	for range 4 {
		p := m.Game.Position()
		did(m.As(m.ToMove()).Play(p.AppendTurns(nil)[0], now))
	}
	did(m.As(id(loser)).Resign(now))
	return m, events
}

// meetLongAgo saves a player as known for a month, unless the bot knows them already.
func (s *stage) meetLongAgo(tx play.Tx, p match.PlayerID) error {
	person, err := tx.Player(s.ctx, p)
	if errors.Is(err, play.ErrNotFound) {
		person, err = play.Player{ID: p}, nil
	}
	person.Met = s.now().UTC().Truncate(time.Millisecond).AddDate(0, -1, 0)
	return errors.Join(err, tx.SavePlayer(s.ctx, person))
}

// midQuarter returns the next noon on the 15th of the middle month of a quarter, so that everything within hours is on
// one day, and everything within weeks in one season.
func midQuarter(now time.Time) time.Time {
	at := time.Date(now.Year(), time.February, 15, 12, 0, 0, 0, time.UTC)
	for at.Before(now) {
		at = at.AddDate(0, 3, 0)
	}
	return at
}
