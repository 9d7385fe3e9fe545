package bot

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// Private answers to who agreed to an offer or made none.
var (
	msgNotOffered = i18n.Message{ID: "stop.kept", Other: "Nothing was offered."}
	msgStopped    = i18n.Message{ID: "stop.agreed", Other: "Agreed: the match is over."}
	msgGivenBack  = i18n.Message{ID: "takeback.agreed", Other: "Agreed: it is {{.Other}}'s turn again."}
	msgGaveDay    = i18n.Message{ID: "moretime.agreed", Other: "You gave {{.Other}} another day."}
	msgPaused     = i18n.Message{ID: "pause.agreed", Other: "Agreed: the clock stands still."}
)

// Buttons for offers and the answers to them, under public boards and in private; they are short. First the
// offer to stop the match without a victory.
var (
	msgOfferStop    = i18n.Message{ID: "button.offerstop", Other: "Offer to stop"}
	msgStopYes      = i18n.Message{ID: "button.stopyes", Other: "Stop here"}
	msgStopNo       = i18n.Message{ID: "button.stopno", Other: "Play on"}
	msgWithdrawStop = i18n.Message{ID: "button.withdrawstop", Other: "Withdraw offer"}
)

// Buttons for the request to take a turn back.
var (
	msgBackYes      = i18n.Message{ID: "button.backyes", Other: "Agree to takeback"}
	msgBackNo       = i18n.Message{ID: "button.backno", Other: "Let it stand"}
	msgWithdrawBack = i18n.Message{ID: "button.withdrawback", Other: "Withdraw takeback"}
)

// Buttons for the request for another day.
var (
	msgAskTime      = i18n.Message{ID: "button.asktime", Other: "Ask for another day"}
	msgTimeYes      = i18n.Message{ID: "button.timeyes", Other: "Give another day"}
	msgTimeNo       = i18n.Message{ID: "button.timeno", Other: "No extra day"}
	msgWithdrawTime = i18n.Message{ID: "button.withdrawtime", Other: "Withdraw request"}
)

// Buttons for the offer to pause the clock.
var (
	msgOfferPause    = i18n.Message{ID: "button.offerpause", Other: "Offer a pause"}
	msgPauseYes      = i18n.Message{ID: "button.pauseyes", Other: "Pause the clock"}
	msgPauseNo       = i18n.Message{ID: "button.pauseno", Other: "Keep it running"}
	msgWithdrawPause = i18n.Message{ID: "button.withdrawpause", Other: "Withdraw pause"}
)

// The verbs of offers. What they are about is in their arguments; to stop, when it is left out.
const (
	haltVerb    = "halt"    // asks whether to offer to stop
	offerVerb   = "offer"   // makes an offer
	unofferVerb = "unoffer" // withdraws one
	answerVerb  = "stop"    // answers one
)

// offerWords are the labels of the buttons of an open offer of a kind, and what is said to whoever agrees.
type offerWords struct {
	yes, no, withdraw, agreed i18n.Message
}

// wordsOf returns the words of a kind of offers.
func wordsOf(k match.OfferKind) offerWords {
	switch k {
	case match.ToTakeBack:
		return offerWords{msgBackYes, msgBackNo, msgWithdrawBack, msgGivenBack}
	case match.ForTime:
		return offerWords{msgTimeYes, msgTimeNo, msgWithdrawTime, msgGaveDay}
	case match.ToPause:
		return offerWords{msgPauseYes, msgPauseNo, msgWithdrawPause, msgPaused}
	}
	return offerWords{msgStopYes, msgStopNo, msgWithdrawStop, msgStopped}
}

// offerArg is the argument of a button about an offer of kind k: an answer, which may be empty, and k.
func offerArg(answer string, k match.OfferKind) string {
	if k == match.ToStop {
		return answer
	}
	return strings.TrimSpace(answer + " " + k.String())
}

