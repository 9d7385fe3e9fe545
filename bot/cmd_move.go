package bot

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// Private answers to a turn that was played, put together of whole sentences: which turn it was, how it was
// answered, whose turn it is. Words says a turn in words, as in “211 sails from c2”. Other is a mention, if need
// be with what tells the match apart, as in “@Bob (5x5, you are Red)”.
var (
	msgDone = i18n.Message{ID: "move.done",
		Other: "Played **{{.Turn}}** against {{.Other}} — {{.Words}}."}
	msgPassDone = i18n.Message{ID: "move.passed",
		Other: "You passed in the match against {{.Other}}."}
	msgHadPlanned = i18n.Message{ID: "move.planned",
		Other: "{{.Other}} had planned the answer **{{.Turn}}** — {{.Words}}."}
	msgAnswered = i18n.Message{ID: "move.answered",
		Other: "{{.Other}} answered **{{.Turn}}** — {{.Words}}."}
	msgThatEnds  = i18n.Message{ID: "move.thatends", Other: "That ends the match."}
	msgNextAgain = i18n.Message{ID: "move.again", Other: "It is your turn again."}
	msgNext      = i18n.Message{ID: "move.next", Other: "It is their turn now."}
	msgEnded     = i18n.Message{ID: "move.ended",
		Other: "Played **{{.Turn}}** against {{.Other}} — {{.Words}}. That ends the match."}
	msgAnotherMatch = i18n.Message{ID: "move.another",
		Other: "You picked a turn of another match than the one you named. Nothing was played; pick a turn " +
			"of the match you mean."}
	msgThisOne = i18n.Message{ID: "move.which", Other: "{{.Other}} ({{.Which}})"}
)

// The private question before a turn that loses at once, its two buttons, and the answer to the second.
var (
	msgSure = i18n.Message{ID: "move.sure",
		Other: "**{{.Turn}}** in the match against {{.Other}} sends your own corvette into exile: " +
			"you would lose at once. Do you mean it?"}
	msgLose = i18n.Message{ID: "move.lose", Other: "Play it and lose"}
	msgKeep = i18n.Message{ID: "move.keep", Other: "No, keep the corvette"}
	msgKept = i18n.Message{ID: "move.kept", Other: "That was not played."}
)

// move plays a turn that is typed, with suggestions.
func (h *handlers) move() dispatch.Command {
	play := h.about("move", h.moveIn, isPlaying, isOnTurn)
	return dispatch.Command{
		Spec: dispatch.Spec("move", "Play your turn",
			textOption("turn", "Such as 211-c4, 112=221, 112>121>211 or pass; I suggest as you type", true),
			textOption("match", "Which match; only needed when you play several", false)),
		Run: play,
		Complete: map[string]dispatch.Completer{
			"turn": h.completeTurn, "match": h.completeMatch(isPlaying)},
		Components: map[string]dispatch.Component{
			"move": {Run: play, Inline: true},
			"lose": {Run: h.about("lose", h.lose, isPlaying), Inline: true},
		},
	}
}

// moveIn plays the turn of c, and asks first when it would lose at once (rules 2.5).
func (h *handlers) moveIn(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	typed := readTurn(carry(c))
	ref := typed.ref
	switch ref.ID {
	case id:
	case "":
		ref = play.Ref{ID: id, Ply: play.AnyPly}
	default:
		return answer{}, text.Refuse(msgAnotherMatch, nil)
	}
	m, err := h.service.Play(ctx, c.Actor, ref, play.Typed{Text: typed.text})
	if losing, ok := errors.AsType[*play.LosingError](err); ok {
		return answer{match: m, reply: askToLose(c, losing, h.opponent(ctx, c, &m))}, nil
	}
	return h.played(ctx, c, m, err)
}

// askToLose asks before a turn that exiles the corvette of the side that plays it.
func askToLose(c *dispatch.Call, losing *play.LosingError, other string) dispatch.Reply {
	ref, turn := losing.Ref, losing.Turn
	press := func(answer string) ui.ID {
		return ui.ID{Verb: "lose", Match: ref.ID, Ply: ref.Ply, Arg: answer + " " + turn.String()}
	}
	return dispatch.Reply{Kind: dispatch.Update, Message: ui.Message{
		Text: c.T.Text(msgSure, i18n.Args{"Turn": turn, "Other": other}),
		Rows: ui.Buttons(
			ui.Button{ID: press(answerYes), Label: c.T.Text(msgLose, nil), Style: ui.Danger},
			ui.Button{ID: press(answerNo), Label: c.T.Text(msgKeep, nil), Style: ui.Strong})}}
}

