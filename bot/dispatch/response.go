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
	"madbot/rules/match"
)

// Responder gives the answers to an interaction; discord.Client is one.
type Responder interface {
	CreateResponse(ctx context.Context, in *discord.Interaction, r discord.Response) error
	EditResponse(ctx context.Context, in *discord.Interaction, m discord.Message) error
	DeleteResponse(ctx context.Context, in *discord.Interaction) error
	CreateFollowup(ctx context.Context, in *discord.Interaction, m discord.Message) error
}

// What Discord is told of an answer that comes later: as a message, or as a change of the control's.
const (
	deferredMessage = discordgo.InteractionResponseDeferredChannelMessageWithSource
	deferredUpdate  = discordgo.InteractionResponseDeferredMessageUpdate
)

// response is the answer to one interaction: what was asked, and how far the answer got.
type response struct {
	in       *discord.Interaction
	out      Responder
	log      *slog.Logger
	links    *ui.Links
	emojis   Emojis
	queue    *queue.Queue // of the calls whose handlers are to run
	call     *Call
	deferred discordgo.InteractionResponseType // how the answer was deferred; 0: it was not
	tried    discordgo.InteractionResponseType // how deferring it failed; 0: it did not
	held     bool                              // a block says that the answer will come, in place of that
	outcome  Outcome
	ending   <-chan struct{} // closed when the bot is to end
	panels   *panels
	late     time.Duration // after which the answer is deferred
}

// payload is an answer ready to be sent, its picture drawn.
type payload struct {
	kind    ReplyKind
	message discord.Message
	form    discord.Modal
	post    *discord.Message // nil: none
	refused func(context.Context)
	card    *discord.Message // nil: the message with the control stays
	then    func(context.Context) (Reply, bool)
	panel   match.ID // empty: it is none
}

// isBlock reports whether the answer is a block.
func (p payload) isBlock() bool { return p.message.Flags&discordgo.MessageFlagsIsComponentsV2 != 0 }

// outcome is what a handler returned.
type outcome struct {
	payload payload
	err     error
}

// newPayload draws what reply shows.
func newPayload(reply Reply, l *ui.Links) (payload, error) {
	m, err := reply.Message.Wire(l)
	p := payload{kind: reply.Kind, message: m, form: reply.Form, refused: reply.Unposted, then: reply.Then,
		panel: reply.Panel}
	for _, public := range []struct {
		of *ui.Message
		to **discord.Message
	}{{reply.Post, &p.post}, {reply.Card, &p.card}} {
		if err == nil && public.of != nil {
			m, err = public.of.Wire(l)
			*public.to = new(m)
		}
	}
	return p, err
}

// run has the call handled when it is its turn and sends the answer, after a deferral when that takes
// long.
func (r *response) run(ctx context.Context, control Component) {
	limited, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	done := make(chan outcome, 1)
	go func() { done <- r.handle(limited, control) }()
	late := time.After(r.late)
	for {
		select {
		case o := <-done:
			r.finish(ctx, o)
			return
		case <-late:
			r.postpone(ctx, control)
		}
	}
}

// handle calls the handler of control when it is the call's turn.
func (r *response) handle(ctx context.Context, control Component) (o outcome) {
	o.err = safely.Do(func() error {
		waiting, stop := context.WithTimeout(ctx, waitLimit)
		defer stop()
		place, err := r.enter(waiting)
		if err != nil {
			return err
		}
		defer place.Leave()
		reply, err := control.Run(ctx, r.call)
		if err == nil {
			o.payload, err = newPayload(reply, r.links)
		}
		return err
	})
	return o
}

// enter waits for the turn of the call. The error is text.ErrBusy when that never comes.
func (r *response) enter(ctx context.Context) (*queue.Place, error) {
	place, err := r.queue.Enter(ctx, string(r.call.Actor.ID))
	if err != nil {
		r.log.Warn("too much to do", "err", err)
		return nil, text.ErrBusy
	}
	return place, nil
}

// finish sends the answer that came of the call.
func (r *response) finish(ctx context.Context, o outcome) {
	if o.err != nil {
		r.say(ctx, r.words(o.err))
		return
	}
	r.change(ctx, &o.payload)
	r.send(ctx, o.payload)
	r.post(ctx, o.payload)
	r.follow(ctx, o.payload)
}

// postpone tells Discord that the answer will come. That decides what it can be: a private message
// or, inline, a change of the message whose control was used.
func (r *response) postpone(ctx context.Context, control Component) {
	answer, means := r.deferral(control)
	sending, cancel := sendContext(ctx)
	defer cancel()
	err := r.out.CreateResponse(sending, r.in, answer)
	if err != nil && !errors.Is(err, discord.ErrDoubtful) {
		r.log.Warn("answer not deferred", "err", err)
		r.tried = means
		return
	}
	if err != nil {
		r.log.Warn("answer deferred, it seems", "err", err)
	}
	r.deferred = means
}

