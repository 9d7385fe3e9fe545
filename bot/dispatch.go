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

	"madbot/bot/discord"
	"madbot/bot/i18n"
	"madbot/bot/text"
)

const (
	maxCalls   = 64                      // handled at once
	maxRefused = 64                      // answered "later" at once; more are dropped
	deferAfter = 1500 * time.Millisecond // of the 3 s that Discord gives
	callLimit  = time.Minute             // for a handler
	typeLimit  = 2 * time.Second         // for suggestions: late ones are not shown
	sendLimit  = 20 * time.Second        // for an answer
)

var (
	msgBusy = i18n.Message{ID: "dispatch.busy",
		Other: "Too many people want something of me at once. Please try again in a moment."}
	msgUnknown = i18n.Message{ID: "dispatch.unknown",
		Other: "I do not know this any more; it is from another version of me. " +
			"`/games` shows your matches, each with what can be done."}
)

// dispatcher takes interactions, finds their handlers, and alone answers: in time, once, and
// whatever goes wrong.
type dispatcher struct {
	means
	commands map[string]Command
	presses  map[string]Press
	slots    chan struct{}
	refusals chan struct{}

	mu      sync.Mutex // guards closing, so that nothing begins while drain waits
	closing bool
	running sync.WaitGroup
}

// means is what a dispatcher works with.
type means struct {
	out     responder
	catalog *i18n.Catalog
	people  *people
	links   *links
	log     *slog.Logger
}

// newDispatcher returns a dispatcher to the handlers of commands. It panics when two of them have
// the same name or verb, which is a defect.
func newDispatcher(commands []Command, with means) *dispatcher {
	d := &dispatcher{means: with, commands: map[string]Command{}, presses: map[string]Press{},
		slots: make(chan struct{}, maxCalls), refusals: make(chan struct{}, maxRefused)}
	for _, c := range commands {
		if _, taken := d.commands[c.Spec.Name]; taken {
			panic("bot: two commands " + c.Spec.Name)
		}
		d.commands[c.Spec.Name] = c
		for verb, press := range c.Presses {
			if _, taken := d.presses[verb]; taken || !isVerb(verb) {
				panic("bot: two verbs, or a bad one: " + verb)
			}
			d.presses[verb] = press
		}
	}
	return d
}

// receive handles an interaction. It returns when the interaction has been answered; the caller
// gives it a goroutine. ctx ends what is still being handled.
func (d *dispatcher) receive(ctx context.Context, in *discord.Interaction) {
	if !d.begin() {
		d.log.Warn("interaction at the end", "interaction", in.ID)
		return
	}
	defer d.running.Done()
	select {
	case d.slots <- struct{}{}:
		defer func() { <-d.slots }()
		d.handle(ctx, in)
		return
	default:
	}
	select {
	case d.refusals <- struct{}{}:
		defer func() { <-d.refusals }()
		d.log.Warn("too many interactions at once", "interaction", in.ID)
		d.exchange(in).decline(ctx)
	default:
		d.log.Error("interaction dropped", "interaction", in.ID)
	}
}

// begin counts one more that is being handled; false when none may begin any more.
func (d *dispatcher) begin() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.closing {
		d.running.Add(1)
	}
	return !d.closing
}

// drain lets nothing begin any more and waits until what is being handled is answered, at most
// for limit; it returns false when that was too short.
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

// exchange prepares the answer to in.
func (d *dispatcher) exchange(in *discord.Interaction) *exchange {
	u, nick := in.Actor()
	log := d.log.With("interaction", in.ID, "kind", kindOf(in.Type), "what", subject(in),
		"user", u.ID, "guild", in.GuildID, "channel", in.ChannelID)
	d.people.learn(u, nick)
	for id, named := range in.Data.Resolved.Users {
		d.people.learn(named, in.Data.Resolved.Members[id].Nick)
	}
	return &exchange{in: in, out: d.out, log: log, links: d.links,
		call: newCall(in, d.catalog.Printer(in.Locale), log)}
}

// handle answers in.
func (d *dispatcher) handle(ctx context.Context, in *discord.Interaction) {
	e := d.exchange(in)
	switch in.Type {
	case discord.AutocompleteInteraction:
		d.suggest(ctx, e)
	case discord.CommandInteraction:
		command, known := d.commands[in.Data.Name]
		if !known {
			e.say(ctx, e.call.T.Text(msgUnknown, nil))
			return
		}
		e.run(ctx, Press{Run: command.Run})
	case discord.ComponentInteraction:
		id, err := parseCustomID(in.Data.CustomID)
		press, known := d.presses[id.Verb]
		if err != nil || !known {
			e.say(ctx, e.call.T.Text(msgUnknown, nil))
			return
		}
		e.call.ID = id
		e.run(ctx, press)
	default:
		d.log.Warn("interaction of an unknown kind", "interaction", in.ID, "type", int(in.Type))
	}
}

// suggest answers with suggestions: none when something goes wrong, for there is no way to say so.
func (d *dispatcher) suggest(ctx context.Context, e *exchange) {
	limited, cancel := context.WithTimeout(ctx, typeLimit)
	defer cancel()
	name, _ := e.call.Focused()
	var choices []Choice
	err := safely(func() (err error) {
		if complete := d.commands[e.in.Data.Name].Complete[name]; complete != nil {
			choices, err = complete(limited, e.call)
		}
		return err
	})
	if _, refused := text.Refusal(e.call.T, err); err != nil && !refused {
		e.logIncident(err)
	}
	e.suggest(ctx, choices)
}

// subject returns the name of the command, or the verb of the control, for logs.
func subject(in *discord.Interaction) string {
	if in.Data.Name != "" {
		return in.Data.Name
	}
	verb, _, _ := strings.Cut(in.Data.CustomID, ":")
	return verb
}

// kindOf returns a word for logs.
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

// incident returns the short number under which an interaction's trouble is found in the log.
func incident(interactionID string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(interactionID))
	return strings.ToUpper(strconv.FormatUint(uint64(h.Sum32()), 36))
}

// isTimeout reports whether err is only that time ran out.
func isTimeout(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}
