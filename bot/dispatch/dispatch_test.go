package dispatch

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// recorder is a responder that records its calls.
type recorder struct {
	mu      sync.Mutex
	calls   []recorded
	refuses func(recorded) error // returns why a call fails; nil: none does
	lost    int                  // how many follow-ups fail first
}

// recorded is one call: its kind, the type of a callback, and what was said.
type recorded struct {
	what    string
	kind    discordgo.InteractionResponseType
	message discord.Message
	choices discord.Choices
	form    discord.Modal
}

func (r *recorder) add(c recorded) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls = append(r.calls, c)
	if r.refuses != nil {
		return r.refuses(c)
	}
	return nil
}

// said returns the calls so far.
func (r *recorder) said() []recorded {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.calls)
}

func (r *recorder) CreateResponse(_ context.Context, _ *discord.Interaction, a discord.Response) error {
	rec := recorded{what: "create", kind: a.Type}
	switch data := a.Data.(type) {
	case discord.Message:
		rec.message = data
	case discord.Deferral:
		rec.message.Flags = data.Flags
	case discord.Choices:
		rec.choices = data
	case discord.Modal:
		rec.form = data
	}
	return r.add(rec)
}

func (r *recorder) EditResponse(_ context.Context, _ *discord.Interaction, m discord.Message) error {
	return r.add(recorded{what: "edit", message: m})
}

func (r *recorder) DeleteResponse(context.Context, *discord.Interaction) error {
	return r.add(recorded{what: "remove"})
}

func (r *recorder) CreateFollowup(_ context.Context, _ *discord.Interaction, m discord.Message) error {
	err := r.add(recorded{what: "follow", message: m})
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.lost > 0 {
		r.lost--
		return errors.New("lost")
	}
	return err
}

// names is a learner that remembers the last name of everybody, and its server.
type names struct {
	mu   sync.Mutex
	byID map[string]string
}

func (n *names) Learn(u discord.User, server, nick string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.byID[u.ID] = cmp.Or(nick, u.GlobalName, u.Username) + " in " + server
}

// doubts counts how often the emojis were doubted.
type doubts struct{ atomic.Int32 }

func (d *doubts) Doubt() { d.Add(1) }

// readers holds the languages that people chose, by id; looking up "?" fails.
type readers map[match.PlayerID]string

func (r readers) Arrive(_ context.Context, id match.PlayerID) (string, error) {
	if id == "?" {
		return "", errors.New("no answer")
	}
	return r[id], nil
}

// managers holds the roles of the games managers, by server; looking up "?" fails.
type managers map[string]string

func (m managers) ManagerRole(_ context.Context, server string) (string, error) {
	if server == "?" {
		return "", errors.New("no answer")
	}
	return m[server], nil
}

// probe is a dispatcher to one command and one button whose handlers the test gives.
type probe struct {
	*Dispatcher
	out     *recorder
	log     *safeBuffer
	names   *names
	readers readers
	roles   managers
	doubts  *doubts
}

// observer notes the outcomes, and how often a first response was seen.
type observer struct {
	answered int
	outcome  Outcome
}

func (o *observer) Interaction(string, string) Observation { return o }
func (o *observer) Answered()                              { o.answered++ }
func (o *observer) Ended(outcome Outcome)                  { o.outcome = outcome }

// TestObserver: Discord has a first response if it took it, or if it may have.
func TestObserver(t *testing.T) {
	t.Parallel()
	for why, want := range map[error]observer{nil: {1, OutcomeAnswered}, discord.ErrDoubtful: {1, OutcomeAnswered},
		io.EOF: {0, OutcomeAnswered}} {
		p := newProbe(t, func(context.Context, *Call) (Reply, error) { return InPrivate("x"), nil }, false)
		seen := &observer{}
		p.deps.Observer = seen
		p.out.refuses = func(r recorded) error {
			if r.what == "create" {
				return why
			}
			return nil
		}
		p.answers(t.Context(), fixture(t, aCommand))
		assert.Equal(t, want, *seen, why)
	}
}

// answers has in handled, and returns when all is answered.
func (p probe) answers(ctx context.Context, in *discord.Interaction) {
	p.Start(ctx, in)
	p.running.Wait()
}

