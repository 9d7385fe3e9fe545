// Package dispatch turns an interaction into a Call, has its handler return a Reply, and sends that: in
// time, once, and whatever goes wrong.
//
// dispatch.go finds the handler and response.go sends the answer; nobody else answers interactions.
package dispatch

import (
	"cmp"
	"context"
	"hash/fnv"
	"log/slog"
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
	maxCalls = 2000 // handled, waiting and being answered at once; more are dropped
	// maxKnown is how many interactions are known by their id, more than 70 a second for the 15
	// minutes in which an interaction can be answered.
	maxKnown   = 1 << 16
	deferAfter = 1500 * time.Millisecond // of the 3 s that Discord gives
	waitLimit  = 30 * time.Second        // for the turn of a call
	callLimit  = time.Minute             // for a handler, with its waiting
	typeLimit  = 2 * time.Second         // for suggestions, with their waiting
	sendLimit  = 20 * time.Second        // for an answer
	thenLimit  = time.Minute             // for what takes its place
	tokenLimit = 14 * time.Minute        // for all that does, of the 15 in which Discord takes it
	askLimit   = 500 * time.Millisecond  // to ask in which language somebody reads
)

// handling bounds the handlers at work. Most take a few milliseconds, so a thousand calls that wait are
// a matter of seconds, and each is deferred in time. A handler that takes long, for a hint or a
// replay, makes room for others; there may be more of those than there are replays in the works.
func handling() queue.Limits {
	return queue.Limits{Places: 64, Each: 8, Waiting: 1000, Hold: time.Second, Slow: 128}
}

// Dispatcher finds the handler of each interaction and answers it: in time, once, and whatever goes
// wrong. Nobody else answers interactions.
type Dispatcher struct {
	deps     Deps
	commands map[string]Command
	controls Controls
	queue    *queue.Queue
	known    *lru.Cache[string, struct{}] // interactions by id, those that came first are forgotten first
	panels   *panels
	slots    chan struct{} // one element for each call

	mu      sync.Mutex // guards closing, so that nothing begins while Drain waits
	closing bool
	running sync.WaitGroup
	ending  chan struct{} // closed when Drain begins
}

// Deps is what a Dispatcher needs. All are required but Defer and Observer.
type Deps struct {
	Out     Responder     // sends the answers
	Catalog *i18n.Catalog // has the texts in all languages
	People  Learner       // is told the names of people
	Readers Readers       // know each who comes, and their language
	Links   *ui.Links     // of the commands, in what is said
	Emojis  Emojis        // on what is shown
	Log     *slog.Logger
	Defer   time.Duration // after which an answer is deferred; 0: well before Discord waits no more
	// Observer is told of each interaction; nil: nobody is.
	Observer Observer
}

// Emojis are those that answers show.
type Emojis interface {
	// Doubt is called when Discord refused an answer with some and not the same in words: they may be gone.
	Doubt()
}

// Readers know people, and in which language they read.
type Readers interface {
	// Arrive notes that somebody is here, and returns the locale that they chose to read in; "" when they did not.
	Arrive(context.Context, match.PlayerID) (string, error)
}

// Learner gets to know people.
type Learner interface {
	// Learn is told what u is called; nick is the name in the guild, "" for none.
	Learn(u discord.User, nick string)
}

// New returns a Dispatcher to the handlers of commands and controls. It panics when two commands have the same
// name, which is a defect.
func New(commands []Command, controls Controls, deps Deps) *Dispatcher {
	known, err := lru.New[string, struct{}](maxKnown)
	if err != nil {
		panic(err) // the size is a constant
	}
	deps.Defer = cmp.Or(deps.Defer, deferAfter)
	d := &Dispatcher{deps: deps, ending: make(chan struct{}), commands: map[string]Command{},
		controls: controls, queue: queue.New(handling()), known: known, panels: newPanels(),
		slots: make(chan struct{}, maxCalls)}
	for _, c := range commands {
		if _, taken := d.commands[c.Spec.Name]; taken {
			panic("dispatch: two commands " + c.Spec.Name)
		}
		d.commands[c.Spec.Name] = c
	}
	return d
}

