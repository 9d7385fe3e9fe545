package challenge

import (
	"context"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// Private answers to a challenge from two people to each other: on the same terms, so the first was accepted, or on
// other terms, with two buttons. Where is where the first one is, as in “#mad (view)”; Theirs and Yours are lists of
// terms.
var (
	msgMet = i18n.Message{ID: "challenge.met",
		Other: "{{.By}} had already challenged you on these terms, so you accepted."}
	msgCrossed = i18n.Message{ID: "challenge.crossed",
		Other: "**{{.By}} has challenged you** on other terms: {{.Where}}.\nTheirs: {{.Theirs}}\nYours: {{.Yours}}"}
	msgAcceptTheirs = i18n.Message{ID: "button.theirs", Other: "Accept their challenge"}
	msgSendAnyway   = i18n.Message{ID: "button.anyway", Other: "Send my challenge anyway"}
)

// met shows m, the challenge that the caller accepted by making the same one.
func (h *Handlers) met(ctx context.Context, c *dispatch.Call, m play.Match) dispatch.Reply {
	said := c.T.Text(msgMet, i18n.Args{"By": text.Mention(c.T, m.Challenger)})
	reply := dispatch.Reply{Message: h.View.PrivateBoard(ctx, c, m, said)}
	if m.Venue.Away {
		return h.Pick.PostWithReply(ctx, c, m, reply)
	}
	return reply
}

// crossed asks whether to accept m, a challenge to the caller, or to send their own as well, if that is possible.
func crossed(c *dispatch.Call, m *play.Match, made play.Challenge) dispatch.Reply {
	mine := match.Match{Challenger: c.Actor.ID, Opponent: made.To, Terms: made.Terms}
	press := func(v ui.Verb, arg string) ui.ID { return ui.ID{Verb: v, Match: m.ID, Ply: play.AnyPly, Arg: arg} }
	row := []ui.Button{{ID: press(ui.Accept, ""), Label: c.T.Text(msgAcceptTheirs, nil), Style: ui.Good}}
	if made.Refused == nil {
		row = append(row, ui.Button{ID: press(ui.Anyway, EncodeTerms(made.Terms)), Label: c.T.Text(msgSendAnyway, nil)})
	}
	return dispatch.Reply{Message: ui.Message{Rows: ui.Buttons(row...), Text: c.T.Text(msgCrossed, i18n.Args{
		"By": text.Mention(c.T, m.Challenger), "Where": text.Place(c.T, new(m.Summary())),
		"Theirs": text.Terms(c.T, &m.Match), "Yours": text.Terms(c.T, &mine)})}}
}

// sendAnyway challenges the person who made m, a challenge to the caller, on the terms in the button.
func (h *Handlers) sendAnyway(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	chosen, _ := formTerms(c.ID.Arg) // the zero Terms are refused
	if m.Opponent != c.Actor.ID {
		return dispatch.Reply{}, match.ErrNotInvited
	}
	reply, err := h.proposeTo(ctx, c, play.Challenge{To: m.Challenger, Terms: chosen, Anyway: true})
	if reply.Kind == dispatch.Private {
		reply.Kind = dispatch.Update
	}
	return reply, err
}
