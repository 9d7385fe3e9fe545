package bot

import (
	"context"
	"errors"
	"hash/fnv"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"madbot/bot/discord"
	"madbot/bot/i18n"
	"madbot/bot/queue"
	"madbot/bot/text"
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
)

// handling bounds the handlers at work. Most take a few milliseconds, so a thousand calls that wait are
// a matter of seconds, and each is deferred in time. A handler that takes long, for a hint or a
// replay, makes room for others; there may be more of those than there are replays in the works.
func handling() queue.Limits {
	return queue.Limits{Places: 64, Each: 8, Waiting: 1000, Hold: time.Second, Slow: 128}
}

// dispatcher finds the handler of each interaction and answers it: in time, once, and whatever goes
// wrong. Nobody else answers interactions.
type dispatcher struct {
	dispatcherDeps
	commands   map[string]Command
	components map[string]Component
	queue      *queue.Queue
	known      *lru.Cache[string, struct{}] // interactions by id, those that came first are forgotten first
	slots      chan struct{}                // one element for each call

	mu      sync.Mutex // guards closing, so that nothing begins while drain waits
	closing bool
	running sync.WaitGroup
}

type dispatcherDeps struct {
	out     responder
	catalog *i18n.Catalog
	people  *people
	links   *links
	log     *slog.Logger
}

// newDispatcher returns a dispatcher to the handlers of commands. It panics when two of them have
// the same name or verb, which is a defect.
func newDispatcher(commands []Command, deps dispatcherDeps) *dispatcher {
	known, err := lru.New[string, struct{}](maxKnown)
	if err != nil {
		panic(err) // the size is a constant
	}
	d := &dispatcher{dispatcherDeps: deps, commands: map[string]Command{},
		components: map[string]Component{}, queue: queue.New(handling()), known: known,
		slots: make(chan struct{}, maxCalls)}
	for _, c := range commands {
		if _, taken := d.commands[c.Spec.Name]; taken {
			panic("bot: two commands " + c.Spec.Name)
		}
		d.commands[c.Spec.Name] = c
		for verb, control := range c.Components {
			if _, taken := d.components[verb]; taken || !isVerb(verb) {
				panic("bot: two verbs, or a bad one: " + verb)
			}
			d.components[verb] = control
		}
	}
	return d
}

// receive handles an interaction, unless it came before: Discord may deliver one twice. It returns
// when the interaction has been answered; the caller gives it a goroutine. ctx ends what is still
// being handled.
func (d *dispatcher) receive(ctx context.Context, in *discord.Interaction) {
	if again, _ := d.known.ContainsOrAdd(in.ID, struct{}{}); again {
		d.log.Warn("interaction came again", "interaction", in.ID)
		return
	}
	if !d.begin() {
		d.log.Warn("interaction at the end", "interaction", in.ID)
		return
	}
	defer d.running.Done()
	select {
	case d.slots <- struct{}{}:
		defer func() { <-d.slots }()
		d.handle(ctx, in)
	default:
		d.log.Error("interaction dropped", "interaction", in.ID)
	}
}

// begin counts one more interaction that is being handled; false when no more are taken.
func (d *dispatcher) begin() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.closing {
		d.running.Add(1)
	}
	return !d.closing
}

// drain takes no more interactions and waits until those being handled are answered, at most for
// limit; it returns false when that was too short.
func (d *dispatcher) drain(limit time.Duration) bool {
	d.mu.Lock()
	d.closing = true
	d.mu.Unlock()
	done := make(chan struct{})
	go func() { d.running.Wait(); close(done) }()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
		return false
	}
}

// respond prepares the answer to in.
func (d *dispatcher) respond(in *discord.Interaction) *response {
	u, nick := in.Actor()
	log := d.log.With("interaction", in.ID, "kind", kindOf(in.Type), "what", subject(in),
		"user", u.ID, "guild", in.GuildID, "channel", in.ChannelID)
	d.people.learn(u, nick)
	for id, named := range in.Data.Resolved.Users {
		d.people.learn(named, in.Data.Resolved.Members[id].Nick)
	}
	return &response{in: in, out: d.out, log: log, links: d.links, queue: d.queue,
		call: newCall(in, d.catalog.Printer(in.Locale), log)}
}

func (d *dispatcher) handle(ctx context.Context, in *discord.Interaction) {
	r := d.respond(in)
	switch in.Type {
	case discord.AutocompleteInteraction:
		d.suggest(ctx, r)
	case discord.CommandInteraction:
		command, known := d.commands[in.Data.Name]
		if !known {
			r.say(ctx, text.Unknown(r.call.T))
			return
		}
		r.run(ctx, Component{Run: command.Run})
	case discord.ComponentInteraction:
		id, err := parseCustomID(in.Data.CustomID)
		control, known := d.components[id.Verb]
		if err != nil || !known {
			r.say(ctx, text.Unknown(r.call.T))
			return
		}
		r.call.ID = id
		r.run(ctx, control)
	default:
		d.log.Warn("interaction of an unknown kind", "interaction", in.ID, "type", int(in.Type))
	}
}

// suggest answers with suggestions. There are none when something goes wrong; a refusal is the only one.
func (d *dispatcher) suggest(ctx context.Context, r *response) {
	limited, cancel := context.WithTimeout(ctx, typeLimit)
	defer cancel()
	name, typed := r.call.Focused()
	var choices []Choice
	err := safely(func() (err error) {
		place, late := r.enter(limited)
		if late != nil {
			return nil // whoever goes on typing asks again
		}
		defer place.Leave()
		if complete := d.commands[r.in.Data.Name].Complete[name]; complete != nil {
			choices, err = complete(limited, r.call)
		}
		return err
	})
	said, refused := text.Refusal(r.call.T, err)
	switch {
	case refused:
		choices = []Choice{{Name: text.Unformatted(said), Value: asTyped(typed)}}
	case isTimeout(err):
		r.log.Warn("suggestions too late", "err", err)
		choices = nil
	case err != nil:
		r.logIncident(err)
	}
	r.suggest(ctx, choices)
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
func kindOf(t discord.InteractionType) string {
	switch t {
	case discord.CommandInteraction:
		return "command"
	case discord.ComponentInteraction:
		return "component"
	case discord.AutocompleteInteraction:
		return "autocomplete"
	}
	return strconv.Itoa(int(t))
}

// incident returns a short number for people to report; the log has it beside the error.
func incident(interactionID string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(interactionID))
	return strings.ToUpper(strconv.FormatUint(uint64(h.Sum32()), 36))
}

func isTimeout(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}
