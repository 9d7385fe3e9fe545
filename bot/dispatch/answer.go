package dispatch

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/discord"
	"madbot/bot/queue"
	"madbot/bot/safely"
	"madbot/bot/text"
	"madbot/bot/ui"
)

// answer is the answer to one interaction: the call, and what was sent to Discord so far. This file runs the handler,
// send.go sends its reply.
type answer struct {
	d       *Dispatcher
	in      *discord.Interaction
	call    *Call
	log     *slog.Logger
	seen    Observation
	outcome Outcome

	deferred    discordgo.InteractionResponseType // how the answer was deferred; 0: it was not
	uncertain   discordgo.InteractionResponseType // a deferral that failed, but may have arrived; 0: none
	placeholder bool                              // the deferral shows a block until the reply replaces it
}

// run calls the handler of control and sends its reply. It defers the answer if the handler takes long.
func (a *answer) run(ctx context.Context, control Component) {
	limited, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel() // only now: handlers may release what their reply needs when their context ends
	type result struct {
		reply Reply
		err   error
	}
	done := make(chan result, 1)
	go func() {
		reply, err := a.handle(limited, control)
		done <- result{reply, err}
	}()
	var r result
	late := time.After(a.d.deps.Defer)
	for waiting := true; waiting; {
		select {
		case r = <-done:
			waiting = false
		case <-late:
			a.deferAnswer(ctx, control)
		}
	}
	if r.err != nil {
		r.reply = a.textReply(a.explain(r.err))
	}
	a.updateSource(ctx, &r.reply)
	a.send(ctx, r.reply)
	a.post(ctx, r.reply)
	a.follow(ctx, r.reply)
}

// handle waits for a place in the queue, calls the handler of control and draws the pictures of its reply.
func (a *answer) handle(ctx context.Context, control Component) (reply Reply, err error) {
	err = safely.Do(func() error {
		waiting, stop := context.WithTimeout(ctx, waitLimit)
		defer stop()
		place, err := a.enter(waiting)
		if err != nil {
			return err
		}
		defer place.Leave()
		if reply, err = control.Run(ctx, a.call); err != nil {
			return err
		}
		if a.onPanel() && reply.Kind == Update {
			reply.Message = reply.Message.Keep(a.in.Message.Files())
		}
		return ui.Draw(&reply.Message, reply.Post, reply.Card)
	})
	return reply, err
}

// enter waits for a place in the queue. It returns text.ErrBusy if the queue is full or ctx ends first.
func (a *answer) enter(ctx context.Context) (*queue.Place, error) {
	place, err := a.d.queue.Enter(ctx, string(a.call.Actor.ID))
	if err != nil {
		a.log.Warn("too many calls; this one is refused", "err", err)
		return nil, text.ErrBusy
	}
	return place, nil
}

// explain returns the text for the person about err. An error that is not a refusal is logged as an incident.
func (a *answer) explain(err error) string {
	if said, known := text.Refusal(a.call.T, err); known {
		a.outcome = OutcomeRefused
		a.log.Debug("refused", "why", err)
		return said
	}
	a.logIncident(err)
	if isTimeout(err) {
		a.outcome = OutcomeLate
		return text.TooSlow(a.call.T)
	}
	return text.Incident(a.call.T, incident(a.in.ID))
}

// logIncident logs a failure of the bot with the number that is shown to the person.
func (a *answer) logIncident(err error) {
	a.outcome = OutcomeFailed
	a.log.Error("interaction failed", "incident", incident(a.in.ID), "err", err)
}

// textReply returns a private Reply with only text. If it replaces a panel, it has a button to try again.
func (a *answer) textReply(text string) Reply {
	reply := InPrivate(text)
	if a.placeholder && a.deferred == deferredUpdate {
		reply.Message.Rows = a.retryButton()
	}
	return reply
}

// retryButton returns a button that repeats the control that was used, so that a panel always keeps a control. A
// command has none.
func (a *answer) retryButton() []ui.Row {
	if a.call.ID.Verb == "" {
		return nil
	}
	return ui.Buttons(ui.Button{ID: a.call.ID, Label: text.TryAgain(a.call.T)})
}

func isTimeout(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}
