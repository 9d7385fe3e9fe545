// Package dispatch answers interactions: it turns each into a Call, calls the handler of its command or control,
// and sends the Reply that the handler returns, once and within Discord's time limits, even if something fails.
//
// dispatch.go finds the handler, answer.go runs it and send.go sends the answer.
package dispatch

import (
	"cmp"
	"context"
	"hash/fnv"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	lru "github.com/hashicorp/golang-lru/v2"

	"madbot/bot/discord"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/queue"
	"madbot/bot/safely"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

const (
	maxCalls = 2000 // running, waiting or being answered at the same time; more are dropped
	// maxKnown is the number of interaction ids to remember: more than 70 a second for the 15 minutes in which an
	// interaction can be answered.
	maxKnown   = 1 << 16
	deferAfter = 1500 * time.Millisecond // of the 3 s within which Discord wants a response
	waitLimit  = 30 * time.Second        // in the queue
	callLimit  = time.Minute             // for a handler, including the wait in the queue
	typeLimit  = 2 * time.Second         // for suggestions, including the wait in the queue
	sendLimit  = 20 * time.Second        // for sending an answer
	thenLimit  = time.Minute             // for one Reply.Then
	tokenLimit = 14 * time.Minute        // for all of them; Discord takes edits for 15
	claimLimit = 300 * time.Millisecond  // for claiming an interaction
	askLimit   = 500 * time.Millisecond  // for looking up the language that a person chose
)

// queueLimits limits the running handlers. Most take milliseconds, so a thousand waiting calls take seconds, and each
// is deferred in time. A slow handler, such as a hint or a replay, gives up its place after Hold; Slow is more than the
// number of replays drawn at the same time.
func queueLimits() queue.Limits {
	return queue.Limits{Places: 64, Each: 8, Waiting: 1000, Hold: time.Second, Slow: 128}
}

// Dispatcher calls the handler of each interaction and answers it. Nothing else answers interactions.
type Dispatcher struct {
	deps     Deps
	commands map[string]Command
	controls Controls
	queue    *queue.Queue
	known    *lru.Cache[string, struct{}] // ids of recent interactions
	panels   *panels
	calls    chan struct{} // one element for each call

	mu      sync.Mutex // guards closing, so that nothing starts while Drain waits
	closing bool
	running sync.WaitGroup
	ending  chan struct{} // closed when Drain is called
}

// Deps is what a Dispatcher needs. All are required except Claims, Defer and Observer.
type Deps struct {
	Out      Responder     // sends the answers
	Catalog  *i18n.Catalog // the texts in all languages
	People   Learner       // learns the names of people
	Readers  Readers       // finds the language of each person
	Servers  Servers       // knows the games managers
	Links    *ui.Links     // makes links of the commands in texts
	Emojis   Emojis
	Claims   Claims // keeps other processes from handling the same interactions; nil: they cannot receive them
	Log      *slog.Logger
	Defer    time.Duration // after which an answer is deferred; 0: 1.5 s, half of what Discord allows
	Observer Observer      // is notified of each interaction; nil: none
}

// Emojis manages the application's emojis.
type Emojis interface {
	// Doubt is called when Discord refused an answer with emojis but accepted it without: one of them may be gone.
	Doubt()
}

// Claims decides which process handles an interaction that may have been sent to several.
type Claims interface {
	// ClaimInteraction claims the interaction with this id, and reports whether no other process has claimed it.
	ClaimInteraction(ctx context.Context, id string) (bool, error)
}

// Readers finds the language of a person.
type Readers interface {
	// Arrive records that a person used the bot and returns the locale that they chose, or "".
	Arrive(context.Context, match.PlayerID) (string, error)
}

// Servers knows who manages the games of servers.
type Servers interface {
	// ManagerRole returns the role of a server whose members may manage its games, or "".
	ManagerRole(ctx context.Context, server string) (string, error)
}

// Learner learns people's names.
type Learner interface {
	// Learn records the names of u and, if server is not empty, their nickname there, "" for none.
	Learn(u discord.User, server, nick string)
}

// New returns a Dispatcher for commands and controls. It panics if two commands have the same name.
func New(commands []Command, controls Controls, deps Deps) *Dispatcher {
	known, err := lru.New[string, struct{}](maxKnown)
	if err != nil {
		panic(err) // the size is a constant
	}
	deps.Defer = cmp.Or(deps.Defer, deferAfter)
	d := &Dispatcher{deps: deps, ending: make(chan struct{}), commands: map[string]Command{},
		controls: controls, queue: queue.New(queueLimits()), known: known, panels: newPanels(),
		calls: make(chan struct{}, maxCalls)}
	for _, c := range commands {
		if _, taken := d.commands[c.Spec.Name]; taken {
			panic("dispatch: two commands " + c.Spec.Name)
		}
		d.commands[c.Spec.Name] = c
	}
	return d
}

// Start handles an interaction in its own goroutine. It ignores one that it has seen, because Discord may deliver
// an interaction twice. Once Start has returned, Drain waits for the answer. Handlers are cancelled with ctx.
func (d *Dispatcher) Start(ctx context.Context, in *discord.Interaction) {
	if !d.admit(in) {
		return
	}
	ctx = play.WithCause(ctx, in.ID)
	go func() {
		if err := safely.Do(func() error { d.serve(ctx, in); return nil }); err != nil {
			d.deps.Log.Error("interaction failed", "interaction", in.ID, "err", err)
		}
	}()
}

// admit registers an interaction. It returns false if the interaction was seen before or Drain was called; if it
// returns true, serve must be called.
func (d *Dispatcher) admit(in *discord.Interaction) bool {
	if again, _ := d.known.ContainsOrAdd(in.ID, struct{}{}); again {
		d.deps.Log.Warn("duplicate interaction ignored", "interaction", in.ID)
		return false
	}
	if !d.begin() {
		d.deps.Log.Warn("interaction ignored during shutdown", "interaction", in.ID)
		return false
	}
	return true
}

func (d *Dispatcher) serve(ctx context.Context, in *discord.Interaction) {
	defer d.running.Done()
	seen, outcome := d.observe(in), OutcomeFailed
	defer func() { seen.Ended(outcome) }()
	select {
	case d.calls <- struct{}{}:
		defer func() { <-d.calls }()
		outcome = d.handle(ctx, in, seen)
	default:
		outcome = OutcomeDropped
		d.deps.Log.Error("interaction dropped: too many at the same time", "interaction", in.ID)
	}
}

// begin counts an interaction as running. It returns false if Drain was called.
func (d *Dispatcher) begin() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.closing {
		d.running.Add(1)
	}
	return !d.closing
}

