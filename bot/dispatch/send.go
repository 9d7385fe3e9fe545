package dispatch

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/discord"
	"madbot/bot/text"
	"madbot/bot/ui"
)

// Responder sends the answers to an interaction; discord.Client implements it.
type Responder interface {
	CreateResponse(ctx context.Context, in *discord.Interaction, r discord.Response) error
	EditResponse(ctx context.Context, in *discord.Interaction, m discord.Message) error
	DeleteResponse(ctx context.Context, in *discord.Interaction) error
	CreateFollowup(ctx context.Context, in *discord.Interaction, m discord.Message) error
}

// The first responses. After a deferral, the answer is an edit: of its own message, or of the message whose control was
// used.
const (
	newMessage      = discordgo.InteractionResponseChannelMessageWithSource
	update          = discordgo.InteractionResponseUpdateMessage
	deferredMessage = discordgo.InteractionResponseDeferredChannelMessageWithSource
	deferredUpdate  = discordgo.InteractionResponseDeferredMessageUpdate
)

// deferAnswer tells Discord that the answer will follow.
func (a *answer) deferAnswer(ctx context.Context, control Component) {
	sending, cancel := sendContext(ctx)
	defer cancel()
	var deferral discordgo.InteractionResponseType
	var err error
	switch {
	case control.Prompt:
		deferral, err = a.holdPlace(sending, control)
	case control.Inline && a.in.Type == discordgo.InteractionMessageComponent:
		deferral, err = deferredUpdate, a.create(sending, deferredUpdate, nil)
	default:
		deferral, err = deferredMessage,
			a.create(sending, deferredMessage, discord.Deferral{Flags: discordgo.MessageFlagsEphemeral})
	}
	if err != nil && !errors.Is(err, discord.ErrDoubtful) {
		a.log.Warn("answer not deferred", "err", err)
		a.uncertain = deferral
		return
	}
	if err != nil {
		a.log.Warn("answer probably deferred", "err", err)
	}
	a.deferred = deferral
}

// holdPlace answers with a block that says "One moment", because Discord cannot turn a deferred answer into a block. It
// returns the equivalent deferral.
func (a *answer) holdPlace(ctx context.Context, control Component) (discordgo.InteractionResponseType, error) {
	a.placeholder = true
	inPlace := control.Inline && a.onPanel()
	msg := ui.Message{Block: true, Text: text.OneMoment(a.call.T), Rows: a.retryButton()}
	if inPlace {
		msg.Picture = a.shownPicture()
	}
	wait, err := msg.Wire(a.d.deps.Links)
	if err != nil {
		return deferredMessage, err
	}
	if inPlace {
		return deferredUpdate, a.create(ctx, update, wait)
	}
	wait.Flags |= discordgo.MessageFlagsEphemeral
	return deferredMessage, a.create(ctx, newMessage, wait)
}

// onPanel reports whether the control is on a private block, which an answer can update.
func (a *answer) onPanel() bool { return a.call.OnPrivate && a.call.OnBlock }

// shownPicture returns the picture of the message whose control was used, to be kept; nil if it has none.
func (a *answer) shownPicture() *ui.Picture {
	for _, f := range a.in.Message.Files() {
		if name, isPicture := strings.CutSuffix(f.Filename, ".png"); isPicture {
			return &ui.Picture{Name: name, Kept: f.ID, Alt: f.Description}
		}
	}
	return nil
}

// send sends r, even if the handler's time is up or the bot is shutting down.
func (a *answer) send(ctx context.Context, r Reply) {
	sending, cancel := sendContext(ctx)
	defer cancel()
	var err error
	plain := false // words instead of emojis
	for again := true; again; {
		r = a.fit(r)
		var m discord.Message
		if m, err = r.Message.Wire(a.d.deps.Links); err != nil {
			break
		}
		words, hasEmojis := m.WithoutEmojis()
		if plain {
			m = words
		}
		err = a.deliver(sending, r, m)
		switch code := discord.CodeOf(err); {
		case m.Keeps() && slices.Contains(lostFile(), code):
			a.log.Warn("answer refused with the picture that it keeps", "err", err)
			r.Message = r.Message.Upload()
		case hasEmojis && !plain && code == discordgo.ErrCodeInvalidFormBody: // an emoji may have been deleted
			a.log.Warn("answer refused with its emojis", "err", err)
			plain = true
		default:
			again = a.wasDeferred(err)
		}
	}
	if plain && discord.CodeOf(err) != discordgo.ErrCodeInvalidFormBody { // otherwise the emojis were not the cause
		a.d.deps.Emojis.Doubt()
	}
	if err != nil {
		a.log.Error("answer not sent", "err", err)
		a.outcome = OutcomeUnsent
	}
}