// readOffer reads what offerArg wrote.
func readOffer(arg string) (answer string, k match.OfferKind) {
	for _, word := range strings.Fields(arg) {
		if word == answerYes || word == answerNo {
			answer = word
		}
		for _, kind := range text.OfferKinds() {
			if word == kind.String() {
				k = kind
			}
		}
	}
	if k == match.NoOffer {
		k = match.ToStop
	}
	return answer, k
}

// stop offers to stop a match, or answers such an offer (rules 5.3), after asking once more. Its buttons are
// those of all kinds of offers.
func (h *handlers) stop() dispatch.Command {
	ask := h.about(haltVerb, h.viewing(h.askStop), isPlaying)
	return dispatch.Command{
		Spec: dispatch.Spec("stop", "Offer to stop a match, or answer such an offer; you are asked once more",
			textOption("match", "Which match; only needed when you play several", false)),
		Run:      ask,
		Complete: map[string]dispatch.Completer{"match": h.completeMatch(isPlaying)},
		Components: map[string]dispatch.Component{
			haltVerb:    {Run: ask, Inline: true},
			offerVerb:   {Run: h.about(offerVerb, h.offer, isPlaying), Inline: true},
			unofferVerb: {Run: h.about(unofferVerb, h.withdrawOffer, isPlaying), Inline: true},
			answerVerb:  {Run: h.about(answerVerb, h.answerOffer, isPlaying), Inline: true},
			resumeVerb:  {Run: h.about(resumeVerb, h.resumeClock, isPlaying), Inline: true},
		},
	}
}

// askStop says what stopping would bring, and asks whether to offer it, or to accept the other side's
// offer.
func (h *handlers) askStop(_ context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	if err := canStop(&m.Match, c.Actor.ID); err != nil {
		return dispatch.Reply{}, err
	}
	reply := dispatch.Reply{Kind: settle(c)}
	if m.Offer.IsOpen() {
		reply.Message = ui.Message{Text: text.Offer(c.T, &m.Match, match.ToStop, c.Actor.ID),
			Rows: ui.Buttons(answerButtons(c.T, &m.Match, match.ToStop, c.Actor.ID)...)}
		return reply, nil
	}
	reply.Message = ui.Message{Text: text.MayStop(c.T, &m.Match, c.Actor.ID),
		Rows: ui.Buttons(
			ui.Button{ID: stateID(offerVerb, &m.Match, answerYes),
				Label: c.T.Text(msgOfferStop, nil), Style: ui.Strong},
			ui.Button{ID: stateID(offerVerb, &m.Match, answerNo),
				Label: c.T.Text(msgStopNo, nil), Style: ui.Quiet})}
	return reply, nil
}

// canOffer returns the reason why p can neither make an offer of kind k in m nor accept one by making it,
// nil when there is none: it tries on a copy.
func canOffer(m *match.Match, p match.PlayerID, k match.OfferKind) error {
	try := m.Clone()
	_, err := try.MakeOffer(p, k, m.Changed)
	return err
}

// canStop is canOffer of an offer to stop.
func canStop(m *match.Match, p match.PlayerID) error { return canOffer(m, p, match.ToStop) }

// offer makes an offer, or accepts the one that the other side has made meanwhile.
func (h *handlers) offer(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	said, k := readOffer(c.ID.Arg)
	if said != answerYes {
		return h.viewing(says(msgNotOffered, canStop))(ctx, c, id)
	}
	m, err := h.service.Offer(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply}, k)
	switch {
	case errors.Is(err, match.ErrOfferOpen): // it was made by the same button, or the other side made it
		return answer{match: m, reply: shownOffer(c, &m.Match, k)}, nil
	case err != nil:
		return answer{match: m}, err
	}
	c.Log.Info("offer", "match", id, "kind", k)
	if !m.OfferOf(k).IsOpen() {
		return changed(m, agreed(c, &m.Match, k)), nil
	}
	return changed(m, shownOffer(c, &m.Match, k)), nil
}

// shownOffer shows an open offer of m, in place of what led to it.
func shownOffer(c *dispatch.Call, m *match.Match, k match.OfferKind) dispatch.Reply {
	reply := dispatch.InPlace(text.Offer(c.T, m, k, c.Actor.ID))
	reply.Message.Rows = ui.Buttons(answerButtons(c.T, m, k, c.Actor.ID)...)
	return reply
}