// lose takes the answer to that question.
func (h *handlers) lose(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	yes, notation, _ := strings.Cut(c.ID.Arg, " ")
	if yes != answerYes {
		return h.viewing(says(msgKept, (*match.Match).OnTurn))(ctx, c, id)
	}
	m, err := h.service.Play(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply},
		play.Typed{Text: notation, Sure: true})
	return h.played(ctx, c, m, err)
}

// played says which turn was played, and against whom.
func (h *handlers) played(ctx context.Context, c *dispatch.Call, m play.Match, err error) (answer, error) {
	if err != nil {
		return answer{match: m}, err
	}
	logTurn(c, &m)
	done := h.donePlaying(ctx, c, &m, msgHadPlanned)
	a := changed(m, dispatch.InPlace(done.said))
	row := done.next
	switch {
	case m.ToMove() == c.Actor.ID:
		a.next = " " + c.T.Text(msgNextAgain, nil)
	case m.Status != match.Finished:
		a.next = " " + c.T.Text(msgNext, nil)
		row = slices.Concat([]ui.Button{panel.PlanButton(c.T, &m.Match, 0), panel.NoteButton(c.T, &m.Match, "")},
			backButtons(c.T, &m.Match, c.Actor.ID), row)
	}
	a.reply.Message.Rows = ui.Buttons(row...)
	if done.rest != "" {
		a.next += " " + done.rest
	}
	return a, nil
}

func logTurn(c *dispatch.Call, m *play.Match) {
	game, _ := justPlayed(c, &m.Match)
	_, turn := game.Last()
	c.Log.Info("turn", "match", m.ID, "ply", game.Ply(), "turn", turn)
}

// turnDone is what is said of a turn that the person played.
type turnDone struct {
	said string      // which turn it was, and against whom
	next []ui.Button // leads to the next match that waits for them; none: no match does
	rest string      // that nothing else waits for them; empty: something does, or they play no other match
}

// donePlaying returns what to say of the turn that the person played in m; in the words of answered, if it
// was answered since.
func (h *handlers) donePlaying(ctx context.Context, c *dispatch.Call, m *play.Match, answered i18n.Message) turnDone {
	open := h.openMatches(ctx, c)
	game, since := justPlayed(c, &m.Match)
	before, turn := game.Last()
	args := i18n.Args{"Turn": turn, "Words": turns.Words(c.T, before, turn),
		"Other": h.opponentAmong(ctx, c, m, open)}
	form := msgDone
	switch {
	case m.Status == match.Finished && since == 0:
		form = msgEnded
	case turn == rules.Pass:
		form = msgPassDone
	}
	done := turnDone{c.T.Text(form, args), nextButton(c.T, open, c.Actor.ID, m.ID),
		restWaits(c.T, open, c.Actor.ID, m.ID)}
	done.said += h.attacked(ctx, c, m, &game)
	if since == 0 {
		return done
	}
	before, turn = m.Game.Last()
	args["Turn"], args["Words"] = turn, turns.Words(c.T, before, turn)
	done.said += " " + c.T.Text(answered, args)
	done.said += h.attacked(ctx, c, m, &m.Game)
	if m.Status == match.Finished {
		done.said += " " + c.T.Text(msgThatEnds, nil)
	}
	return done
}

// attacked returns what goes after the words about the last turn of g, for who sees no pictures: what is
// attacked since.
func (h *handlers) attacked(ctx context.Context, c *dispatch.Call, m *play.Match, g *rules.Game) string {
	said := turns.NowAttacked(c.T, g, m.ColorOf(c.Actor.ID))
	if said == "" || !h.settings(ctx, c).NoPictures {
		return ""
	}
	return " " + said
}

// openMatches lists the open matches of the person; what was done is more important than that it fails.
func (h *handlers) openMatches(ctx context.Context, c *dispatch.Call) []play.Summary {
	open, err := h.service.Open(ctx, c.Actor.ID)
	if err != nil {
		c.Log.Warn("matches not listed", "err", err)
	}
	return open
}

