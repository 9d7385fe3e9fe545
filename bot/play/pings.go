package play

import (
	"slices"

	"madbot/rules/match"
)

// Pings returns who is notified of news of m: whoever is to act, or to know what another did. The bot
// itself needs no notice.
func Pings(m *Match, news []match.Event) []match.PlayerID {
	ids := concerned(m, news)
	if p := newlyOnTurn(m, news); p != "" && !slices.Contains(ids, p) {
		ids = append(ids, p)
	}
	return ids
}

// newlyOnTurn returns who is notified that it is their turn: where it is so since the news, and where m
// is shown in another place from now on; empty: nobody.
func newlyOnTurn(m *Match, news []match.Event) match.PlayerID {
	p := m.ToMove()
	isNew := len(news) == 0 || m.Post != (Post{}) && m.Post.Channel != m.Venue.Channel
	for _, e := range news {
		switch e.Kind {
		case match.Accepted, match.Played:
			isNew = true
		case match.TakenBack:
			isNew = isNew || e.By != p
		}
	}
	if !isNew || p == m.Robot() {
		return ""
	}
	return p
}

// concerned returns who is notified of news for another reason than that it is their turn.
func concerned(m *Match, news []match.Event) []match.PlayerID {
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
			match.Hinted, match.Planned, match.TakenBack, match.Accepted, match.Played:
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
	return ids
}
