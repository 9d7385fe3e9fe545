package text

import (
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/match"
)

// Labels in a line of a private list of matches, separated by dots: “against @Bob as Red · 6x4 · round 3 · your
// turn · #mad (view)”. Who is a mention, with a level if it is the bot.
var (
	msgAgainst = i18n.Message{ID: "games.against", Other: "against {{.Who}}"}
	msgAs      = i18n.Message{ID: "games.as", Other: "against {{.Who}} as {{.Side}}"}
	msgAnyAs   = i18n.Message{ID: "games.anyoneas", Other: "challenge to anyone as {{.Side}}"}
	msgMadeOn  = i18n.Message{ID: "games.made", Other: "made on {{.Date}}"}
	msgEndedOn = i18n.Message{ID: "games.endedon", Other: "ended on {{.Date}}"}
	msgToBoard = i18n.Message{ID: "games.link", Other: "{{.Channel}} ([view]({{.Link}}))"}
	msgNowhere = i18n.Message{ID: "home.nowhere", Other: "{{.Channel}} (closed to me)"}
)

// Line returns the line about m in a list for reader, one of its players: opponent, side, board, state, time left, date
// and channel, with a link to the board message. If open, the reader's open matches, has others against the same
// opponent, it says how m differs. Matches that wait for the reader are bold.
func Line(t i18n.Printer, m *play.Summary, reader match.PlayerID, open []play.Summary) string {
	state := t.Text(standing(m, reader), nil)
	if m.Waits(reader) {
		state = "**" + state + "**"
	}
	if m.Status != match.Playing {
		open = nil
	}
	return "- " + turns.Joined(labelGoesOn, whoAs(t, m, reader), m.Terms.Options.Board.String(),
		whichLine(t, Same(*m, open, reader)), turnNumber(t, m), state, due(t, m), day(t, m), Place(t, m))
}

func whoAs(t i18n.Printer, m *play.Summary, reader match.PlayerID) string {
	args, form, as := i18n.Args{}, msgAnyone, msgAnyAs
	if other := m.Other(reader); other != "" {
		args["Who"], form, as = opponent(t, m, other), msgAgainst, msgAs
	}
	side := colorOf(m, reader)
	if side == rules.NoColor {
		return t.Text(form, args) + " · " + t.Text(msgSideRandom, nil)
	}
	args["Side"] = turns.Side(t, side)
	return t.Text(as, args)
}

func opponent(t i18n.Printer, m *play.Summary, p match.PlayerID) string {
	if m.Terms.Level == 0 {
		return Mention(t, p)
	}
	return t.Text(msgRobot, i18n.Args{"Robot": Mention(t, p), "Level": m.Terms.Level})
}

// colorOf returns the side that reader, a player of m, has or will have; NoColor if it is still random.
func colorOf(m *play.Summary, reader match.PlayerID) rules.Color {
	switch {
	case m.Red == reader:
		return rules.Red
	case m.Blue == reader:
		return rules.Blue
	case m.Terms.Side == match.RandomSide:
		return rules.NoColor
	case (m.Terms.Side == match.PlayRed) == (m.Challenger == reader):
		return rules.Red
	}
	return rules.Blue
}

// day returns the date of the challenge or of the end, "" while m is being played.
func day(t i18n.Printer, m *play.Summary) string {
	form, at := msgEndedOn, m.Ended
	switch m.Status {
	case match.Proposed:
		form, at = msgMadeOn, m.Created
	case match.Playing:
		return ""
	}
	return t.Text(form, i18n.Args{"Date": Date(at)})
}

// Place names the channel that shows m, with a link to the board message.
func Place(t i18n.Printer, m *play.Summary) string {
	at := m.Venue
	at.Channel = m.Shown()
	where, link := channel(t, at), Link(at, m.Post)
	switch {
	case m.Closed:
		return t.Text(msgNowhere, i18n.Args{"Channel": where})
	case link == "":
		return where
	}
	return t.Text(msgToBoard, i18n.Args{"Channel": where, "Link": link})
}

// Link returns the URL of the board message of a match that is shown at v, or "" if it has none there.
func Link(v play.Venue, p play.Post) string {
	if p.Message == "" || p.Channel != v.Channel {
		return ""
	}
	guild := v.Guild
	if guild == "" {
		guild = "@me"
	}
	return "https://discord.com/channels/" + guild + "/" + p.Channel + "/" + p.Message
}
