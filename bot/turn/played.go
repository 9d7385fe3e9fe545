package turn

import (
	"context"
	"slices"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// Private answers to a turn, made of whole sentences: which turn it was, how it was
// answered, whose turn it is. Words says a turn in words, as in “211 sails from c2”. Other is a mention, if need
// be with what tells the match apart, as in “@Bob (5x5, you are Red)”.
var (
	msgDone = i18n.Message{ID: "move.done",
		Other: "Played **{{.Turn}}** against {{.Other}}."}
	msgDoneAlone = i18n.Message{ID: "move.donealone", Other: "Played **{{.Turn}}**."}
	msgPassDone  = i18n.Message{ID: "move.passed",
		Other: "You passed against {{.Other}}."}
	msgPassDoneAlone = i18n.Message{ID: "move.passedalone", Other: "You passed."}
	msgHadPlanned    = i18n.Message{ID: "move.planned",
		Other: "{{.Other}} had planned the answer **{{.Turn}}** — {{.Words}}."}
	msgAnswered = i18n.Message{ID: "move.answered",
		Other: "{{.Other}} answered **{{.Turn}}** — {{.Words}}."}
	msgBack      = i18n.Message{ID: "move.back", Other: "This ended your vacation."}
	msgNextAgain = i18n.Message{ID: "move.again", Other: "It's your turn again."}
)

// played replies to a typed turn: which turn it was, against whom, and what comes next.
func (h *Handlers) played(ctx context.Context, c *dispatch.Call, m play.Match, err error) (show.Answer, error) {
	if err != nil {
		return show.Answer{Match: m}, err
	}
	logTurn(c, &m)
	done := h.donePlaying(ctx, c, &m, msgHadPlanned)
	a := show.Changed(m, dispatch.InPlace(done.said))
	row := done.next
	switch {
	case m.ToMove() == c.Actor.ID:
		a.Next = " " + c.T.Text(msgNextAgain, nil)
	case m.Status == match.Finished:
		a.Next = " " + text.Verdict(c.T, &m.Match)
	default:
		row = slices.Concat([]ui.Button{show.Plan(c.T, &m.Match, 0), show.Note(c.T, &m.Match, "")},
			show.MayTakeBack(c.T, &m.Match, c.Actor.ID), row)
	}
	a.Reply.Message.Rows = ui.Buttons(row...)
	if done.rest != "" {
		a.Next += " " + done.rest
	}
	a.Reply = h.Live.AwaitRobot(c, m, a.Reply, func(ctx context.Context, now play.Match) dispatch.Reply {
		return h.answered(ctx, c, now)
	})
	return a, nil
}

// answered says how the robot answered in m, with a button to play on.
func (h *Handlers) answered(ctx context.Context, c *dispatch.Call, m play.Match) dispatch.Reply {
	done := h.donePlaying(ctx, c, &m, msgAnswered)
	ends := ""
	if m.Status == match.Playing {
		done.next = append([]ui.Button{show.Play(c.T, &m.Match)}, done.next...)
	} else {
		ends = text.Verdict(c.T, &m.Match)
	}
	r := dispatch.InPlace(turns.Joined(" ", done.said, ends, done.rest))
	r.Message.Rows = ui.Buttons(done.next...)
	return r
}

func logTurn(c *dispatch.Call, m *play.Match) {
	game, _ := justPlayed(c, &m.Match)
	_, turn := game.Last()
	c.Log.Info("turn", "match", m.ID, "ply", game.Ply(), "turn", turn)
}

// turnDone is the text about a turn that the person played.
type turnDone struct {
	said string      // which turn it was, and against whom
	next []ui.Button // to the next match that waits for them, if any
	rest string      // says that nothing else waits for them; empty: something does, or they play no other match
}

// donePlaying returns the text about the turn that the person played in m. If it was already answered, the message
// answered says so.
func (h *Handlers) donePlaying(ctx context.Context, c *dispatch.Call, m *play.Match, answered i18n.Message) turnDone {
	open := h.View.OpenMatches(ctx, c)
	game, since := justPlayed(c, &m.Match)
	before, turn := game.Last()
	args := i18n.Args{"Turn": turn, "Words": turns.Words(c.T, before, turn),
		"Other": h.View.OpponentIfSeveral(c, m, open)}
	form, alone := msgDone, msgDoneAlone
	if turn == rules.Pass {
		form, alone = msgPassDone, msgPassDoneAlone
	}
	if args["Other"] == "" {
		form = alone
	}
	done := turnDone{c.T.Text(form, args), show.NextButton(c.T, open, c.Actor.ID, m.ID),
		show.RestWaits(c.T, open, c.Actor.ID, m.ID)}
	if m.Robot() == "" && m.WasAway(since) {
		done.said += " " + c.T.Text(msgBack, nil)
	}
	done.said += h.attacked(ctx, c, m, &game)
	if since == 0 {
		return done
	}
	before, turn = m.Game.Last()
	args["Turn"], args["Words"] = turn, turns.Words(c.T, before, turn)
	args["Other"] = text.Mention(c.T, m.Players.Of(before.Side())) // what tells the match apart was said
	done.said += " " + c.T.Text(answered, args)
	done.said += h.attacked(ctx, c, m, &m.Game)
	return done
}

// attacked says what the last turn of g attacks, for people without pictures.
func (h *Handlers) attacked(ctx context.Context, c *dispatch.Call, m *play.Match, g *rules.Game) string {
	said := turns.NowAttacked(c.T, g, m.ColorOf(c.Actor.ID))
	if said == "" || !h.View.Settings(ctx, c).NoPictures {
		return ""
	}
	return " " + said
}
