package notify

import (
	"slices"

	"madbot/bot/play"
	"madbot/rules/match"
)

// Pings returns who is notified of news: whoever is to act, or to know what another did. The bot
// itself needs no notice.
func Pings(m *play.Match, news []match.Event) []match.PlayerID {
	var ids []match.PlayerID
	add := func(id match.PlayerID) {
		if id != "" && id != m.Robot() && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	people := m.Summary()
	for _, e := range news {
		switch e.Kind {
		case match.ChallengeWithdrawn, match.ChallengeExpired, match.StopWithdrawn, match.TakebackWithdrawn,
			match.TimeWithdrawn, match.PauseWithdrawn, match.WentAway, match.CameBack, match.Credited,
			match.Hinted, match.Planned:
		case match.TakenBack:
			if e.By != m.ToMove() {
				add(m.ToMove())
			}
		case match.Accepted, match.Played:
			add(moverAfter(m, e))
		case match.TimeUp:
			if m.RanOut() {
				add(m.PlayerOf(m.ColorOf(m.ToMove()).Other()))
			}
		case match.Ended:
			if e.By != m.Red {
				add(m.Red)
			}
			if e.By != m.Blue {
				add(m.Blue)
			}
		default:
			add(people.Other(e.By))
		}
	}
	moved := m.Post != (play.Post{}) && m.Post.Channel != m.Venue.Channel
	if moved || len(news) == 0 {
		add(m.ToMove())
	}
	return ids
}

// moverAfter returns whose turn it is since e; empty when what was played then was taken back or answered.
func moverAfter(m *play.Match, e match.Event) match.PlayerID {
	if e.Ply != m.Game.Ply() {
		return ""
	}
	return m.ToMove()
}
