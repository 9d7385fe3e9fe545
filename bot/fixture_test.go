package bot

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/emoji"
	"madbot/bot/i18n"
	"madbot/bot/look"
	"madbot/bot/people"
	"madbot/bot/play"
	"madbot/bot/play/gate"
	"madbot/bot/show"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/match"
)

var updateGolden = flag.Bool("update", false, "rewrite the golden files")

// The people and the place of the tests.
const (
	alice match.PlayerID = "101"
	bob   match.PlayerID = "102"
	carol match.PlayerID = "103"
	robot match.PlayerID = "9001"

	guildID   = "7001"
	channelID = "5001"
)

// The secret tokens of the tests, which must never appear in a log or an error.
const (
	testToken   = "MTA.bot.s3cret"
	answerToken = "aW50ZXJhY3Rpb24.s3cret"
)

// plainRenderer draws nothing, but records its options.
type plainRenderer struct {
	slow time.Duration // time to draw a replay
	fail error         // error of drawing a replay

	mu       sync.Mutex
	asked    []render.Options
	replayed []render.Options // the options of replays
}

func (r *plainRenderer) Board(w io.Writer, _ rules.Position, o render.Options) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked = append(r.asked, o)
	_, err := io.WriteString(w, "a picture")
	return err
}

func (r *plainRenderer) Replay(w io.Writer, _ *rules.Game, o render.Options) error {
	time.Sleep(r.slow)
	if r.fail != nil {
		return r.fail
	}
	r.mu.Lock()
	r.replayed = append(r.replayed, o)
	r.mu.Unlock()
	return r.Board(w, rules.Position{}, o)
}

func (r *plainRenderer) Strip(w io.Writer, _ *rules.Game, o render.Options) error {
	return r.Board(w, rules.Position{}, o)
}

func (r *plainRenderer) Diagram(w io.Writer, _ render.Diagram, o render.Options) error {
	return r.Board(w, rules.Position{}, o)
}

// firstTurn is an analyst that recommends the first legal turn, and plays it for the robot.
type firstTurn struct{}

func (firstTurn) Hint(_ context.Context, q gate.Question) (play.Hint, error) {
	g := q.Game()
	p := g.Position()
	turns := p.AppendTurns(nil)
	next := p.Play(turns[0])
	line := []rules.Turn{turns[0], next.AppendTurns(nil)[0]}
	return play.Hint{Candidates: []play.Candidate{{Turn: turns[0], Line: line, Sure: 2}, {Turn: turns[1]}}}, nil
}

func (firstTurn) Choose(_ context.Context, q gate.Question) (play.Candidate, error) {
	m := q.Match()
	p := m.Game.Position()
	return play.Candidate{Turn: p.AppendTurns(nil)[0]}, nil
}

// actor returns p on the server of the tests.
func actor(p match.PlayerID) play.Actor {
	return play.Actor{ID: p, Guild: guildID, Locale: "en-US"}
}

// table is the commands with matches in memory. Ids are m1, m2, …; sides are not random.
type table struct {
	*Parts
	t        *testing.T
	store    *countedStore
	renderer *plainRenderer
	now      *time.Time
	wired    *wired
}

// wired are the commands, with the parts they were made from.
type wired struct {
	sync.Mutex
	parts    Parts
	view     show.View
	commands Commands
}

func newTable(t *testing.T) table {
	t.Helper()
	catalog, err := i18n.Load(fstest.MapFS{}, ".") // only English
	require.NoError(t, err)
	made, store := 0, newCountedStore()
	var clock sync.Mutex // some tests act concurrently
	now := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	tick := func() time.Time { clock.Lock(); defer clock.Unlock(); now = now.Add(time.Minute); return now }
	store.Clock = tick
	service := play.New(play.Deps{
		Store:   store,
		Analyst: firstTurn{},
		Now:     tick,
		NewID:   func() match.ID { made++; return match.ID(fmt.Sprintf("m%d", made)) },
		Toss:    func() rules.Color { return rules.Red },
	})
	names := &show.Names{}
	names.Learn(discord.User{ID: string(alice), GlobalName: "Alice"}, "", "")
	names.Learn(discord.User{ID: string(bob), GlobalName: "Bob"}, "", "")
	renderer := &plainRenderer{}
	boards := &show.View{Service: service, Emojis: &emoji.Set{}, Renderer: renderer, Catalog: catalog,
		Names: names, Log: slog.New(slog.NewTextHandler(t.Output(), nil))}
	parts := &Parts{View: boards, People: names, Places: &show.Places{Servers: service}, Members: new(people.Members),
		Renderer: renderer, Replays: look.NewReplays(renderer), Messenger: &mailbox{}, Poster: &poster{},
		Dailies: dailiesOf(boards, store, &now, wholeDeck())}
	parts.Puzzles = puzzlesOf(boards, parts.Dailies.Service)
	parts.Leagues = leaguesOf(parts, store, func() time.Time { clock.Lock(); defer clock.Unlock(); return now })
	return table{parts, t, store, renderer, &now, new(wired)}
}