// fit returns r in a form that can be sent after what was sent so far.
func (a *answer) fit(r Reply) Reply {
	if r.Kind == Form && a.deferred != 0 { // Discord opens a form only as the first response
		r = a.textReply(a.explain(text.ErrBusy))
	}
	if a.mustBeBlock(r) {
		r.Message.Block, r.Message.File = true, nil
	}
	if !a.isUpdate(r) {
		r.Message = r.Message.Upload()
	}
	return r
}

// wasDeferred reports whether err shows that a deferral arrived although it seemed to fail. The answer must then be an
// edit.
func (a *answer) wasDeferred(err error) bool {
	if a.uncertain == 0 || discord.CodeOf(err) != discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged {
		return false
	}
	a.log.Warn("answer was deferred after all", "err", err)
	a.deferred, a.uncertain = a.uncertain, 0
	return true
}

// mustBeBlock reports whether r replaces a block, because Discord cannot turn a block into another kind of message.
func (a *answer) mustBeBlock(r Reply) bool {
	return a.placeholder || r.Kind == Update && a.call.OnPrivate && a.call.OnBlock &&
		r.Message.Picture == nil && r.Message.File == nil
}

// lostFile returns the codes of errors by which Discord may refuse an edit because a file that it keeps is gone, alone
// or with its message.
func lostFile() []int {
	return []int{discordgo.ErrCodeInvalidFormBody, discordgo.ErrCodeUnknownMessage}
}

// replaces reports whether r is of the kind that can update the message whose control was used.
func (a *answer) replaces(r Reply) bool {
	return r.Kind == Update && a.call.OnPrivate && a.call.OnBlock == r.Message.Block
}

// isUpdate reports whether r will update the message whose control was used, whose files it can keep.
func (a *answer) isUpdate(r Reply) bool {
	if a.deferred != 0 {
		return a.deferred == deferredUpdate && (a.placeholder || a.replaces(r))
	}
	return a.replaces(r)
}

// deliver sends r, whose message is m, as the first response, as an edit of the deferred one, or after it.
func (a *answer) deliver(ctx context.Context, r Reply, m discord.Message) error {
	switch r.Kind {
	case Silence:
		return a.acknowledge(ctx)
	case Form:
		return a.unlessDoubtful(a.create(ctx, discordgo.InteractionResponseModal, r.Form))
	}
	replaces := a.replaces(r)
	var err error
	switch {
	case a.deferred == deferredUpdate && !a.placeholder && !replaces:
		return a.followUp(ctx, m)
	case a.deferred != 0:
		err = a.edit(ctx, m)
	case replaces:
		err = a.respond(ctx, update, m)
	default:
		m.Flags |= discordgo.MessageFlagsEphemeral
		err = a.respond(ctx, newMessage, m)
	}
	if err == nil {
		a.replacePanel(ctx, r.Panel, a.deferred == deferredUpdate || a.deferred == 0 && replaces)
	}
	return err
}

// respond sends m as the first response. If it is unknown whether that arrived intact, it edits the response, which
// changes nothing in a correct one. If the response may instead be an update of the message whose control was used,
// which others may see, it sends m separately.
func (a *answer) respond(ctx context.Context, t discordgo.InteractionResponseType, m discord.Message) error {
	err := a.create(ctx, t, m)
	if err == nil || discord.IsRefused(err) {
		return err
	}
	a.log.Warn("answer probably sent", "err", err)
	if a.uncertain == deferredUpdate && t == newMessage {
		return a.d.deps.Out.CreateFollowup(ctx, a.in, m)
	}
	return a.edit(ctx, m)
}

