package text

import (
	"slices"
	"strings"
	"unicode/utf8"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/rules/match"
)

// The first words of a notice, in a direct message or after a name in a channel; labels follow, separated
// by dots: “… · deadline in 3 hours · board”. What the other player did may stand in lines above.
var (
	msgNoticeTurn   = i18n.Message{ID: "notice.turn", Other: "**It's your turn** against {{.Who}}"}
	msgNoticeTime   = i18n.Message{ID: "notice.time", Other: "**It's still your turn** against {{.Who}}"}
	msgNoticeInvite = i18n.Message{ID: "notice.invite", Other: "**{{.Who}} challenges you to MAD**"}
	msgNoticeAsked  = i18n.Message{ID: "notice.asked", Other: "**{{.Who}} is waiting for your answer** to an offer"}
	msgNoticeLate   = i18n.Message{ID: "notice.late", Other: "**{{.Who}} has run out of time**"}
	msgNoticeUp     = i18n.Message{ID: "notice.up",
		Other: "**Your time is up** against {{.Who}}, who may now end the game; until then a turn still counts"}
	msgNoticeOver    = i18n.Message{ID: "notice.over", Other: "**Your game against {{.Who}} is over**"}
	msgNoticeRefused = i18n.Message{ID: "notice.declined", Other: "**{{.Who}} declined your challenge**"}
	msgNoticeTheirs  = i18n.Message{ID: "notice.theirs", Other: "**It's {{.Who}}'s turn**"}
	msgNoticeTest    = i18n.Message{ID: "notice.test", Other: "This is a test: I'll write to you here when it's your turn."}
)

// Labels that follow, and the small line below a direct message. When is as in “in 3 hours”, in
// notice.since a date and a time.
var (
	msgNoticeBoard = i18n.Message{ID: "notice.board", Other: "[board]({{.Link}})"}
	msgNoticeSince = i18n.Message{ID: "notice.since", Other: "since {{.When}}"}
	msgNoticeShut  = i18n.Message{ID: "notice.shut",
		Other: "I can't post in {{.Channel}}; `/board` in another channel of its server lets you show it there."}
	msgNoticeParted = i18n.Message{ID: "notice.parted",
		Other: "I was removed from the server of {{.Channel}}, so this game goes on in direct messages."}
	msgNoticeSource = i18n.Message{ID: "notice.source", Other: "You get this because you asked for direct messages; `/settings` changes that."}
)

// What the bot could not tell somebody earlier. Lines of the kind above follow; when there is
// no room for all, missed.more is the last.
var (
	msgMissed = i18n.Message{ID: "missed.head", Other: "**I couldn't reach you:**"}
	msgShut   = i18n.Message{ID: "missed.shut",
		Other: "**I can't send you direct messages**; where I can, I mention you in a channel. You can allow them " +
			"in the privacy settings of a server that we share, or turn them off in `/settings`."}
)

// A direct message with a list of matches: weekly, or after a vacation.
var (
	msgDigest = i18n.Message{ID: "digest.head",
		One: "**{{.N}} game is waiting for you:**", Other: "**{{.N}} games are waiting for you:**"}
	msgDigestBack   = i18n.Message{ID: "digest.back", Other: "**While you were away:**"}
	msgDigestOthers = i18n.Message{ID: "digest.others",
		One: "In {{.N}} other game it isn't your turn.", Other: "In {{.N}} other games it isn't your turn."}
	msgMoreMatches = i18n.Message{ID: "missed.more", One: "{{.N}} more game", Other: "{{.N}} more games"}
	msgDigestFoot  = i18n.Message{ID: "digest.foot", Other: "Every Monday; `/settings` turns this off."}
)

var noticeForms = map[play.NoticeKind]i18n.Message{
	play.TurnNotice:     msgNoticeTurn,
	play.TimeNotice:     msgNoticeTime,
	play.InviteNotice:   msgNoticeInvite,
	play.AskedNotice:    msgNoticeAsked,
	play.LateNotice:     msgNoticeLate,
	play.OverNotice:     msgNoticeOver,
	play.DeclinedNotice: msgNoticeRefused,
	play.NewsNotice:     msgNoticeTheirs,
	play.PartNotice:     msgNoticeTheirs,
	play.TestNotice:     msgNoticeTest,
}

