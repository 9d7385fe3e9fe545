package bot

import (
	"context"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// Private questions to who resigns, their buttons, and the answers. Before the second turn nobody loses: the
// match is called off.
var (
	msgReally = i18n.Message{ID: "resign.ask",
		Other: "Resign the match against {{.Other}}? It counts as a victory for {{.Other}}."}
	msgReallyOff = i18n.Message{ID: "resign.askearly",
		Other: "Leave the match against {{.Other}}? You have not played your second turn, " +
			"so it is called off and counts for nothing."}
	msgResignButton = i18n.Message{ID: "button.resign", Other: "Resign"}
	msgYesResign    = i18n.Message{ID: "resign.yes", Other: "Resign"}
	msgNoResign     = i18n.Message{ID: "resign.no", Other: "Play on"}
	msgResigned     = i18n.Message{ID: "resign.done", Other: "You resigned. Well fought."}
	msgLeft         = i18n.Message{ID: "resign.left", Other: "The match is called off."}
	msgPlaysOn      = i18n.Message{ID: "resign.kept", Other: "You did not resign."}
)

// resign gives a match up, after asking once more.
func (h *handlers) resign() dispatch.Command {
	ask := h.about("resign", h.viewing(h.askResign), isPlaying)
	return dispatch.Command{
		Spec: dispatch.Spec("resign", "Give up a match; you are asked once more",
			textOption("match", "Which match; only needed when you play several", false)),
		Run:      ask,
		Complete: map[string]dispatch.Completer{"match": h.completeMatch(isPlaying)},
		Components: map[string]dispatch.Component{
			"resign":    {Run: ask, Inline: true},
			"giveup":    {Run: h.about("giveup", h.giveUp, isPlaying), Inline: true},
			claimVerb:   {Run: h.about(claimVerb, h.claim, isPlaying), Inline: true},
			callOffVerb: {Run: h.about(callOffVerb, h.callOff, isPlaying), Inline: true},
			giveVerb:    {Run: h.about(giveVerb, h.giveTime, isPlaying), Inline: true},
		},
	}
}

// askResign asks about the match as it stands, whatever the button showed.
func (h *handlers) askResign(_ context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	if err := canLeave(&m.Match, c.Actor.ID); err != nil {
		return dispatch.Reply{}, err
	}
	form := msgReally
	if wouldAbort(&m.Match, c.Actor.ID) {
		form = msgReallyOff
	}
	press := func(answer string) ui.ID {
		return ui.ID{Verb: "giveup", Match: m.ID, Ply: m.Moment(), Arg: answer}
	}
	other := m.PlayerOf(m.ColorOf(c.Actor.ID).Other())
	return dispatch.Reply{Kind: settle(c), Message: ui.Message{
		Text: c.T.Text(form, i18n.Args{"Other": text.Mention(other)}),
		Rows: ui.Buttons(
			ui.Button{ID: press(answerYes), Label: c.T.Text(msgYesResign, nil), Style: ui.Danger},
			ui.Button{ID: press(answerNo), Label: c.T.Text(msgNoResign, nil), Style: ui.Quiet})}}, nil
}

// giveUp takes the answer.
func (h *handlers) giveUp(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	if c.ID.Arg != answerYes {
		return h.viewing(says(msgPlaysOn, canLeave))(ctx, c, id)
	}
	m, err := h.service.Resign(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply})
	if err != nil {
		return answer{match: m}, err
	}
	c.Log.Info("resign", "match", id)
	said := msgResigned
	if m.Game.Outcome().Reason == rules.Aborted {
		said = msgLeft
	}
	return changed(m, dispatch.InPlace(c.T.Text(said, nil))), nil
}

// canLeave returns the reason why p cannot give m up, nil when there is none.
func canLeave(m *match.Match, p match.PlayerID) error {
	switch {
	case m.Status == match.Finished:
		return match.ErrFinished
	case m.Status != match.Playing:
		return match.ErrNotPlaying
	case m.ColorOf(p) == rules.NoColor:
		return match.ErrNotPlayer
	}
	return nil
}

// wouldAbort reports whether leaving now counts for nothing (rules 5.5): it tries on a copy.
func wouldAbort(m *match.Match, p match.PlayerID) bool {
	try := m.Clone()
	_, err := try.Resign(p, m.Changed)
	return err == nil && try.Game.Outcome().Reason == rules.Aborted
}