// agreed says to who agreed what was agreed on.
func agreed(c *dispatch.Call, m *match.Match, k match.OfferKind) dispatch.Reply {
	other := m.PlayerOf(m.ColorOf(c.Actor.ID).Other())
	return dispatch.InPlace(c.T.Text(wordsOf(k).agreed, i18n.Args{"Other": text.Mention(other)}))
}

// withdrawOffer takes the caller's own offer back.
func (h *handlers) withdrawOffer(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	_, k := readOffer(c.ID.Arg)
	m, err := h.service.WithdrawOffer(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply}, k)
	return settled(c, m, k, err)
}

// answerOffer answers the other side's offer.
func (h *handlers) answerOffer(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	said, k := readOffer(c.ID.Arg)
	m, err := h.service.AnswerOffer(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply}, k, said == answerYes)
	if said != answerYes || errors.Is(err, match.ErrNoOffer) && !(k == match.ToPause && m.Clock.Paused) {
		return settled(c, m, k, err)
	}
	if errors.Is(err, match.ErrNoOffer) { // the same button was pressed before
		return answer{match: m, reply: agreed(c, &m.Match, k)}, nil
	}
	a, err := done(c, m, "offer accepted", err)
	if err == nil && c.Private {
		a.reply = agreed(c, &m.Match, k)
	}
	return a, err
}

// settled answers who refused or withdrew an offer. It is no error that they had done so before.
func settled(c *dispatch.Call, m play.Match, k match.OfferKind, err error) (answer, error) {
	reply := dispatch.InPlace(text.Offer(c.T, &m.Match, k, c.Actor.ID))
	if errors.Is(err, match.ErrNoOffer) && isSettledBy(&m.Match, k, c) {
		if !c.Private {
			reply.Kind = dispatch.Private
		}
		return answer{match: m, reply: reply}, nil
	}
	a, err := done(c, m, "offer settled", err)
	if err == nil && c.Private {
		a.reply = reply
	}
	return a, err
}

// isSettledBy reports whether the caller refused or withdrew the last offer of kind k in m, by a control that
// does so.
func isSettledBy(m *match.Match, k match.OfferKind, c *dispatch.Call) bool {
	own, o := m.ColorOf(c.Actor.ID), m.OfferOf(k)
	if own == rules.NoColor || m.Status != match.Playing {
		return false
	}
	if c.ID.Verb == unofferVerb {
		return o.Withdrawn() == own || o.IsSpent() && o.By == own
	}
	said, _ := readOffer(c.ID.Arg)
	return said == answerNo && o.Refused && o.By == own.Other()
}