func (tb table) service() *play.Service { return tb.View.Service }

// serve replaces the service.
func (tb table) serve(service *play.Service) {
	tb.View.Service, tb.Places.Servers = service, service
}

// commands returns the commands of the bot, which are expensive to make.
func (tb table) commands() Commands {
	tb.wired.Lock()
	defer tb.wired.Unlock()
	if tb.wired.parts != *tb.Parts || tb.wired.view != *tb.View {
		tb.wired.parts, tb.wired.view, tb.wired.commands = *tb.Parts, *tb.View, NewCommands(*tb.Parts)
	}
	return tb.wired.commands
}

// command returns the command with a name.
func (tb table) command(name string) dispatch.Command {
	tb.t.Helper()
	all := tb.commands().List
	i := slices.IndexFunc(all, func(c dispatch.Command) bool { return c.Spec.Name == name })
	require.NotEqual(tb.t, -1, i, "no command %s", name)
	return all[i]
}

// boardMessage returns the public message of m.
func (tb table) boardMessage(m play.Match, news ...match.Event) ui.Message {
	return tb.View.BoardMessage(tb.t.Context(), m, news...)
}

// meant returns the match that c is about, or the candidates to choose from.
func (tb table) meant(c *dispatch.Call, among show.Among) (match.ID, []play.Summary, error) {
	picker := &show.Picker{View: tb.View, Places: tb.Places}
	return picker.Meant(tb.t.Context(), c, among)
}

// mailbox is a play.Messenger that records notices, or refuses them.
type mailbox struct {
	shut, mute bool // it refuses direct messages; it refuses others
	notices    []play.Notice
}

func (b *mailbox) Notify(_ context.Context, n play.Notice) (play.Post, error) {
	if n.Direct && b.shut || !n.Direct && b.mute {
		return play.Post{}, play.ErrClosed
	}
	b.notices = append(b.notices, n)
	return play.Post{Channel: "c", Message: n.Key}, nil
}

func (b *mailbox) Digest(context.Context, play.Digest) error { return nil }

// call returns a call by p in the channel of the tests; options are name, value, name, value, …
func (tb table) call(p match.PlayerID, options ...string) *dispatch.Call {
	c := &dispatch.Call{
		T: tb.View.Catalog.Printer("en"), Log: slog.New(slog.NewTextHandler(tb.t.Output(), nil)), Actor: actor(p), Robot: robot,
		Venue:     play.Venue{Guild: guildID, Channel: channelID, Locale: "en-US"},
		BotRights: discordgo.PermissionViewChannel | discordgo.PermissionSendMessages | discordgo.PermissionAttachFiles,
		Users:     map[string]dispatch.NamedUser{},
	}
	for _, g := range []match.PlayerID{alice, bob, carol, robot} {
		c.Users[string(g)] = dispatch.NamedUser{User: discord.User{ID: string(g), Bot: g == robot},
			IsMember: true, CanView: true, Known: true}
	}
	for i := 0; i < len(options); i += 2 {
		value, err := json.Marshal(options[i+1])
		require.NoError(tb.t, err)
		c.Options = append(c.Options, discord.Option{Name: options[i], Value: value})
	}
	return c
}

// happensIn moves c to another place.
func happensIn(c *dispatch.Call, guild, channel string) {
	c.Actor.Guild, c.Venue.Guild, c.Venue.Channel = guild, guild, channel
}

// press lets p press a control.
func (tb table) press(p match.PlayerID, id ui.ID, values ...string) (dispatch.Reply, error) {
	c := tb.call(p)
	c.ID, c.Values = id, values
	return tb.pressed(c)
}

