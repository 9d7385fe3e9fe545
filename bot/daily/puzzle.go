package daily

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel/solve"
	"madbot/bot/play"
	"madbot/bot/play/tries"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules/puzzle"
)

// PuzzleHandlers handles what Commands and Controls list. Every field is required.
type PuzzleHandlers struct {
	Service *Puzzles
	Panel   *solve.Panel
}

// `/puzzle`, in private: above the board, and what a first try changes. Buttons are short.
var (
	msgTitle  = i18n.Message{ID: "puzzle.title", Other: "**Puzzle**, level {{.Level}}: {{.Side}} to play"}
	msgOwn    = i18n.Message{ID: "puzzle.own", Other: "**From your game**, round {{.Round}}: {{.Side}} to play"}
	msgServer = i18n.Message{ID: "puzzle.server", Other: "**From a game on this server**: {{.Side}} to play"}
	msgAgain  = i18n.Message{ID: "puzzle.again", Other: "**Once more**, level {{.Level}}: {{.Side}} to play"}
	msgRated  = i18n.Message{ID: "puzzle.rated", Other: "Your puzzle rating: {{.Rating}} ({{.Change}})."}
	msgUnsure = i18n.Message{ID: "puzzle.unsure", Other: "Your puzzle rating so far: about {{.Rating}}."}

	msgNext       = i18n.Message{ID: "puzzle.button.next", Other: "Next puzzle"}
	msgFromOwn    = i18n.Message{ID: "puzzle.button.own", Other: "Your games: {{.Count}}"}
	msgFromServer = i18n.Message{ID: "puzzle.button.server", Other: "From this server: {{.Count}}"}
	msgAll        = i18n.Message{ID: "puzzle.button.all", Other: "All levels"}

	msgDone    = i18n.Message{ID: "puzzle.done", Other: "You've done every level {{.Level}} puzzle."}
	msgDoneAll = i18n.Message{ID: "puzzle.done.all", Other: "You've done every puzzle."}
	msgDoneOwn = i18n.Message{ID: "puzzle.done.own", Other: "Nothing more to solve here. A *Review* of a game finds new ones."}
	msgGone    = i18n.Message{ID: "puzzle.gone", Other: "This puzzle is gone."}
)

const optLevel = "difficulty" // "level" means the bot's strength in all commands

// Commands returns /puzzle.
func (h *PuzzleHandlers) Commands() []dispatch.Command {
	level := &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionInteger, Name: optLevel,
		Description: "From 1, easy, to 7; leave it out for what suits you", MinValue: new(1.0), MaxValue: puzzle.Levels}
	return []dispatch.Command{{Spec: dispatch.Spec("puzzle", "Solve a puzzle, at your own pace; only you see it", level),
		Run: h.begin, Prompt: true}}
}

// Controls returns the handler for solving and for the next puzzle.
func (h *PuzzleHandlers) Controls() dispatch.Controls {
	return dispatch.Controls{ui.Puzzle: {Run: h.solve, Inline: true, Prompt: true}}
}

// begin shows a puzzle of the chosen level, or one that suits the caller.
func (h *PuzzleHandlers) begin(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	return h.next(ctx, c, OfLevel(c.Number(optLevel, 0)))
}

// poolMark separates the pool and the puzzle in the subject of a control.
const poolMark = "~"

func opens(from Pool) ui.ID { return solve.Opens(ui.Puzzle, string(from)) }

// next shows the next puzzle of a pool, or says that there is none.
func (h *PuzzleHandlers) next(ctx context.Context, c *dispatch.Call, from Pool) (dispatch.Reply, error) {
	f, err := h.Service.Next(ctx, c.Actor, from)
	if errors.Is(err, ErrDone) {
		return h.done(ctx, c, from)
	}
	if err != nil {
		return dispatch.Reply{}, err
	}
	ways, err := h.ways(ctx, c, from)
	if err != nil {
		return dispatch.Reply{}, err
	}
	task := h.task(c, from, f)
	task.Ways = ways
	return h.Panel.Show(ctx, solve.Step{Task: task}), nil
}

