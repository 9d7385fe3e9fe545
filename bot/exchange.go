package bot

import (
	"context"
	"log/slog"
	"time"

	"madbot/bot/i18n"
)

var (
	msgIncident = i18n.Message{ID: "dispatch.incident",
		Other: "Something went wrong on my side. Nothing you did is lost; please try again. " +
			"If it stays so, tell whoever runs me the number {{.Number}}."}
	msgTooSlow = i18n.Message{ID: "dispatch.slow",
		Other: "That took me too long. Please try again; `/board` shows how the match stands."}
)

// exchange is one interaction and its answer.
type exchange struct {
	in       *interaction
	out      responder
	log      *slog.Logger
	call     *Call
	deferred callbackType // how the answer was put off; 0: it was not
}

// outcome is what a handler returned.
type outcome struct {
	reply Reply
	err   error
}

// run has the press handled and answers it, if need be after saying that the answer will come.
func (e *exchange) run(ctx context.Context, press Press) {
	limited, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		o.err = safely(func() (err error) {
			o.reply, err = press.Run(limited, e.call)
			return err
		})
		done <- o
	}()
	late := time.NewTimer(deferAfter)
	defer late.Stop()
	for {
		select {
		case o := <-done:
			e.give(ctx, e.reply(o))
			return
		case <-late.C:
			e.put(ctx, press.Inline)
		}
	}
}

// put says that the answer will come. What it may be is settled by that: a private message, or,
// inline, a change of the message whose control was pressed.
func (e *exchange) put(ctx context.Context, inline bool) {
	c := wireCallback{Type: deferMessage, Data: wireFlags{ephemeral}}
	if inline && e.in.Type == componentInteraction {
		c = wireCallback{Type: deferUpdate}
	}
	sending, cancel := sendContext(ctx)
	defer cancel()
	if err := e.out.callback(sending, e.in, c, nil); err != nil {
		e.log.Error("answer not put off", "err", err)
		return
	}
	e.deferred = c.Type
}

// reply turns an error into words; unknown ones are incidents.
func (e *exchange) reply(o outcome) Reply {
	if o.err == nil {
		e.log.Debug("handled")
		return o.reply
	}
	if text, known := explain(e.call.T, o.err); known {
		e.log.Debug("refused", "why", o.err)
		return private(text)
	}
	e.logIncident(o.err)
	if isTimeout(o.err) {
		return private(e.call.T.Text(msgTooSlow, nil))
	}
	return private(e.call.T.Text(msgIncident, i18n.Args{"Number": incident(e.in.ID)}))
}

// logIncident writes down what nobody should have met.
func (e *exchange) logIncident(err error) {
	log := e.log.With("incident", incident(e.in.ID))
	if caught, ok := err.(*panicError); ok {
		log = log.With("stack", string(caught.stack))
	}
	log.Error("interaction failed", "err", err)
}

// give sends the answer. It is sent also when the handler's time, or the bot's, is over.
func (e *exchange) give(ctx context.Context, r Reply) {
	sending, cancel := sendContext(ctx)
	defer cancel()
	err := safely(func() error { return e.send(sending, r) })
	if err != nil {
		e.log.Error("answer not sent", "err", err)
	}
}

// sendContext outlives ctx for as long as sending may take.
func sendContext(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), sendLimit)
}

// send finds the call that brings r in the state that the exchange is in.
func (e *exchange) send(ctx context.Context, r Reply) error {
	if r.Kind == Silence {
		return e.silence(ctx)
	}
	m, files, err := r.Message.wire()
	if err != nil {
		return err
	}
	inPlace := r.Kind == Update && e.call.private
	switch e.deferred {
	case deferMessage:
		return e.out.edit(ctx, e.in, m, files)
	case deferUpdate:
		if inPlace {
			return e.out.edit(ctx, e.in, m, files)
		}
		m.Flags = ephemeral
		return e.out.follow(ctx, e.in, m, files)
	}
	if inPlace {
		return e.out.callback(ctx, e.in, wireCallback{answerUpdate, m}, files)
	}
	m.Flags = ephemeral
	return e.out.callback(ctx, e.in, wireCallback{answerMessage, m}, files)
}

// silence acknowledges without a word.
func (e *exchange) silence(ctx context.Context) error {
	switch e.deferred {
	case deferMessage:
		return e.out.remove(ctx, e.in)
	case deferUpdate:
		return nil
	}
	return e.out.callback(ctx, e.in, wireCallback{Type: deferUpdate}, nil)
}

// suggest sends suggestions.
func (e *exchange) suggest(ctx context.Context, choices []Choice) {
	list := wireChoices{Choices: []wireChoice{}}
	for _, c := range choices[:min(len(choices), maxChoices)] {
		list.Choices = append(list.Choices, wireChoice{cut(c.Name, maxItem), c.Value})
	}
	sending, cancel := sendContext(ctx)
	defer cancel()
	if err := e.out.callback(sending, e.in, wireCallback{answerChoices, list}, nil); err != nil {
		e.log.Warn("suggestions not sent", "err", err)
	}
}
