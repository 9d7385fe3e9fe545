package show

import (
	"madbot/bot/i18n"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// Short buttons for offers, and for the answers. First the offer to stop the match without a victory.
var (
	msgOfferStop    = i18n.Message{ID: "button.offerstop", Other: "Offer to stop"}
	msgStopYes      = i18n.Message{ID: "button.stopyes", Other: "Stop here"}
	msgStopNo       = i18n.Message{ID: "button.stopno", Other: "Play on"}
	msgWithdrawStop = i18n.Message{ID: "button.withdrawstop", Other: "Withdraw offer"}
)

// A button for the offer to call the game off.
var msgOfferOff = i18n.Message{ID: "button.offeroff", Other: "Offer to call it off"}

// Buttons for the request to take a turn back.
var (
	msgBackYes      = i18n.Message{ID: "button.backyes", Other: "Agree to takeback"}
	msgBackNo       = i18n.Message{ID: "button.backno", Other: "Let the turn stand"}
	msgAskBack      = i18n.Message{ID: "button.askback", Other: "Ask to take 2 back"}
	msgWithdrawBack = i18n.Message{ID: "button.withdrawback", Other: "Withdraw takeback"}
)

// Buttons for the request for more time. Time is a length, as in “3 days”.
var (
	msgAskTime      = i18n.Message{ID: "button.asktime", Other: "Ask for {{.Time}} more"}
	msgTimeYes      = i18n.Message{ID: "button.timeyes", Other: "Give {{.Time}} more"}
	msgTimeNo       = i18n.Message{ID: "button.timeno", Other: "No extra time"}
	msgWithdrawTime = i18n.Message{ID: "button.withdrawtime", Other: "Withdraw request"}
)

// Buttons for the offer to pause the clock.
var (
	msgOfferPause    = i18n.Message{ID: "button.offerpause", Other: "Offer a pause"}
	msgPauseYes      = i18n.Message{ID: "button.pauseyes", Other: "Pause the clock"}
	msgPauseNo       = i18n.Message{ID: "button.pauseno", Other: "Keep the clock running"}
	msgWithdrawPause = i18n.Message{ID: "button.withdrawpause", Other: "Withdraw request"}

	// It ends a pause.
	msgResume = i18n.Message{ID: "button.resume", Other: "Resume the clock"}
)

// ResignOrNot returns the answers to the question whether p, a player of m, resigns.
func ResignOrNot(t i18n.Printer, m *match.Match, p match.PlayerID) []ui.Row {
	press := func(answer string) ui.ID { return ui.OnMatch(ui.GiveUp, m, answer) }
	return ui.Buttons(
		ui.Button{ID: press(ui.Yes), Label: resign(t, m, p), Style: ui.Danger},
		ui.Button{ID: press(ui.No), Label: t.Text(msgStopNo, nil), Style: ui.Quiet})
}

// CallOffNow returns the button that calls m off without another question.
func CallOffNow(t i18n.Printer, m *match.Match) ui.Button {
	return ui.Button{ID: ui.OnMatch(ui.CallOff, m, ui.Yes), Label: t.Text(msgCallOff, nil), Style: ui.Quiet}
}

func resign(t i18n.Printer, m *match.Match, p match.PlayerID) string {
	return t.Text(i18n.Either(m.As(p).ResignAborts(), msgLeave, msgResign), nil)
}

type offerLabels struct{ yes, no, withdraw i18n.Message }

func labelsOf(k match.OfferKind) offerLabels {
	switch k {
	case match.ToTakeBack:
		return offerLabels{msgBackYes, msgBackNo, msgWithdrawBack}
	case match.ForTime:
		return offerLabels{msgTimeYes, msgTimeNo, msgWithdrawTime}
	case match.ToPause:
		return offerLabels{msgPauseYes, msgPauseNo, msgWithdrawPause}
	case match.ToCallOff:
		return offerLabels{msgCallOff, msgStopNo, msgWithdrawStop}
	}
	return offerLabels{msgStopYes, msgStopNo, msgWithdrawStop}
}

// OfferQuestion returns the answers to the question whether reader accepts or makes an offer of kind k.
// With the offer to stop, there is also the one to call off.
func OfferQuestion(t i18n.Printer, m *match.Match, reader match.PlayerID, k match.OfferKind) []ui.Row {
	button := func(v ui.Verb, answer string, name i18n.Message, style ui.ButtonStyle) ui.Button {
		return ui.Button{ID: ui.OnMatch(v, m, ui.OfferArg{Answer: answer, Kind: k}.String()),
			Label: t.Text(name, nil), Style: style}
	}
	if m.Offers[k].IsOpen() {
		return ui.Buttons(button(ui.AnswerOffer, ui.Yes, labelsOf(k).yes, ui.Danger),
			button(ui.AnswerOffer, ui.No, msgStopNo, ui.Quiet))
	}
	name := msgOfferStop
	switch k {
	case match.ToCallOff:
		name = msgOfferOff
	case match.ToTakeBack:
		name = msgAskBack
	}
	row := []ui.Button{button(ui.MakeOffer, ui.Yes, name, ui.Strong)}
	if k == match.ToStop {
		row = append(row, OfferCallOff(t, m, reader)...)
	}
	return ui.Buttons(append(row, button(ui.MakeOffer, ui.No, msgStopNo, ui.Quiet))...)
}

// OfferCallOff returns the button that asks whether to offer to call m off, if reader can offer that.
func OfferCallOff(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Button {
	if m.As(reader).CanOffer(match.ToCallOff) != nil {
		return nil
	}
	return []ui.Button{{ID: ui.OnMatch(ui.AskCallOff, m, ui.InPlace), Label: t.Text(msgOfferOff, nil)}}
}

// Offers returns the buttons that answer or withdraw the open offers, in as few rows as possible.
func Offers(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Row {
	var rows []ui.Row
	for _, k := range text.OfferKinds() {
		buttons := Answers(t, m, k, reader)
		if last := len(rows) - 1; last >= 0 && len(rows[last].Buttons)+len(buttons) <= perRow {
			rows[last].Buttons = append(rows[last].Buttons, buttons...)
		} else {
			rows = append(rows, ui.Buttons(buttons...)...)
		}
	}
	return rows
}

// perRow is the number of buttons in a row of offers: the answers to two offers. For Everybody each has three buttons.
const perRow = 4

// Answers returns the buttons of an offer of kind k, if it is open.
func Answers(t i18n.Printer, m *match.Match, k match.OfferKind, reader match.PlayerID) (row []ui.Button) {
	o := m.Offers[k]
	if !o.IsOpen() || m.Status != match.Playing {
		return nil
	}
	labels, maker, asked := labelsOf(k), m.Players.Of(o.By), m.Players.Of(o.By.Other())
	button := func(v ui.Verb, answer string, name i18n.Message, style ui.ButtonStyle) ui.Button {
		arg := ui.OfferArg{Answer: answer, Kind: k}.String()
		return ui.Button{ID: ui.OnMatch(v, m, arg), Style: style,
			Label: t.Text(name, i18n.Args{"Time": text.Gift(t, m)})}
	}
	if (reader == Everybody || reader == asked) && asked != m.Robot() {
		yes := ui.Yes
		if k.EndsMatch() { // the bot asks first
			yes = ""
		}
		row = append(row, button(ui.AnswerOffer, yes, labels.yes, ui.Strong),
			button(ui.AnswerOffer, ui.No, labels.no, ui.Quiet))
	}
	if reader == Everybody || reader == maker {
		row = append(row, button(ui.WithdrawOffer, "", labels.withdraw, ui.Quiet))
	}
	return row
}

// MayTakeBack returns the button that takes the last turn of reader back, if that is allowed. If the other side is a
// person and has answered the turn, the bot asks first, because that goes public.
func MayTakeBack(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Button {
	if m.As(reader).CanOffer(match.ToTakeBack) != nil {
		return nil
	}
	b := TakeBack(t, m)
	if reader == m.ToMove() {
		arg := ui.OfferArg{Kind: match.ToTakeBack}
		if m.Robot() != "" {
			arg.Answer = ui.Yes
		}
		b.ID = ui.OnMatch(ui.MakeOffer, m, arg.String())
		b.Label = t.Text(msgAskBack, nil)
	}
	return []ui.Button{b}
}

// TakeBack returns the button that takes back the last turn of the player who presses it.
func TakeBack(t i18n.Printer, m *match.Match) ui.Button {
	return ui.Button{ID: ui.OnMatch(ui.TakeBack, m, ui.Number(m.Game.Ply())), Label: t.Text(msgTakeBack, nil)}
}

func paused(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Button {
	if !m.Clock.Paused || reader != Everybody && m.ColorOf(reader) == rules.NoColor {
		return nil
	}
	return []ui.Button{{ID: ui.OnMatch(ui.ResumeClock, m, ""), Label: t.Text(msgResume, nil)}}
}

// Clock returns the buttons with which reader can ask for more time or a pause, or end a pause.
func Clock(t i18n.Printer, m *match.Match, reader match.PlayerID) (row []ui.Button) {
	if m.Clock.Paused {
		return paused(t, m, reader)
	}
	for _, one := range []struct {
		kind match.OfferKind
		name i18n.Message
	}{{match.ForTime, msgAskTime}, {match.ToPause, msgOfferPause}} {
		if !m.Offers[one.kind].IsOpen() && m.As(reader).CanOffer(one.kind) == nil {
			made := ui.OfferArg{Answer: ui.Yes, Kind: one.kind}
			row = append(row, ui.Button{ID: ui.OnMatch(ui.MakeOffer, m, made.String()),
				Label: t.Text(one.name, i18n.Args{"Time": text.Gift(t, m)})})
		}
	}
	return row
}

// Buttons on a public board when the side to move is late or gone.
var (
	msgClaim   = i18n.Message{ID: "button.claim", Other: "Claim the win"}
	msgCallOff = i18n.Message{ID: "button.calloff", Other: "Call it off"}
	msgWait    = i18n.Message{ID: "button.wait", Other: "Wait"}
)

// EndQuestion returns the answers to the question whether to end m, in which the other side is overdue or gone. v is
// Claim, CallOff or Summon.
func EndQuestion(t i18n.Printer, m *match.Match, v ui.Verb) []ui.Row {
	label := i18n.Either(v == ui.Claim, msgClaim, msgCallOff)
	return ui.Buttons(ui.Button{ID: ui.OnMatch(v, m, ui.Yes), Label: t.Text(label, nil), Style: ui.Danger},
		ui.Button{ID: ui.OnMatch(v, m, ui.No), Label: t.Text(msgWait, nil), Style: ui.Quiet})
}

// overdue returns the buttons for the player who waits for a side whose time is up.
func overdue(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Row {
	waits := m.Players.Of(m.ColorOf(m.ToMove()).Other())
	if !m.TimeUpRecorded() || waits == m.Robot() || reader != Everybody && reader != waits {
		return nil
	}
	button := func(verb ui.Verb, label i18n.Message, style ui.ButtonStyle) ui.Button {
		return ui.Button{ID: ui.OnMatch(verb, m, ""), Label: t.Text(label, i18n.Args{"Time": text.Gift(t, m)}), Style: style}
	}
	var row []ui.Button
	if !m.TimeAborts() {
		row = append(row, button(ui.Claim, msgClaim, ui.Strong))
	}
	if !m.HasGiven() && !m.Offers[match.ForTime].IsOpen() { // else the same button answers the request
		row = append(row, button(ui.GiveDay, msgTimeYes, ui.Quiet))
	}
	if m.CanCallOff() {
		row = append(row, button(ui.CallOff, msgCallOff, ui.Quiet))
	}
	return ui.Buttons(row...)
}