// opponent names the other player of m to the person, who plays in it, and also m itself if the two play
// several matches.
func (h *handlers) opponent(ctx context.Context, c *dispatch.Call, m *play.Match) string {
	return h.opponentAmong(ctx, c, m, h.openMatches(ctx, c))
}

// opponentAmong is opponent for the open matches of the person.
func (h *handlers) opponentAmong(ctx context.Context, c *dispatch.Call, m *play.Match, open []play.Summary) string {
	this := m.Summary()
	against := this.Other(c.Actor.ID)
	other := text.Player(c.T, &m.Match, against)
	same := []play.Summary{this}
	for _, s := range narrow(open, c.Actor.ID, isPlaying) {
		if s.ID != m.ID && s.Other(c.Actor.ID) == against {
			same = append(same, s)
		}
	}
	if which := text.Which(c.T, h.listed(ctx, c, same), readerOf(c)); which != "" {
		return c.T.Text(msgThisOne, i18n.Args{"Other": other, "Which": which})
	}
	return other
}

// completeTurn suggests the legal turns of the matches that can be meant.
func (h *handlers) completeTurn(ctx context.Context, c *dispatch.Call) ([]ui.Choice, error) {
	matches, err := h.onTurn(ctx, c)
	if err != nil {
		return nil, err
	}
	summaries := make([]play.Summary, len(matches))
	for i := range matches {
		summaries[i] = matches[i].Summary()
	}
	boards := make([]turns.Board, len(matches))
	for i, tag := range text.Tags(c.T, h.listed(ctx, c, summaries), readerOf(c)) {
		boards[i] = turns.Board{Position: matches[i].Game.Position(), Tag: tag}
	}
	_, typed := c.Focused()
	typed = readTurn(typed).text
	var choices []ui.Choice
	for _, s := range turns.Suggest(c.T, boards, typed, discord.MaxChoices) {
		m, value := &matches[s.Board], dispatch.AsTyped(typed)
		if s.Turn != rules.NoTurn {
			value = suggestion(s.Turn, play.Ref{ID: m.ID, Ply: m.Moment()})
		}
		choices = append(choices, ui.Choice{Name: s.Name, Value: value})
	}
	return choices, nil
}

// onTurn loads the matches that c can mean and in which it is the person's turn; if there are none, it
// returns why.
func (h *handlers) onTurn(ctx context.Context, c *dispatch.Call) ([]play.Match, error) {
	id, list, err := h.meant(ctx, c, []filter{isPlaying, isOnTurn})
	if err != nil {
		return nil, err
	}
	ids := []match.ID{id}
	if id == "" {
		ids = nil
		for _, m := range list[:min(len(list), discord.MaxChoices-1)] {
			ids = append(ids, m.ID)
		}
	}
	var matches []play.Match
	var whyNot error
	for _, id := range ids {
		m, err := h.service.Match(ctx, c.Actor, id)
		if err != nil {
			return nil, err
		}
		if err := m.OnTurn(c.Actor.ID); err != nil {
			whyNot = err
			continue
		}
		matches = append(matches, m)
	}
	if len(matches) == 0 {
		return nil, whyNot
	}
	return matches, nil
}

// suggestion is the value of a suggested turn: its text, and the match and ply it was made for, so
// that it is never played on another board.
func suggestion(turn rules.Turn, ref play.Ref) string {
	return turn.String() + " @" + string(ref.ID) + "." + strconv.Itoa(ref.Ply)
}

// typedTurn is what was typed as a turn, or picked from the suggestions.
type typedTurn struct {
	text  string
	ref   play.Ref // of a suggestion's value; zero for others
	about string   // of a suggestion's name: what may name its match
}

// readTurn reads what suggestion wrote, the name of a suggestion, or what is typed.
func readTurn(value string) typedTurn {
	turn, place, found := strings.Cut(value, " @")
	name, number, _ := strings.Cut(place, ".")
	id, err := match.ParseID(name)
	ply, bad := strconv.Atoi(number)
	if found && errors.Join(err, bad) == nil {
		return typedTurn{text: turn, ref: play.Ref{ID: id, Ply: ply}}
	}
	turn, about := turns.ReadSuggestion(value)
	return typedTurn{text: turn, about: about}
}
