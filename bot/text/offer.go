package text

import (
	"madbot/bot/i18n"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/match"
)

// Lines above a board about the request to take a turn back: for the player who is asked, for the one who asked; then
// what became of it. Turn and Answer are in the notation; Turn may be the two together.
// The sentence after an open one says what whoever asks gains by it; Time is a length, as in “3 days”.
var (
	msgBackToYou = i18n.Message{ID: "takeback.toyou", Other: "**{{.By}} asks to take back {{.Turn}}.**"}
	msgBackByYou = i18n.Message{ID: "takeback.byyou",
		Other: "**You asked to take back {{.Turn}}.** {{.To}} can agree until the next turn."}
	msgBackBoth        = i18n.Message{ID: "takeback.both", Other: "{{.Turn}}, and the answer {{.Answer}} with it"}
	msgBackRefused     = i18n.Message{ID: "takeback.refused", Other: "{{.To}} didn't agree to a takeback."}
	msgBackYouRefused  = i18n.Message{ID: "takeback.yourefused", Other: "You didn't agree to a takeback."}
	msgBackWithdrawn   = i18n.Message{ID: "takeback.withdrawn", Other: "{{.By}} no longer asks for a takeback."}
	msgBackYouWithdrew = i18n.Message{ID: "takeback.youwithdrew",
		Other: "You withdrew your request for a takeback."}
	msgBackGain = i18n.Message{ID: "takeback.gain",
		Other: "That turn would get {{.Time}} again; bank time already used stays used."}
	msgBackNoGain = i18n.Message{ID: "takeback.nogain", Other: "That would bring no new time: the time for that turn was up."}
	msgBackSpent  = i18n.Message{ID: "takeback.spent", Other: "Neither of you agreed to a takeback."}
)

// The same about the request for more time. Time is a length, as in “3 days”.
var (
	msgTimeToYou = i18n.Message{ID: "moretime.toyou", Other: "**{{.By}} asks for {{.Time}} more.**"}
	msgTimeByYou = i18n.Message{ID: "moretime.byyou",
		Other: "**You asked for {{.Time}} more.** {{.To}} can give it to you until the next turn."}
	msgTimeRefused     = i18n.Message{ID: "moretime.refused", Other: "{{.To}} gave no more time."}
	msgTimeYouRefused  = i18n.Message{ID: "moretime.yourefused", Other: "You gave no more time."}
	msgTimeWithdrawn   = i18n.Message{ID: "moretime.withdrawn", Other: "{{.By}} no longer asks for more time."}
	msgTimeYouWithdrew = i18n.Message{ID: "moretime.youwithdrew", Other: "You withdrew your request for more time."}
	msgTimeSpent       = i18n.Message{ID: "moretime.spent", Other: "Neither of you gave the other more time."}
)

// The same about the offer to pause the clock.
var (
	msgPauseToYou = i18n.Message{ID: "pause.toyou", Other: "**{{.By}} offers to pause the clock.**"}
	msgPauseByYou = i18n.Message{ID: "pause.byyou",
		Other: "**You offered to pause the clock.** {{.To}} can agree until the next turn."}
	msgPauseRefused     = i18n.Message{ID: "pause.refused", Other: "{{.To}} didn't agree to a pause."}
	msgPauseYouRefused  = i18n.Message{ID: "pause.yourefused", Other: "You didn't agree to a pause."}
	msgPauseWithdrawn   = i18n.Message{ID: "pause.withdrawn", Other: "{{.By}} no longer offers a pause."}
	msgPauseYouWithdrew = i18n.Message{ID: "pause.youwithdrew", Other: "You withdrew your offer of a pause."}
	msgPauseSpent       = i18n.Message{ID: "pause.spent", Other: "Neither of you agreed to a pause."}
)

// The same about the offer to call the game off.
var (
	msgOffToYou = i18n.Message{ID: "calloff.toyou",
		Other: "**{{.By}} offers to call the game off**, so that it doesn't count."}
	msgOffByYou = i18n.Message{ID: "calloff.byyou",
		Other: "**You've asked {{.To}} to call the game off**, so that it doesn't count."}
	msgOffWithdrawn   = i18n.Message{ID: "calloff.withdrawn", Other: "{{.By}} no longer offers to call the game off."}
	msgOffYouWithdrew = i18n.Message{ID: "calloff.youwithdrew", Other: "You withdrew your offer to call the game off."}
	msgOffSpent       = i18n.Message{ID: "calloff.spent", Other: "Neither of you agreed to call the game off."}
)

// A private question before such a request.
var msgMayBack = i18n.Message{ID: "takeback.ask", Other: "Ask {{.Other}} to let you take back {{.Turn}}?"}

// The private question whether to offer or agree to call the game off.
var (
	msgMayOff = i18n.Message{ID: "calloff.ask",
		Other: "Ask {{.Other}} to call the game off, so that it doesn't count?"}
	msgMayOffAccept = i18n.Message{ID: "calloff.askaccept",
		Other: "Call the game against {{.Other}} off, as offered? It doesn't count then."}
)

// MayCallOff asks the reader, who plays m against other, whether to offer to call m off or to accept that offer.
func MayCallOff(t i18n.Printer, m *match.Match, other string) string {
	form := i18n.Either(m.Offers[match.ToCallOff].IsOpen(), msgMayOffAccept, msgMayOff)
	return t.Text(form, i18n.Args{"Other": other})
}

// offerForms are the messages for a kind of offer: while it is open, to the player who is asked and to the one who
// made it, and for each outcome.
type offerForms struct {
	toYou, byYou           i18n.Message
	refused, youRefused    i18n.Message
	withdrawn, youWithdrew i18n.Message
	spent                  i18n.Message // both sides made it and neither agreed
}