// Notice returns the text of a notice to one player: for the channel of the match, or for a direct message, which
// also names the match.
func Notice(t i18n.Printer, n *play.Notice) string {
	m := n.Match.Summary()
	same := Same(m, n.Open, n.To.ID)
	said := t.Text(formOf(n.Kind, &n.Match, n.To.ID), i18n.Args{"Who": opponent(t, &m, m.Other(n.To.ID))})
	placed := ""
	if n.League.Size > 0 {
		placed = ofLeague(t, &n.Match.Match, n.League, n.To.ID)
	}
	if !n.Direct {
		return turns.Joined("\n", opponentAction(t, n), turns.Joined(labelGoesOn, to(t, n.To.ID, said), WhichBoard(t, same),
			deadlineLabel(t, n), boardLink(t, &n.Match)), placed, leagueWarnings(t, n.League))
	}
	which := ""
	if n.Kind != play.TestNotice {
		which = whichMatch(t, &m, same)
	}
	return turns.Joined("\n", opponentAction(t, n), turns.Joined(labelGoesOn, said, which,
		deadlineLabel(t, n), boardLink(t, &n.Match)), placed, leagueWarnings(t, n.League), source(t, n))
}

// source explains why a notice comes as a direct message, or "" if there is nothing to explain.
func source(t i18n.Printer, n *play.Notice) string {
	switch {
	case n.Match.Past.Stopped == match.Unreachable:
		return t.Text(msgParted, nil)
	case n.Match.Past.Stopped == match.Blocked:
		return t.Text(msgBlocked, nil)
	case n.To.Settings.Direct && !n.Parted || n.Kind == play.TestNotice:
		return small(t.Text(msgNoticeSource, nil))
	case !n.Match.Closed:
		return ""
	}
	if n.Parted {
		return small(turns.Joined(" ", Parted(t, n.Match.Venue), Suspended(t, &n.Match.Match)))
	}
	return small(t.Text(msgNoticeShut, i18n.Args{"Channel": channel(t, n.Match.Venue)}))
}

// Parted says that a match continues in direct messages because the bot was removed from the server of v.
func Parted(t i18n.Printer, v play.Venue) string {
	return t.Text(msgNoticeParted, i18n.Args{"Channel": Channel(v.Channel)})
}

func formOf(k play.NoticeKind, m *play.Match, reader match.PlayerID) i18n.Message {
	switch onTurn := m.ToMove() == reader; {
	case onTurn && k == play.NewsNotice:
		return noticeForms[play.TimeNotice]
	case onTurn && k == play.PartNotice:
		return noticeForms[play.TurnNotice]
	case onTurn && k == play.LateNotice:
		return msgNoticeUp
	}
	return noticeForms[k]
}

// opponentAction says what the other player did, in the words of the board, if it still applies; "" otherwise.
func opponentAction(t i18n.Printer, n *play.Notice) string {
	m, news := &n.Match.Match, slices.Clone(n.News)
	for i, e := range news {
		if e.Kind == match.Resumed && m.ToMove() == n.To.ID { // the notice is about their time anyway
			news[i].Length = 0
		}
	}
	lines := []string{News(t, m, news)}
	for _, k := range OfferKinds() {
		refused := slices.ContainsFunc(n.News, func(e match.Event) bool { return e.Kind == k.Refusal() })
		if o := m.Offers[k]; refused && !o.IsOpen() {
			lines = append(lines, Offer(t, m, k, OfferReader{ID: n.To.ID}))
		}
	}
	return turns.Joined("\n", lines...)
}

// deadlineLabel returns the deadline of the player to move, "" for the other player.
func deadlineLabel(t i18n.Printer, n *play.Notice) string {
	deadline := n.Match.Deadline()
	if n.Match.ToMove() != n.To.ID || n.Kind == play.AskedNotice || n.Kind == play.LateNotice || deadline.IsZero() {
		return ""
	}
	form := i18n.Either(n.Match.IsSummoned(), msgLast, msgDue)
	return t.Text(form, i18n.Args{"When": FromNow(deadline)})
}