// deferral returns what to tell Discord while the answer is not there, and how the answer is deferred
// by that.
func (r *response) deferral(control Component) (discord.Response, discordgo.InteractionResponseType) {
	inPlace := control.Inline && r.call.Private
	if control.Prompt {
		wait, _ := ui.Message{Block: true, Text: text.OneMoment(r.call.T), Rows: r.again()}.Wire(r.links)
		r.held = true
		if inPlace && r.call.Block {
			return discord.Response{Type: discordgo.InteractionResponseUpdateMessage, Data: wait}, deferredUpdate
		}
		wait.Flags |= discordgo.MessageFlagsEphemeral
		return discord.Response{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: wait}, deferredMessage
	}
	if control.Inline && r.in.Type == discordgo.InteractionMessageComponent {
		return discord.Response{Type: deferredUpdate}, deferredUpdate
	}
	return discord.Response{Type: deferredMessage,
		Data: discord.Deferral{Flags: discordgo.MessageFlagsEphemeral}}, deferredMessage
}

// again returns a button that does what the control of the call does, so that a panel whose answer is
// lost is not left without controls; none for a command.
func (r *response) again() []ui.Row {
	if r.call.ID.Verb == "" {
		return nil
	}
	return ui.Buttons(ui.Button{ID: r.call.ID, Label: text.TryAgain(r.call.T)})
}

// words returns what to tell the person about err; an unknown error becomes an incident.
func (r *response) words(err error) string {
	if said, known := text.Refusal(r.call.T, err); known {
		r.outcome = OutcomeRefused
		r.log.Debug("refused", "why", err)
		return said
	}
	r.logIncident(err)
	if isTimeout(err) {
		r.outcome = OutcomeLate
		return text.TooSlow(r.call.T)
	}
	return text.Incident(r.call.T, incident(r.in.ID))
}

// logIncident logs a fault of ours.
func (r *response) logIncident(err error) {
	r.outcome = OutcomeFailed
	r.log.Error("interaction failed", "incident", incident(r.in.ID), "err", err)
}

// say answers with a private text.
func (r *response) say(ctx context.Context, text string) { r.send(ctx, r.saying(text)) }

// saying returns a private text that is ready to be sent. Where it takes the place of a panel, the tap
// can be tried again.
func (r *response) saying(text string) payload {
	reply := InPrivate(text)
	if r.held && r.deferred == deferredUpdate {
		reply.Message.Rows = r.again()
	}
	p, _ := newPayload(reply, r.links) // only drawing a picture can fail
	return p
}

// send sends the answer, even when the handler's time is up or the bot is shutting down.
func (r *response) send(ctx context.Context, p payload) {
	sending, cancel := sendContext(ctx)
	defer cancel()
	err := r.insist(sending, p)
	if plain, had := p.message.WithoutEmojis(); had && discord.CodeOf(err) == discordgo.ErrCodeInvalidFormBody {
		r.log.Warn("answer refused with its emojis", "err", err)
		p.message = plain
		if err = r.insist(sending, p); discord.CodeOf(err) != discordgo.ErrCodeInvalidFormBody { // else it was not them
			r.emojis.Doubt()
		}
	}
	if err != nil {
		r.log.Error("answer not sent", "err", err)
		r.outcome = OutcomeUnsent
	}
}

// insist sends p, once more when it turns out that the answer was deferred.
func (r *response) insist(ctx context.Context, p payload) error {
	err := r.deliver(ctx, p)
	if discord.CodeOf(err) != discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged || r.tried == 0 {
		return err
	}
	r.log.Warn("answer deferred after all", "err", err)
	r.deferred = r.tried
	return r.deliver(ctx, p)
}

// post shows what p posts to everybody in the place, if anything. What was done is done without it, and the
// person learns that others may not know.
func (r *response) post(ctx context.Context, p payload) {
	if p.post == nil {
		return
	}
	sending, cancel := sendContext(ctx)
	defer cancel()
	err := r.out.CreateFollowup(sending, r.in, *p.post)
	if err == nil {
		return
	}
	r.log.Warn("news not posted", "err", err)
	if p.refused != nil && discord.IsRefused(err) {
		p.refused(sending)
	}
	said := r.saying(text.Unposted(r.call.T)).message
	said.Flags |= discordgo.MessageFlagsEphemeral
	if err := r.out.CreateFollowup(sending, r.in, said); err != nil {
		r.log.Warn("nor was that told", "err", err)
	}
}