// create sends a first response and notifies the observer when Discord has accepted one.
func (a *answer) create(ctx context.Context, t discordgo.InteractionResponseType, data discord.ResponseData) error {
	err := a.d.deps.Out.CreateResponse(ctx, a.in, discord.Response{Type: t, Data: data})
	if err == nil || errors.Is(err, discord.ErrDoubtful) {
		a.seen.Answered()
	}
	return err
}

// edit replaces the first response by m, or sends m separately if that response is gone.
func (a *answer) edit(ctx context.Context, m discord.Message) error {
	err := a.d.deps.Out.EditResponse(ctx, a.in, m)
	if discord.CodeOf(err) != discordgo.ErrCodeUnknownMessage || m.Keeps() {
		return err
	}
	a.log.Warn("first response is gone", "err", err)
	return a.followUp(ctx, m)
}

// followUp sends m, which only the person sees, after the first response.
func (a *answer) followUp(ctx context.Context, m discord.Message) error {
	m.Flags |= discordgo.MessageFlagsEphemeral
	return a.d.deps.Out.CreateFollowup(ctx, a.in, m)
}

// acknowledge ends the interaction without showing anything.
func (a *answer) acknowledge(ctx context.Context) error {
	switch a.deferred {
	case deferredMessage:
		return a.d.deps.Out.DeleteResponse(ctx, a.in)
	case deferredUpdate:
		return nil
	}
	return a.unlessDoubtful(a.create(ctx, deferredUpdate, nil))
}

// unlessDoubtful returns err, except that it returns nil for discord.ErrDoubtful: the response cannot be edited, so it
// is assumed to have arrived.
func (a *answer) unlessDoubtful(err error) error {
	if errors.Is(err, discord.ErrDoubtful) {
		a.log.Warn("response probably sent", "err", err)
		return nil
	}
	return err
}

// updateSource replaces the public message whose control was used by r.Card. If that fails, it posts the card, unless r
// posts something else.
func (a *answer) updateSource(ctx context.Context, r *Reply) {
	if r.Card == nil {
		return
	}
	sending, cancel := sendContext(ctx)
	defer cancel()
	m, err := r.Card.Wire(a.d.deps.Links)
	switch {
	case err != nil:
	case a.deferred == deferredUpdate:
		err = a.d.deps.Out.EditResponse(sending, a.in, m)
	default:
		if err = a.respond(sending, update, m); err == nil {
			a.deferred = deferredUpdate
		}
	}
	if err == nil {
		return
	}
	a.log.Warn("card not changed", "err", err)
	if r.Post == nil {
		r.Post = r.Card
	}
}

// post posts r.Post for everybody in the channel. If that fails, it tells the person that others may not know what was
// done.
func (a *answer) post(ctx context.Context, r Reply) {
	if r.Post == nil {
		return
	}
	sending, cancel := sendContext(ctx)
	defer cancel()
	m, err := r.Post.Wire(a.d.deps.Links)
	if err == nil {
		err = a.d.deps.Out.CreateFollowup(sending, a.in, m)
	}
	if err == nil {
		return
	}
	a.log.Warn("public message not posted", "err", err)
	if r.OnRefused != nil && discord.IsRefused(err) {
		r.OnRefused(sending)
	}
	m, err = a.textReply(text.MaybeNotPosted(a.call.T)).Message.Wire(a.d.deps.Links)
	if err == nil {
		err = a.followUp(sending, m)
	}
	if err != nil {
		a.log.Warn("person not told that nothing was posted", "err", err)
	}
}

// suggest sends the choices, up to Discord's limit.
func (a *answer) suggest(ctx context.Context, choices []ui.Choice) {
	var list discord.Choices
	for _, c := range choices[:min(len(choices), discord.MaxChoices)] {
		list = append(list, &discordgo.ApplicationCommandOptionChoice{
			Name: discord.Truncate(c.Name, discord.MaxChoiceName), Value: c.Value})
	}
	sending, cancel := sendContext(ctx)
	defer cancel()
	if err := a.create(sending, discordgo.InteractionApplicationCommandAutocompleteResult, list); err != nil {
		a.outcome = OutcomeUnsent
		a.log.Warn("suggestions not sent", "err", err)
	}
}

// sendContext returns a context that continues after ctx, for as long as sending may take.
func sendContext(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), sendLimit)
}