// boardLink returns a link to the board message of m, or "" if there is none.
func boardLink(t i18n.Printer, m *play.Match) string {
	link := Link(m.Venue, m.Post)
	if link == "" || m.Closed {
		return ""
	}
	return t.Text(msgNoticeBoard, i18n.Args{"Link": link})
}

// whichMatch names m by its board, its turn and its channel, and by how it differs from same.
func whichMatch(t i18n.Printer, m *play.Summary, same []play.Summary) string {
	return turns.Joined(labelGoesOn, m.Terms.Options.Board.String(), whichLine(t, same), turnNumber(t, m),
		channel(t, m.Venue))
}

// Missed lists the matches whose notices a player did not get, in up to room characters; "" if there are none.
func Missed(t i18n.Printer, missed play.Missed, reader match.PlayerID, room int) string {
	var lines []string
	shut := ""
	if missed.Shut {
		shut = NoDirect(t)
	}
	if len(missed.Matches) > 0 {
		lines = append(lines, t.Text(msgMissed, nil))
	}
	for i := range missed.Matches {
		line, more := missedLine(t, &missed.Matches[i], reader, missed.Open), "- "+moreMatches(t, len(missed.Matches)-i)
		if i > 0 && length(append(lines, line, more, shut)) > room {
			lines = append(lines, more)
			break
		}
		lines = append(lines, line)
	}
	return turns.Joined("\n", append(lines, shut)...)
}

// NoDirect says that the person accepts no direct messages, what happens instead, and what they can do.
func NoDirect(t i18n.Printer) string { return t.Text(msgShut, nil) }

func moreMatches(t i18n.Printer, n int) string { return t.Text(msgMoreMatches, i18n.Args{"N": n}) }

func length(lines []string) int { return utf8.RuneCountInString(strings.Join(lines, "\n")) }

func missedLine(t i18n.Printer, m *play.Match, reader match.PlayerID, open []play.Summary) string {
	s, since, left := m.Summary(), "", ""
	if s.ToMove == reader {
		since, left = t.Text(msgNoticeSince, i18n.Args{"When": Moment(m.Clock.TurnBegan)}), due(t, &s)
	}
	head := t.Text(formOf(missedKind(m, reader), m, reader), i18n.Args{"Who": opponent(t, &s, s.Other(reader))})
	which := whichMatch(t, &s, Same(s, open, reader))
	return "- " + turns.Joined(labelGoesOn, head, since, left, which, boardLink(t, m))
}

// missedKind returns the kind of notice about m that a player who got none should get now.
func missedKind(m *play.Match, reader match.PlayerID) play.NoticeKind {
	switch {
	case m.Status == match.Proposed:
		return play.InviteNotice
	case m.Status == match.Declined:
		return play.DeclinedNotice
	case m.Status == match.Finished:
		return play.OverNotice
	case m.ToMove() == reader && !m.TimeUpRecorded():
		return play.TurnNotice
	case m.ToMove() != reader && m.As(reader).OfferToAnswer() != match.NoOffer:
		return play.AskedNotice
	}
	return play.LateNotice
}

// Digest lists the first matches that wait for a player, and says how many others there are.
func Digest(t i18n.Printer, d *play.Digest) string {
	head, foot := t.Text(msgDigest, i18n.Args{"N": len(d.Waiting)}), "\n"+small(t.Text(msgDigestFoot, nil))
	if len(d.Back) > 0 {
		head, foot = t.Text(msgDigestBack, nil), ""
	}
	lines := []string{head}
	for i := range d.Waiting {
		if i == digestLines {
			lines = append(lines, "- "+moreMatches(t, len(d.Waiting)-i))
			break
		}
		lines = append(lines, Line(t, &d.Waiting[i], d.To.ID, d.Open))
	}
	if d.Others > 0 {
		lines = append(lines, t.Text(msgDigestOthers, i18n.Args{"N": d.Others}))
	}
	return strings.Join(lines, "\n") + foot
}

const digestLines = 6