// Start handles an interaction in a goroutine of its own, unless it came before: Discord may deliver one
// twice. When it returns, Drain waits for the answer. ctx ends what is still being handled.
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

// admit counts an interaction that is to be handled; false when it came before, or at the end. After true,
// serve must be called.
func (d *Dispatcher) admit(in *discord.Interaction) bool {
	if again, _ := d.known.ContainsOrAdd(in.ID, struct{}{}); again {
		d.deps.Log.Warn("interaction came again", "interaction", in.ID)
		return false
	}
	if !d.begin() {
		d.deps.Log.Warn("interaction at the end", "interaction", in.ID)
		return false
	}
	return true
}

// serve handles an interaction that was admitted.
func (d *Dispatcher) serve(ctx context.Context, in *discord.Interaction) {
	defer d.running.Done()
	seen, outcome := d.observe(in), OutcomeFailed
	defer func() { seen.Ended(outcome) }()
	select {
	case d.slots <- struct{}{}:
		defer func() { <-d.slots }()
		outcome = d.handle(ctx, in, seen)
	default:
		outcome = OutcomeDropped
		d.deps.Log.Error("interaction dropped", "interaction", in.ID)
	}
}

// begin counts one more interaction that is being handled; false when no more are taken.
func (d *Dispatcher) begin() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.closing {
		d.running.Add(1)
	}
	return !d.closing
}

// Drain takes no more interactions and waits until those being handled are answered, at most for
// limit; it returns false when that was too short.
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
func (d *Dispatcher) Idle() bool { return len(d.slots) == 0 }

// newAnswer reads in and prepares its answer.
func (d *Dispatcher) newAnswer(ctx context.Context, in *discord.Interaction, seen Observation) *answer {
	u, nick := in.Actor()
	log := d.deps.Log.With("interaction", in.ID, "kind", kindOf(in.Type), "what", subject(in),
		"user", u.ID, "guild", in.GuildID, "channel", in.ChannelID)
	d.deps.People.Learn(u, nick)
	for id, named := range in.Data.Resolved.Users {
		d.deps.People.Learn(named, in.Data.Resolved.Members[id].Nick)
	}
	language := d.language(ctx, in, log)
	call := readCall(in, language)
	call.T, call.Log = d.deps.Catalog.Printer(language), log
	return &answer{d: d, in: in, call: call, log: log, seen: seen, outcome: OutcomeAnswered}
}

// language returns the locale that the person chose, or that of their client.
func (d *Dispatcher) language(ctx context.Context, in *discord.Interaction, log *slog.Logger) string {
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	u, _ := in.Actor()
	chosen, err := d.deps.Readers.Arrive(ctx, match.PlayerID(u.ID))
	if err != nil { // an answer in another language is better than none
		log.Warn("language not known", "err", err)
	}
	if err == nil && d.deps.Catalog.Has(chosen) {
		return chosen
	}
	return in.Locale
}

// handle has an interaction handled, and returns what came of it.
func (d *Dispatcher) handle(ctx context.Context, in *discord.Interaction, seen Observation) Outcome {
	a := d.newAnswer(ctx, in, seen)
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
		d.deps.Log.Warn("interaction of an unknown kind", "interaction", in.ID, "type", int(in.Type))
	}
	a.log.Debug("handled", "outcome", a.outcome)
	return a.outcome
}

// controlOf returns what the control that was used says; false when it is none that there is.
func (d *Dispatcher) controlOf(in *discord.Interaction) (ui.ID, bool) {
	id, err := ui.ParseID(in.Data.CustomID)
	_, known := d.controls[id.Verb]
	return id, err == nil && known
}

// suggest answers with suggestions. There are none when something goes wrong; a refusal is the only one.
func (d *Dispatcher) suggest(ctx context.Context, a *answer) {
	limited, cancel := context.WithTimeout(ctx, typeLimit)
	defer cancel()
	name, typed := a.call.Focused()
	var choices []ui.Choice
	err := safely.Do(func() (err error) {
		place, late := a.enter(limited)
		if late != nil {
			return nil // whoever goes on typing asks again
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

// incident returns a short number for people to report; the log has it beside the error.
func incident(interactionID string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(interactionID))
	return strings.ToUpper(strconv.FormatUint(uint64(h.Sum32()), 36))
}
