package bot

import (
	"context"
	"log/slog"
	"time"

	"madbot/bot/discord"
	"madbot/bot/i18n"
	"madbot/bot/text"
)

var (
	msgIncident = i18n.Message{ID: "dispatch.incident",
		Other: "Something went wrong on my side. `/board` shows whether it was done; if not, please " +
			"try again. If it stays so, tell whoever runs me the number {{.Number}}."}
	msgTooSlow = i18n.Message{ID: "dispatch.slow",
		Other: "That took me too long. Please try again; `/board` shows how the match stands."}
)

// responder gives the answers to an interaction; discord.Client is one.
type responder interface {
	CreateResponse(ctx context.Context, in *discord.Interaction, r discord.Response) error
	EditResponse(ctx context.Context, in *discord.Interaction, m discord.Message) error
	DeleteResponse(ctx context.Context, in *discord.Interaction) error
	CreateFollowup(ctx context.Context, in *discord.Interaction, m discord.Message) error
}

// exchange is one interaction and its answer.
type exchange struct {
	in       *discord.Interaction
	out      responder
	log      *slog.Logger
	links    *links
	call     *Call
	deferred discord.ResponseType // how the answer was put off; 0: it was not
}

// parcel is an answer ready to be sent, its picture drawn.
type parcel struct {
	kind    ReplyKind
	message discord.Message
}

// outcome is what came of a handler.
type outcome struct {
	parcel parcel
	err    error
}

// pack draws what r shows.
func pack(r Reply, l *links) (parcel, error) {
	m, err := r.Message.wire(l)
	return parcel{r.Kind, m}, err
}

// run has the press handled and answers it, if need be after saying that the answer will come.
func (e *exchange) run(ctx context.Context, press Press) {
	limited, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		o.err = safely(func() error {
			reply, err := press.Run(limited, e.call)
			if err == nil {
				o.parcel, err = pack(reply, e.links)
			}
			return err
		})
		done <- o
	}()
	late := time.NewTimer(deferAfter)
	defer late.Stop()
	for {
		select {
		case o := <-done:
			if o.err != nil {
				e.say(ctx, e.words(o.err))
				return
			}
			e.log.Debug("handled")
			e.give(ctx, o.parcel)
			return
		case <-late.C:
			e.put(ctx, press.Inline)
		}
	}
}

// put says that the answer will come. What it may be is settled by that: a private message, or,
// inline, a change of the message whose control was pressed.
func (e *exchange) put(ctx context.Context, inline bool) {
	r := discord.Response{Type: discord.DeferredMessage,
		Data: discord.Deferral{Flags: discord.Ephemeral}}
	if inline && e.in.Type == discord.ComponentInteraction {
		r = discord.Response{Type: discord.DeferredUpdate}
	}
	sending, cancel := sendContext(ctx)
	defer cancel()
	if err := e.out.CreateResponse(sending, e.in, r); err != nil {
		e.log.Error("answer not put off", "err", err)
		return
	}
	e.deferred = r.Type
}

// words turns an error into words; unknown ones are incidents.
func (e *exchange) words(err error) string {
	if said, known := text.Refusal(e.call.T, err); known {
		e.log.Debug("refused", "why", err)
		return said
	}
	e.logIncident(err)
	if isTimeout(err) {
		return e.call.T.Text(msgTooSlow, nil)
	}
	return e.call.T.Text(msgIncident, i18n.Args{"Number": incident(e.in.ID)})
}

// logIncident writes down what nobody should have met.
func (e *exchange) logIncident(err error) {
	log := e.log.With("incident", incident(e.in.ID))
	if caught, ok := err.(*panicError); ok {
		log = log.With("stack", string(caught.stack))
	}
	log.Error("interaction failed", "err", err)
}

// decline answers that there is no time.
func (e *exchange) decline(ctx context.Context) {
	if e.in.Type == discord.AutocompleteInteraction {
		e.suggest(ctx, nil)
		return
	}
	e.say(ctx, e.call.T.Text(msgBusy, nil))
}

// say answers with text alone, privately.
func (e *exchange) say(ctx context.Context, text string) {
	words, _ := pack(private(text), e.links) // without a picture nothing can fail
	e.give(ctx, words)
}

// give sends the answer. It is sent also when the handler's time, or the bot's, is over.
func (e *exchange) give(ctx context.Context, p parcel) {
	sending, cancel := sendContext(ctx)
	defer cancel()
	if err := e.send(sending, p); err != nil {
		e.log.Error("answer not sent", "err", err)
	}
}

// sendContext outlives ctx for as long as sending may take.
func sendContext(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), sendLimit)
}

// send finds the call that brings p in the state that the exchange is in.
func (e *exchange) send(ctx context.Context, p parcel) error {
	if p.kind == Silence {
		return e.silence(ctx)
	}
	inPlace := p.kind == Update && e.call.private
	if e.deferred == discord.DeferredMessage || e.deferred == discord.DeferredUpdate && inPlace {
		return e.out.EditResponse(ctx, e.in, p.message)
	}
	if inPlace {
		return e.out.CreateResponse(ctx, e.in,
			discord.Response{Type: discord.UpdateResponse, Data: p.message})
	}
	p.message.Flags = discord.Ephemeral
	if e.deferred == discord.DeferredUpdate {
		return e.out.CreateFollowup(ctx, e.in, p.message)
	}
	return e.out.CreateResponse(ctx, e.in,
		discord.Response{Type: discord.MessageResponse, Data: p.message})
}

// silence acknowledges without a word.
func (e *exchange) silence(ctx context.Context) error {
	switch e.deferred {
	case discord.DeferredMessage:
		return e.out.DeleteResponse(ctx, e.in)
	case discord.DeferredUpdate:
		return nil
	}
	return e.out.CreateResponse(ctx, e.in, discord.Response{Type: discord.DeferredUpdate})
}

// suggest sends suggestions.
func (e *exchange) suggest(ctx context.Context, choices []Choice) {
	var list discord.Choices
	for _, c := range choices[:min(len(choices), discord.MaxChoices)] {
		list = append(list, discord.Choice{
			Name: discord.Cut(c.Name, discord.MaxChoiceName), Value: c.Value})
	}
	sending, cancel := sendContext(ctx)
	defer cancel()
	r := discord.Response{Type: discord.ChoicesResponse, Data: list}
	if err := e.out.CreateResponse(sending, e.in, r); err != nil {
		e.log.Warn("suggestions not sent", "err", err)
	}
}
