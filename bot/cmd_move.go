package bot

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"madbot/bot/discord"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/rules"
	"madbot/rules/match"
)

var (
	msgDone = i18n.Message{ID: "move.done",
		Other: "Played **{{.Turn}}** — {{.Words}}. Now it is up to {{.Other}}."}
	msgPassDone = i18n.Message{ID: "move.passed", Other: "Passed. Now it is up to {{.Other}}."}
	msgEnded    = i18n.Message{ID: "move.ended",
		Other: "Played **{{.Turn}}** — {{.Words}}. That ends the match."}
	msgSure = i18n.Message{ID: "move.sure",
		Other: "**{{.Turn}}** sends your own corvette into exile: you would lose at once. " +
			"Do you mean it?"}
	msgLose = i18n.Message{ID: "move.lose", Other: "Play it and lose"}
	msgKeep = i18n.Message{ID: "move.keep", Other: "No, keep the corvette"}
	msgKept = i18n.Message{ID: "move.kept", Other: "That was not played."}
)

// move plays a turn that is typed, with suggestions.
func (h *handlers) move() Command {
	play := h.about("move", h.moveIn, isPlaying, isOnTurn)
	return Command{
		Spec: spec("move", "Play your turn",
			textOption("turn", "Such as 211-c4, 112=221, 112>121>211 or pass; I suggest as you type", true),
			textOption("match", "Which match; only needed when you play several", false)),
		Run: play,
		Complete: map[string]Completer{
			"turn": h.completeTurn, "match": h.completeMatch(isPlaying)},
		Components: map[string]Component{
			"move": {Run: play, Inline: true},
			"lose": {Run: h.about("lose", h.lose, isPlaying), Inline: true},
		},
	}
}

// moveIn plays the turn of c, and asks first when it would lose at once (rules 2.5).
func (h *handlers) moveIn(ctx context.Context, c *Call, id match.ID) (answer, error) {
	typed, ref, picked := splitSuggestion(c.carry())
	if !picked || ref.ID != id {
		ref = play.Ref{ID: id, Ply: play.AnyPly}
	}
	m, err := h.service.Play(ctx, c.Actor, ref, play.Typed{Text: typed})
	if losing, ok := errors.AsType[*play.LosingError](err); ok {
		return answer{match: m, reply: askToLose(c, losing.Ref, losing.Turn)}, nil
	}
	return played(c, m, err)
}

// askToLose asks before a turn that exiles the corvette of the side that plays it.
func askToLose(c *Call, ref play.Ref, turn rules.Turn) Reply {
	press := func(answer string) customID {
		return customID{Verb: "lose", Match: ref.ID, Ply: ref.Ply, Arg: answer + " " + turn.String()}
	}
	return Reply{Kind: Update, Message: Message{
		Text: c.T.Text(msgSure, i18n.Args{"Turn": turn}),
		Rows: buttons(
			Button{press(answerYes), c.T.Text(msgLose, nil), Danger},
			Button{press(answerNo), c.T.Text(msgKeep, nil), Strong})}}
}

// lose takes the answer to that question.
func (h *handlers) lose(ctx context.Context, c *Call, id match.ID) (answer, error) {
	yes, notation, _ := strings.Cut(c.ID.Arg, " ")
	if yes != answerYes {
		return h.viewing(says(msgKept))(ctx, c, id)
	}
	m, err := h.service.Play(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply},
		play.Typed{Text: notation, Sure: true})
	return played(c, m, err)
}

// played says which turn was played.
func played(c *Call, m play.Match, err error) (answer, error) {
	if err != nil {
		return answer{match: m}, err
	}
	before, turn := m.Game.Last()
	c.Log.Info("turn", "match", m.ID, "ply", m.Game.Ply(), "turn", turn)
	args := i18n.Args{"Turn": turn, "Words": text.Turn(c.T, before, turn),
		"Other": text.Mention(m.PlayerOf(before.Side().Other()))}
	said := msgDone
	switch {
	case m.Status == match.Finished:
		said = msgEnded
	case turn == rules.Pass:
		said = msgPassDone
	}
	return answer{m, update(c.T.Text(said, args)), true}, nil
}

// completeTurn suggests the legal turns of the match that is meant.
func (h *handlers) completeTurn(ctx context.Context, c *Call) ([]Choice, error) {
	id, list, err := h.meant(ctx, c, []filter{isPlaying, isOnTurn})
	if err != nil {
		return nil, err
	}
	if len(list) > 0 {
		id = list[0].ID
	}
	m, err := h.service.Match(ctx, c.Actor, id)
	if err != nil {
		return nil, err
	}
	if err := m.OnTurn(c.Actor.ID); err != nil {
		return nil, err
	}
	_, typed := c.Focused()
	p := m.Game.Position()
	var choices []Choice
	for _, turn := range text.Suggest(c.T, p, typed, discord.MaxChoices) {
		choices = append(choices, Choice{
			Name:  turn.String() + " · " + text.Turn(c.T, p, turn),
			Value: suggestion(turn, play.Ref{ID: m.ID, Ply: m.Game.Ply()})})
	}
	return choices, nil
}

// suggestion is the value of a suggested turn: its text, and the match and ply it was made for, so
// that it is never played on another board.
func suggestion(turn rules.Turn, ref play.Ref) string {
	return turn.String() + " @" + string(ref.ID) + "." + strconv.Itoa(ref.Ply)
}

// splitSuggestion reads what suggestion wrote; a typed turn it returns as it is, with false.
func splitSuggestion(value string) (turn string, ref play.Ref, picked bool) {
	turn, place, found := strings.Cut(value, " @")
	name, number, _ := strings.Cut(place, ".")
	id, err := match.ParseID(name)
	ply, bad := strconv.Atoi(number)
	if !found || errors.Join(err, bad) != nil {
		return value, play.Ref{}, false
	}
	return turn, play.Ref{ID: id, Ply: ply}, true
}