// Drain accepts no more interactions and waits up to limit for the running ones to be answered. It returns false if
// some were not.
func (d *Dispatcher) Drain(limit time.Duration) bool {
	d.mu.Lock()
	if !d.closing {
		close(d.ending)
	}
	d.closing = true
	d.mu.Unlock()
	done := make(chan struct{})
	go func() { d.running.Wait(); close(done) }()
	select {
	case <-done:
		return true
	case <-time.After(limit):
		return false
	}
}

// Idle reports whether no interaction is being handled.
func (d *Dispatcher) Idle() bool { return len(d.calls) == 0 }

// newAnswer reads in and prepares its answer.
func (d *Dispatcher) newAnswer(ctx context.Context, in *discord.Interaction, seen Observation) *answer {
	u, nick := in.Actor()
	log := d.deps.Log.With("interaction", in.ID, "kind", kindOf(in.Type), "what", subject(in),
		"user", u.ID, "guild", in.GuildID, "channel", in.ChannelID)
	d.deps.People.Learn(u, in.GuildID, nick)
	for id, named := range in.Data.Resolved.Users {
		d.deps.People.Learn(named, in.GuildID, in.Data.Resolved.Members[id].Nick)
	}
	language := d.language(ctx, in, log)
	call := readCall(in, language)
	call.T, call.Log = d.deps.Catalog.Printer(language), log
	call.HasManagerRole = d.hasManagerRole(ctx, in, call)
	return &answer{d: d, in: in, call: call, log: log, seen: seen, outcome: OutcomeAnswered}
}

// language returns the locale that the person chose, or their client's.
func (d *Dispatcher) language(ctx context.Context, in *discord.Interaction, log *slog.Logger) string {
	u, _ := in.Actor()
	chosen, err := d.deps.Readers.Arrive(ctx, match.PlayerID(u.ID))
	if err != nil { // an answer in another language is better than none; if the store is down, the handler logs it
		log.Debug("language not known", "err", err)
	}
	if err == nil && d.deps.Catalog.Has(chosen) {
		return chosen
	}
	return in.Locale
}

// hasManagerRole reports whether the person has the role of the games managers. It asks only if that matters.
func (d *Dispatcher) hasManagerRole(ctx context.Context, in *discord.Interaction, c *Call) bool {
	if in.Member == nil || len(in.Member.Roles) == 0 || c.Venue.Away || c.ManagesServer() {
		return false
	}
	role, err := d.deps.Servers.ManagerRole(ctx, in.GuildID)
	if err != nil { // if the store is down, the handler logs it
		c.Log.Debug("games managers not known", "err", err)
	}
	return err == nil && role != "" && slices.Contains(in.Member.Roles, role)
}