// deliver makes the call that sends p: which one depends on whether the answer was deferred, and on
// the message whose control was used.
func (r *response) deliver(ctx context.Context, p payload) error {
	switch {
	case p.kind == Silence:
		return r.silence(ctx)
	case p.kind == Form && r.deferred == 0:
		return r.open(ctx, p.form)
	case p.kind == Form: // Discord takes it as a first answer alone
		p = r.saying(r.words(text.ErrBusy))
	}
	updates := p.kind == Update && r.call.Private
	if r.held || updates && r.call.Block && len(p.message.Files) == 0 {
		p.message = ui.AsBlock(p.message)
	}
	inPlace := updates && r.call.Block == p.isBlock()
	if r.deferred == deferredUpdate && !r.held && !inPlace {
		p.message.Flags |= discordgo.MessageFlagsEphemeral
		return r.out.CreateFollowup(ctx, r.in, p.message)
	}
	err := r.first(ctx, p, inPlace)
	if err == nil {
		r.replacePanel(ctx, p.panel, r.deferred == deferredUpdate || r.deferred == 0 && inPlace)
	}
	return err
}

// first makes p the first answer.
func (r *response) first(ctx context.Context, p payload, inPlace bool) error {
	switch {
	case r.deferred != 0:
		return r.amend(ctx, p.message)
	case inPlace:
		return r.answer(ctx, discordgo.InteractionResponseUpdateMessage, p.message)
	}
	p.message.Flags |= discordgo.MessageFlagsEphemeral
	return r.answer(ctx, discordgo.InteractionResponseChannelMessageWithSource, p.message)
}

// open opens a form.
func (r *response) open(ctx context.Context, form discord.Modal) error {
	err := r.out.CreateResponse(ctx, r.in, discord.Response{Type: discordgo.InteractionResponseModal, Data: form})
	if errors.Is(err, discord.ErrDoubtful) { // there is nothing to set right
		r.log.Warn("form opened, it seems", "err", err)
		return nil
	}
	return err
}

// answer gives the first answer. Where it may be there but not as it should, it is set right, which
// changes nothing in one that is right; so it is when nobody knows, for it may say that the bot thinks. Where it may be
// the message with the control, which all may see, the answer comes after it.
func (r *response) answer(ctx context.Context, t discordgo.InteractionResponseType, m discord.Message) error {
	err := r.out.CreateResponse(ctx, r.in, discord.Response{Type: t, Data: m})
	if err == nil || discord.IsRefused(err) {
		return err
	}
	r.log.Warn("answer sent, it seems", "err", err)
	if r.tried == deferredUpdate && t != discordgo.InteractionResponseUpdateMessage {
		return r.out.CreateFollowup(ctx, r.in, m)
	}
	return r.amend(ctx, m)
}

// amend makes the first answer m. One that is missing is made up for by a further one.
func (r *response) amend(ctx context.Context, m discord.Message) error {
	err := r.out.EditResponse(ctx, r.in, m)
	if discord.CodeOf(err) != discordgo.ErrCodeUnknownMessage {
		return err
	}
	r.log.Warn("answer missing", "err", err)
	m.Flags |= discordgo.MessageFlagsEphemeral
	return r.out.CreateFollowup(ctx, r.in, m)
}

// silence acknowledges the interaction and shows nothing.
func (r *response) silence(ctx context.Context) error {
	switch r.deferred {
	case deferredMessage:
		return r.out.DeleteResponse(ctx, r.in)
	case deferredUpdate:
		return nil
	}
	err := r.out.CreateResponse(ctx, r.in, discord.Response{Type: deferredUpdate})
	if errors.Is(err, discord.ErrDoubtful) { // that is all there is to say
		r.log.Warn("answer sent, it seems", "err", err)
		return nil
	}
	return err
}

// suggest sends at most as many of choices as Discord shows.
func (r *response) suggest(ctx context.Context, choices []ui.Choice) {
	var list discord.Choices
	for _, c := range choices[:min(len(choices), discord.MaxChoices)] {
		list = append(list, &discordgo.ApplicationCommandOptionChoice{
			Name: discord.Cut(c.Name, discord.MaxChoiceName), Value: c.Value})
	}
	sending, cancel := sendContext(ctx)
	defer cancel()
	answer := discord.Response{Type: discordgo.InteractionApplicationCommandAutocompleteResult, Data: list}
	if err := r.out.CreateResponse(sending, r.in, answer); err != nil {
		r.outcome = OutcomeUnsent
		r.log.Warn("suggestions not sent", "err", err)
	}
}