func newProbe(t *testing.T, run Handler, inline bool) probe {
	t.Helper()
	catalog, err := i18n.Load(fstest.MapFS{}, ".") // in English alone
	require.NoError(t, err)
	p := probe{out: &recorder{}, log: &safeBuffer{}, names: &names{byID: map[string]string{}},
		readers: readers{}, roles: managers{}, doubts: &doubts{}}
	command := Command{Spec: discordgo.ApplicationCommand{Name: "probe"}, Run: run}
	challenge := command
	challenge.Spec.Name = "challenge"
	controls := Controls{"probe": {Run: run, Inline: inline}}
	p.Dispatcher = New([]Command{command, challenge}, controls, Deps{Out: p.out, Catalog: catalog, People: p.names,
		Readers: p.readers, Servers: p.roles, Links: &ui.Links{}, Emojis: p.doubts,
		Log: discord.Redact(slog.New(slog.NewTextHandler(p.log, nil)), testToken)})
	return p
}

// The secret tokens of the tests, which must never be seen in a log or an error.
const (
	testToken   = "MTA.bot.s3cret"
	answerToken = "aW50ZXJhY3Rpb24.s3cret"
)

// fixture reads a recorded interaction.
func fixture(t *testing.T, name string) *discord.Interaction {
	t.Helper()
	raw, err := os.ReadFile("testdata/interactions/" + name + ".json")
	require.NoError(t, err)
	var in discord.Interaction
	require.NoError(t, json.Unmarshal(raw, &in))
	return &in
}

const (
	aCommand = "command_challenge"
	aButton  = "button_in_message_of_the_future"
)

func TestCallOfACommand(t *testing.T) {
	t.Parallel()
	var got *Call
	p := newProbe(t, func(_ context.Context, c *Call) (Reply, error) {
		got = c
		return InPrivate("done"), nil
	}, false)
	p.answers(t.Context(), fixture(t, aCommand))
	require.NotNil(t, got)
	assert.Equal(t, play.Actor{ID: alice, Guild: guildID, Locale: "en-GB"}, got.Actor)
	assert.Equal(t, play.Venue{Guild: guildID, Channel: channelID, Locale: "en-US"}, got.Venue)
	assert.True(t, got.InGuild())
	assert.Empty(t, got.MissingRights())
	assert.Equal(t, "102", got.Text("opponent"))
	assert.Equal(t, "5x5", got.Text("board"))
	assert.False(t, got.Bool("positioning", true))
	assert.Equal(t, 30, got.Number("stall_limit", 40))
	assert.Empty(t, got.Text("side"))
	assert.True(t, got.Bool("side", true))
	assert.True(t, got.Manages())
	assert.False(t, got.Submitted)
	assert.True(t, got.Users["102"].IsMember && got.Users["102"].Known)
	assert.Equal(t, map[string]string{"101": "Alice in 7001", "102": "Bobby in 7001"}, p.names.byID, "learned on the way")
	assert.Equal(t, []recorded{{what: "create", kind: discordgo.InteractionResponseChannelMessageWithSource,
		message: discord.Message{Content: "done", Flags: discordgo.MessageFlagsEphemeral,
			AllowedMentions: discordgo.MessageAllowedMentions{Users: []string{}}}}}, p.out.said())
}

func TestCallOfAButtonBesideUnknownComponents(t *testing.T) {
	t.Parallel()
	var got *Call
	p := newProbe(t, func(_ context.Context, c *Call) (Reply, error) {
		got = c
		return InPlace("changed"), nil
	}, true)
	p.answers(t.Context(), fixture(t, aButton))
	require.NotNil(t, got)
	assert.Equal(t, ui.ID{Verb: "probe", Match: "m1", Ply: 4, Arg: "x"}, got.ID)
	assert.True(t, got.OnPrivate)
	assert.True(t, got.Thread)
	got.BotRights = 0
	assert.Equal(t, []text.Permission{text.ViewChannel, text.SendInThreads, text.AttachFiles},
		got.MissingRights())
	require.Len(t, p.out.said(), 1)
	assert.Equal(t, discordgo.InteractionResponseUpdateMessage, p.out.said()[0].kind)
}