// task returns the caller's task of solving f, which is from a pool.
func (h *PuzzleHandlers) task(c *dispatch.Call, from Pool, f Found) solve.Task {
	title, args := msgTitle, i18n.Args{"Level": f.Level(), "Side": turns.Side(c.T, f.Position.Side()), "Round": f.Round}
	switch {
	case f.Again:
		title = msgAgain
	case f.IsOwn() && from == Server:
		title = msgServer
	case f.IsOwn():
		title = msgOwn
	}
	return solve.Task{Call: c, State: solve.State{Subject: string(from) + poolMark + f.ID}, Puzzle: f.Puzzle,
		Verb: ui.Puzzle, Title: c.T.Text(title, args), Open: true, Done: f.Tried, Counts: !f.Tried && !f.Again}
}

// ways returns buttons to the other pools with something to solve.
func (h *PuzzleHandlers) ways(ctx context.Context, c *dispatch.Call, from Pool) (list []ui.Button, err error) {
	own, server, err := h.Service.Counts(ctx, c.Actor)
	if own > 0 && from != OwnGames {
		list = append(list, ui.Button{ID: opens(OwnGames), Label: c.T.Text(msgFromOwn, i18n.Args{"Count": own})})
	}
	if server > 0 && from != Server {
		list = append(list, ui.Button{ID: opens(Server), Label: c.T.Text(msgFromServer, i18n.Args{"Count": server})})
	}
	return list, err
}

// done replies that nothing of a pool is left.
func (h *PuzzleHandlers) done(ctx context.Context, c *dispatch.Call, from Pool) (dispatch.Reply, error) {
	words := msgDoneAll
	switch {
	case from == OwnGames || from == Server:
		words = msgDoneOwn
	case from.Level() > 0:
		words = msgDone
	}
	ways, err := h.ways(ctx, c, from)
	if from != Suitable {
		ways = append([]ui.Button{{ID: opens(Suitable), Label: c.T.Text(msgAll, nil)}}, ways...)
	}
	return solve.Said(c, ui.Message{Text: c.T.Text(words, i18n.Args{"Level": from.Level()}), Rows: ui.Buttons(ways...)}), err
}

// solve handles a turn, a request for a hint or the solution, or shows the next puzzle.
func (h *PuzzleHandlers) solve(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	pool, id, chosen := strings.Cut(solve.Of(c).Subject, poolMark)
	from := Pool(pool)
	if !chosen {
		return h.next(ctx, c, from)
	}
	f, err := h.Service.Find(ctx, c.Actor, id)
	if errors.Is(err, play.ErrNotFound) {
		return solve.Said(c, ui.Message{Text: c.T.Text(msgGone, nil), Rows: ui.Buttons(onwards(c.T, from))}), nil
	}
	if err != nil {
		return dispatch.Reply{}, err
	}
	task := h.task(c, from, f)
	task.State = solve.Of(c)
	step, err := h.Panel.Take(ctx, task)
	if err == nil {
		err = h.keep(ctx, f, from, &step)
	}
	if err != nil {
		return dispatch.Reply{}, err
	}
	if step.Deed == solve.Solves {
		return h.Panel.Solved(ctx, step, step.Note, step.Ways...), nil
	}
	return h.Panel.Show(ctx, step), nil
}

// keep records how the first attempt at f ends, with or without help, and offers the next puzzle.
func (h *PuzzleHandlers) keep(ctx context.Context, f Found, from Pool, step *solve.Step) (err error) {
	if step.Deed.Settles() {
		made, err := h.Service.Try(ctx, step.Actor, f, step.Deed == solve.Solves, step.Deed.IsHelp())
		step.Note, step.Ways = note(step.T, f, made), []ui.Button{onwards(step.T, from)}
		return err
	}
	if f.Tried {
		step.Ways = []ui.Button{onwards(step.T, from)}
	} else if step.IsAsking() {
		step.Ways, err = h.ways(ctx, step.Call, from)
	}
	return err
}

func onwards(t i18n.Printer, from Pool) ui.Button {
	return ui.Button{ID: opens(from), Label: t.Text(msgNext, nil), Style: ui.Strong}
}

// note returns what a try changed; "" if nothing.
func note(t i18n.Printer, f Found, made tries.Result) string {
	if !made.First || f.IsOwn() || f.Again {
		return ""
	}
	return t.Text(i18n.Either(made.After.IsSure(), msgRated, msgUnsure), i18n.Args{
		"Rating": strconv.Itoa(made.After.Whole()), "Change": text.Signed(float64(made.Change))})
}