// pressed runs the control of c.
func (tb table) pressed(c *dispatch.Call) (dispatch.Reply, error) {
	press, ok := tb.commands().Controls[c.ID.Verb]
	require.True(tb.t, ok, "no verb %s", c.ID.Verb)
	ctx, answered := context.WithCancel(tb.t.Context())
	defer answered()
	return press.Run(ctx, c)
}

// run lets p use a command.
func (tb table) run(p match.PlayerID, name string, options ...string) (dispatch.Reply, error) {
	tb.t.Helper()
	return tb.command(name).Run(tb.t.Context(), tb.call(p, options...))
}

// ok returns a reply that must not be an error.
func (tb table) ok(r dispatch.Reply, err error) dispatch.Reply {
	tb.t.Helper()
	require.NoError(tb.t, err)
	return r
}

// start starts a match: alice challenges bob, who accepts; alice is Red.
func (tb table) start(options ...string) match.ID {
	tb.t.Helper()
	_, err := tb.run(alice, "challenge", append([]string{"opponent", string(bob)}, options...)...)
	require.NoError(tb.t, err)
	list, err := tb.service().Open(tb.t.Context(), alice)
	require.NoError(tb.t, err)
	_, err = tb.press(bob, ui.ID{Verb: "accept", Match: list[0].ID, Ply: play.AnyPly})
	require.NoError(tb.t, err)
	return list[0].ID
}

// set sets a match of alice (Red) and bob to a position.
func (tb table) set(id match.ID, position string) {
	tb.t.Helper()
	p, err := rules.ParsePosition(position)
	require.NoError(tb.t, err)
	tb.create(play.Match{Match: match.Match{
		ID: id, Status: match.Playing, Terms: match.Terms{Options: rules.DefaultOptions()},
		Challenger: alice, Opponent: bob, Players: rules.BySide[match.PlayerID]{Red: alice, Blue: bob},
		Started: time.Date(2026, 11, 11, 8, 0, 0, 0, time.UTC),
		Game:    rules.GameFrom(p, rules.DefaultStallLimit)},
		Delivery: play.Delivery{Venue: play.Venue{Guild: guildID, Channel: channelID}}})
}

// create saves a match without events.
func (tb table) create(m play.Match) {
	tb.t.Helper()
	tb.do(func(tx play.Tx) error { return tx.CreateMatch(tb.t.Context(), m, nil) })
}

// deliver changes the delivery of a match.
func (tb table) deliver(id match.ID, change func(*play.Delivery)) {
	tb.t.Helper()
	m := tb.match(id)
	change(&m.Delivery)
	tb.do(func(tx play.Tx) error { return tx.SaveDelivery(tb.t.Context(), id, m.Delivery) })
}

// do runs a unit of work.
func (tb table) do(f func(play.Tx) error) {
	tb.t.Helper()
	require.NoError(tb.t, tb.store.Do(tb.t.Context(), f))
}

// turns plays turns for the side to move.
func (tb table) turns(id match.ID, turns ...string) {
	tb.t.Helper()
	for _, turn := range turns {
		m := tb.match(id)
		_, err := tb.run(m.ToMove(), "move", "turn", turn, "game", string(id))
		require.NoError(tb.t, err, turn)
	}
}

// resign resigns for p, without confirmation.
func (tb table) resign(id match.ID, p match.PlayerID) {
	tb.t.Helper()
	_, err := tb.service().Resign(tb.t.Context(), actor(p), play.Ref{ID: id, Ply: play.AnyPly})
	require.NoError(tb.t, err)
}

// runOut lets the time of the side to move run out, and records that.
func (tb table) runOut(id match.ID) {
	tb.t.Helper()
	m := tb.match(id)
	*tb.now = m.Deadline()
	tb.do(func(tx play.Tx) error {
		_, err := play.Change(tb.t.Context(), tx, play.Ref{ID: id, Ply: play.AnyPly},
			func(tx play.Tx, m *play.Match) ([]match.Event, error) { return m.Arbiter().RecordTimeUp(tx.Now()) })
		return err
	})
}

// offer offers to stop for p, without confirmation.
func (tb table) offer(id match.ID, p match.PlayerID) {
	tb.t.Helper()
	tb.ask(id, p, match.ToStop)
}

// ask makes an offer for p, without confirmation.
func (tb table) ask(id match.ID, p match.PlayerID, k match.OfferKind) {
	tb.t.Helper()
	_, err := tb.service().Offer(tb.t.Context(), actor(p), play.Ref{ID: id, Ply: play.AnyPly}, k)
	require.NoError(tb.t, err)
}