func TestSuggestions(t *testing.T) {
	t.Parallel()
	p := newProbe(t, nil, false)
	command := p.commands["probe"]
	command.Complete = map[string]Completer{"turn": func(_ context.Context, c *Call) ([]ui.Choice, error) {
		assert.False(t, c.InGuild())
		assert.Equal(t, play.Actor{ID: carol, Locale: "en-US"}, c.Actor)
		_, typed := c.Focused()
		assert.Equal(t, "211 c", typed)
		return make([]ui.Choice, 40), nil
	}}
	p.commands["probe"] = command
	p.answers(t.Context(), fixture(t, "autocomplete_dm"))
	require.Len(t, p.out.said(), 1)
	assert.Equal(t, discordgo.InteractionApplicationCommandAutocompleteResult, p.out.said()[0].kind)
	assert.Len(t, p.out.said()[0].choices, discord.MaxChoices)
}

func TestSuggestionsAreEmptyWhenTheyFail(t *testing.T) {
	t.Parallel()
	p := newProbe(t, nil, false)
	command := p.commands["probe"]
	command.Complete = map[string]Completer{"turn": func(context.Context, *Call) ([]ui.Choice, error) {
		panic("defect")
	}}
	p.commands["probe"] = command
	p.answers(t.Context(), fixture(t, "autocomplete_dm"))
	require.Len(t, p.out.said(), 1)
	assert.Equal(t, recorded{what: "create", kind: discordgo.InteractionApplicationCommandAutocompleteResult}, p.out.said()[0])
	assert.Contains(t, p.log.String(), "defect")
}

// TestSuggestionsSayWhyThereAreNone: a refusal is the one suggestion, and what is typed its value.
func TestSuggestionsSayWhyThereAreNone(t *testing.T) {
	t.Parallel()
	p := newProbe(t, nil, false)
	command := p.commands["probe"]
	command.Complete = map[string]Completer{"turn": func(context.Context, *Call) ([]ui.Choice, error) {
		return nil, text.ErrNoMatch
	}}
	p.commands["probe"] = command
	p.answers(t.Context(), fixture(t, "autocomplete_dm"))
	require.Len(t, p.out.said(), 1)
	assert.Equal(t, discord.Choices{{Value: "211 c", Name: "You're not playing a game right now. " +
		"/challenge starts one, /games lists yours."}}, p.out.said()[0].choices)
	assert.NotContains(t, p.log.String(), "ERROR")
}

func TestLateAnswers(t *testing.T) {
	t.Parallel()
	late := func(r Reply, err error) Handler {
		return func(ctx context.Context, c *Call) (Reply, error) {
			time.Sleep(5 * time.Second)
			return r, err
		}
	}
	tests := []struct {
		name     string
		handler  Handler
		inline   bool
		fixture  string
		deferral discordgo.InteractionResponseType
		then     string // the second call; "" when there is none
	}{
		{"command", late(InPrivate("x"), nil), false, aCommand, deferredMessage, "edit"},
		{"command that fails", late(Reply{}, errors.New("x")), false, aCommand, deferredMessage, "edit"},
		{"button with a private answer", late(InPrivate("x"), nil), false, aButton, deferredMessage, "edit"},
		{"button with no answer", late(Reply{Kind: Silence}, nil), true, aButton, deferredUpdate, ""},
		{"button that changes its message", late(InPlace("x"), nil), true, aButton, deferredUpdate, "edit"},
		{"inline button that is refused", late(Reply{}, match.ErrNotInvited), true, aButton, deferredUpdate, "follow"},
		{"loud button that falls silent", late(Reply{Kind: Silence}, nil), false, aButton, deferredMessage, "remove"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			in := fixture(t, test.fixture)
			synctest.Test(t, func(t *testing.T) {
				p := newProbe(t, test.handler, test.inline)
				p.Start(t.Context(), in)
				time.Sleep(deferAfter + time.Millisecond)
				synctest.Wait()
				require.Len(t, p.out.said(), 1, "put off in time")
				assert.Equal(t, test.deferral, p.out.said()[0].kind)
				require.True(t, p.Drain(time.Minute))
				calls := p.out.said()[1:]
				if test.then == "" {
					assert.Empty(t, calls)
					return
				}
				require.Len(t, calls, 1)
				assert.Equal(t, test.then, calls[0].what)
				assert.Empty(t, calls[0].message.Components)
			})
		})
	}
}