// offerButtons are for the two sides of the offers that are open: to answer them and to withdraw them, in as
// few rows as there can be.
func offerButtons(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Row {
	var rows []ui.Row
	for _, k := range text.OfferKinds() {
		buttons := answerButtons(t, m, k, reader)
		if last := len(rows) - 1; last >= 0 && len(rows[last].Buttons)+len(buttons) <= perRow {
			rows[last].Buttons = append(rows[last].Buttons, buttons...)
		} else {
			rows = append(rows, ui.Buttons(buttons...)...)
		}
	}
	return rows
}

// perRow is how many buttons of offers stand in a row: the two answers to two of them. For everybody there
// are three to each.
const perRow = 4

// answerButtons are those of an offer of kind k, none when it is not open.
func answerButtons(t i18n.Printer, m *match.Match, k match.OfferKind, reader match.PlayerID) (row []ui.Button) {
	o := m.OfferOf(k)
	if !o.IsOpen() || m.Status != match.Playing {
		return nil
	}
	words, maker, asked := wordsOf(k), m.PlayerOf(o.By), m.PlayerOf(o.By.Other())
	if (reader == everybody || reader == asked) && asked != m.Robot() {
		row = append(row,
			ui.Button{ID: stateID(answerVerb, m, offerArg(answerYes, k)), Label: t.Text(words.yes, nil), Style: ui.Strong},
			ui.Button{ID: stateID(answerVerb, m, offerArg(answerNo, k)), Label: t.Text(words.no, nil), Style: ui.Quiet})
	}
	if reader == everybody || reader == maker {
		row = append(row, ui.Button{ID: stateID(unofferVerb, m, offerArg("", k)),
			Label: t.Text(words.withdraw, nil), Style: ui.Quiet})
	}
	return row
}

// The private answer to who took their own turn back, and the button that ends a pause.
var (
	msgTookBack = i18n.Message{ID: "takeback.done", Other: "Your turn is taken back."}
	msgResume   = i18n.Message{ID: "button.resume", Other: "Resume the clock"}
)

// resumeVerb ends a pause.
const resumeVerb = "resume"

// takeBack takes the caller's last turn back and lets them play another, or asks the other side for that if it
// has seen the board since.
func (h *handlers) takeBack(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	m, err := h.service.AskBack(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply})
	switch {
	case err != nil && wasTakenBack(c, &m.Match): // by the same button
		return answer{match: m, reply: h.again(ctx, c, &m)}, nil
	case errors.Is(err, match.ErrOfferOpen):
		return answer{match: m, reply: shownOffer(c, &m.Match, match.ToTakeBack)}, nil
	case err != nil:
		return answer{match: m}, err
	case m.Takeback.IsOpen():
		c.Log.Info("takeback asked", "match", id)
		return changed(m, shownOffer(c, &m.Match, match.ToTakeBack)), nil
	}
	c.Log.Info("takeback", "match", id)
	return changed(m, h.again(ctx, c, &m)), nil
}

// again opens the panel for the turn that is taken back.
func (h *handlers) again(ctx context.Context, c *dispatch.Call, m *play.Match) dispatch.Reply {
	p := h.panel(ctx, c, m)
	p.Says = c.T.Text(msgTookBack, nil)
	r := dispatch.Reply{Message: panel.Message(c.T, p)}
	if c.Block {
		r.Kind = dispatch.Update
	}
	return r
}

// wasTakenBack reports whether the last thing that happened to the turns of m is that the one was taken back
// which the control of c takes back.
func wasTakenBack(c *dispatch.Call, m *match.Match) bool {
	ply, err := strconv.Atoi(c.ID.Arg)
	return err == nil && m.Moment() == c.ID.Ply+1 && m.Game.Ply() < ply && m.OnTurn(c.Actor.ID) == nil
}

// backButtons let reader take their last turn back.
func backButtons(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Button {
	if canOffer(m, reader, match.ToTakeBack) != nil {
		return nil
	}
	return []ui.Button{panel.BackButton(t, m)}
}

// resumeClock ends a pause.
func (h *handlers) resumeClock(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	m, err := h.service.Resume(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply})
	return h.answered(ctx, c, m, "resume", err)
}

// pauseButtons are for the two sides while the clock stands still.
func pauseButtons(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Row {
	if !m.Clock.Paused || reader != everybody && m.ColorOf(reader) == 0 {
		return nil
	}
	return ui.Buttons(ui.Button{ID: stateID(resumeVerb, m, ""), Label: t.Text(msgResume, nil)})
}

// clockButtons let reader ask for more time or a pause in m, or end one; none when they can do nothing.
func clockButtons(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Row {
	if m.Clock.Paused {
		return pauseButtons(t, m, reader)
	}
	var row []ui.Button
	for _, one := range []struct {
		kind match.OfferKind
		name i18n.Message
	}{{match.ForTime, msgAskTime}, {match.ToPause, msgOfferPause}} {
		if m.OfferOf(one.kind).IsOpen() {
			row = append(row, answerButtons(t, m, one.kind, reader)...)
		} else if canOffer(m, reader, one.kind) == nil {
			row = append(row, ui.Button{ID: stateID(offerVerb, m, offerArg(answerYes, one.kind)), Label: t.Text(one.name, nil)})
		}
	}
	return ui.Buttons(row...)
}