// claim reports whether this process should handle an interaction. If that is unknown, it should: an answer matters
// more than protection from requests that somebody recorded. Suggestions change nothing, so they need no claim.
func (d *Dispatcher) claim(ctx context.Context, in *discord.Interaction) bool {
	if d.deps.Claims == nil || in.Type == discordgo.InteractionApplicationCommandAutocomplete {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, claimLimit)
	defer cancel()
	first, err := d.deps.Claims.ClaimInteraction(ctx, in.ID)
	if err != nil { // at debug level: the handler fails, too, and logs the outage
		d.deps.Log.Debug("interaction not claimed", "interaction", in.ID, "err", err)
	}
	return first || err != nil
}

// handle calls the handler of an interaction and answers it, unless another process does.
func (d *Dispatcher) handle(ctx context.Context, in *discord.Interaction, seen Observation) Outcome {
	if !d.claim(ctx, in) {
		d.deps.Log.Warn("interaction ignored: another process handles it", "interaction", in.ID)
		return OutcomeRepeated
	}
	asking, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	a := d.newAnswer(asking, in, seen)
	switch in.Type {
	case discordgo.InteractionApplicationCommandAutocomplete:
		d.suggest(ctx, a)
	case discordgo.InteractionApplicationCommand:
		command, known := d.commands[in.Data.Name]
		if !known {
			a.send(ctx, InPrivate(text.Unknown(a.call.T)))
			break
		}
		a.run(ctx, Component{Run: command.Run, Prompt: command.Prompt})
	case discordgo.InteractionMessageComponent, discordgo.InteractionModalSubmit:
		id, known := d.controlOf(in)
		if !known {
			a.send(ctx, InPrivate(text.Unknown(a.call.T)))
			break
		}
		a.call.ID = id
		a.run(ctx, d.controls[id.Verb])
	default:
		d.deps.Log.Warn("unknown interaction type ignored", "interaction", in.ID, "type", int(in.Type))
	}
	a.log.Debug("handled", "outcome", a.outcome)
	return a.outcome
}

// controlOf returns the id of the control that was used, or false if the bot does not know it.
func (d *Dispatcher) controlOf(in *discord.Interaction) (ui.ID, bool) {
	id, err := ui.ParseID(in.Data.CustomID)
	_, known := d.controls[id.Verb]
	return id, err == nil && known
}

// suggest answers with suggestions. If the completer refuses, the refusal is the only suggestion; if it fails
// otherwise, there are none.
func (d *Dispatcher) suggest(ctx context.Context, a *answer) {
	limited, cancel := context.WithTimeout(ctx, typeLimit)
	defer cancel()
	name, typed := a.call.Focused()
	var choices []ui.Choice
	err := safely.Do(func() (err error) {
		place, late := a.enter(limited)
		if late != nil {
			return nil // the next key press asks again
		}
		defer place.Leave()
		if complete := d.commands[a.in.Data.Name].Complete[name]; complete != nil {
			choices, err = complete(limited, a.call)
		}
		return err
	})
	said, refused := text.Refusal(a.call.T, err)
	switch {
	case refused:
		a.outcome = OutcomeRefused
		choices = []ui.Choice{{Name: text.Unformatted(said), Value: AsTyped(typed)}}
	case isTimeout(err):
		a.log.Warn("suggestions too late", "err", err)
		choices, a.outcome = nil, OutcomeLate
	case err != nil:
		a.logIncident(err)
	}
	a.suggest(ctx, choices)
}

// subject returns the name of the command, or the verb of the control, for logs.
func subject(in *discord.Interaction) string {
	if in.Data.Name != "" {
		return in.Data.Name
	}
	verb, _, _ := strings.Cut(in.Data.CustomID, ":")
	return verb
}

// kindOf names t for logs.
func kindOf(t discordgo.InteractionType) string {
	switch t {
	case discordgo.InteractionApplicationCommand:
		return "command"
	case discordgo.InteractionMessageComponent:
		return "component"
	case discordgo.InteractionApplicationCommandAutocomplete:
		return "autocomplete"
	case discordgo.InteractionModalSubmit:
		return "form"
	}
	return strconv.Itoa(int(t))
}

// incident returns a short number that people can report. The error is logged with it.
func incident(interactionID string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(interactionID))
	return strings.ToUpper(strconv.FormatUint(uint64(h.Sum32()), 36))
}