func formsOf(k match.OfferKind) offerForms {
	switch k {
	case match.ToTakeBack:
		return offerForms{msgBackToYou, msgBackByYou, msgBackRefused, msgBackYouRefused,
			msgBackWithdrawn, msgBackYouWithdrew, msgBackSpent}
	case match.ForTime:
		return offerForms{msgTimeToYou, msgTimeByYou, msgTimeRefused, msgTimeYouRefused,
			msgTimeWithdrawn, msgTimeYouWithdrew, msgTimeSpent}
	case match.ToPause:
		return offerForms{msgPauseToYou, msgPauseByYou, msgPauseRefused, msgPauseYouRefused,
			msgPauseWithdrawn, msgPauseYouWithdrew, msgPauseSpent}
	case match.ToCallOff:
		return offerForms{msgOffToYou, msgOffByYou, msgRefused, msgYouRefused,
			msgOffWithdrawn, msgOffYouWithdrew, msgOffSpent}
	}
	return offerForms{msgOfferToYou, msgOfferByYou, msgRefused, msgYouRefused,
		msgWithdrew, msgYouWithdrew, msgSpent}
}

// OfferKinds returns the kinds of offers in the order of their lines.
func OfferKinds() []match.OfferKind {
	return []match.OfferKind{match.ToStop, match.ToCallOff, match.ToTakeBack, match.ForTime, match.ToPause}
}

// Offers returns a line about each offer in m since the last turn.
func Offers(t i18n.Printer, m *match.Match, reader match.PlayerID) string {
	var lines []string
	for _, k := range OfferKinds() {
		lines = append(lines, Offer(t, m, k, OfferReader{ID: reader}))
	}
	return turns.Joined("\n", lines...)
}

// OfferReader is the person who reads about an offer.
type OfferReader struct {
	ID    match.PlayerID
	Other string // the name of the other player; "": mention them
}

// Offer returns the line about the offer of kind k in m since the last turn, or "" if there was none.
func Offer(t i18n.Printer, m *match.Match, k match.OfferKind, reader OfferReader) string {
	o := m.Offers[k]
	by := o.By
	if by == rules.NoColor {
		by = o.Withdrawn()
	}
	if by == rules.NoColor || m.Status != match.Playing {
		return ""
	}
	maker, asked := m.Players.Of(by), m.Players.Of(by.Other())
	args := i18n.Args{"By": Mention(t, maker), "To": Mention(t, asked), "Time": Gift(t, m)}
	switch {
	case reader.Other != "" && reader.ID == maker:
		args["To"] = reader.Other
	case reader.Other != "":
		args["By"] = reader.Other
	}
	forms := formsOf(k)
	switch k {
	case match.ToStop:
		args["Stake"] = Stake(t, m, reader.ID).Now(t)
	case match.ToTakeBack:
		args["Turn"] = turnsBackWords(t, m, by)
	}
	said := t.Text(forms.of(o, reader.ID == maker, reader.ID == asked), args)
	if o.IsOpen() && reader.ID != maker && reader.ID != asked {
		said = to(t, asked, said)
	}
	if k == match.ToTakeBack && o.IsOpen() && m.Terms.Pace.HasClock() {
		said += " " + regained(t, m, by)
	}
	return said
}

// turnsBackWords names the turn that side would take back, and the answer to it.
func turnsBackWords(t i18n.Printer, m *match.Match, side rules.Color) string {
	turn, answer := turnsBack(m, side)
	if answer == rules.NoTurn {
		return turn.String()
	}
	return t.Text(msgBackBoth, i18n.Args{"Turn": turn, "Answer": answer})
}

// MayTakeBack asks reader, who plays m against other, whether to ask for a turn back, and says how much time that
// brings.
func MayTakeBack(t i18n.Printer, m *match.Match, reader match.PlayerID, other string) string {
	side := m.ColorOf(reader)
	said := t.Text(msgMayBack, i18n.Args{"Other": other, "Turn": turnsBackWords(t, m, side)})
	if m.Terms.Pace.HasClock() {
		said += " " + regained(t, m, side)
	}
	return said
}

// regained says how much time side would have for the turn that it asks to take back.
func regained(t i18n.Printer, m *match.Match, side rules.Color) string {
	left := m.TakebackTime(side)
	return t.Text(i18n.Either(left > 0, msgBackGain, msgBackNoGain), i18n.Args{"Time": Length(t, left)})
}

// of returns the message for an offer. The reader is the side that made it (maker), the other side (asked) or neither.
func (f offerForms) of(o match.Offer, maker, asked bool) i18n.Message {
	switch {
	case o.IsOpen() && maker:
		return f.byYou
	case o.IsOpen():
		return f.toYou
	case o.IsSpent():
		return f.spent
	case o.Refused && asked:
		return f.youRefused
	case o.Refused:
		return f.refused
	case maker:
		return f.youWithdrew
	}
	return f.withdrawn
}

// turnsBack returns the turn that side would take back, and the answer to it that would also be undone; NoTurn if
// there is none.
func turnsBack(m *match.Match, side rules.Color) (turn, answer rules.Turn) {
	now, played := m.Game.Position(), m.Game.Turns()
	switch n := len(played); {
	case side == now.Side() && n >= 2:
		return played[n-2], played[n-1]
	case side != now.Side() && n >= 1:
		return played[n-1], rules.NoTurn
	}
	return rules.NoTurn, rules.NoTurn
}
