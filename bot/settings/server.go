package settings

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
)

// `/server`, a private message to who manages the server: its first line, and refusals.
var (
	msgServer = i18n.Message{ID: "server.text",
		Other: "**How I work on this server.** A change takes effect at once; matches that are being played stay where " +
			"they are."}
	msgNotManager = i18n.Message{ID: "server.notmanager",
		Other: "Only people who may manage this server can change how I work on it."}
	msgNoServer = i18n.Message{ID: "server.nowhere", Other: "`/server` is for servers that have me. Type it there."}
)

// Lines of `/server` that say how the bot works on the server, each a label in bold and what holds. Language is
// a language or “that of this server”. Open matches are challenges, too.
var (
	msgEverywhere = i18n.Message{ID: "server.channels.all", Other: "**Channels**: matches can begin everywhere."}
	msgInChannels = i18n.Message{ID: "server.channels.some",
		Other: "**Channels**: matches can begin in {{.Channels}}, and in threads there."}
	msgGone = i18n.Message{ID: "server.channels.gone",
		One:   "A channel that you picked no longer exists; I ignore it.",
		Other: "{{.N}} channels that you picked no longer exist; I ignore them."}
	msgThreadsOn = i18n.Message{ID: "server.threads.on",
		Other: "**Threads**: a match between people gets a thread of its own, which I archive after the end."}
	msgThreadsOff = i18n.Message{ID: "server.threads.off",
		Other: "**Threads**: off. I show the boards in the channel."}
	msgThreadRights = i18n.Message{ID: "server.threads.rights",
		Other: "**I could not use a thread for the last match**, so its boards are in the channel. I need " +
			"**Create Public Threads** and **Send Messages in Threads** there."}
	msgThreadsFull = i18n.Message{ID: "server.threads.full",
		Other: "**I could not make a thread for the last match**, so its boards are in the channel: this server " +
			"has as many open threads as Discord allows."}
	msgThreadsHere = i18n.Message{ID: "server.threads.here",
		Other: "In this channel I cannot make threads yet: I need **Create Public Threads** and **Send Messages in " +
			"Threads**."}
	msgTermsAre = i18n.Message{ID: "server.terms",
		Other: "**Terms** of a challenge that names none: {{.Preset}}."}
	msgLanguageIs = i18n.Message{ID: "server.language",
		Other: "**Language** of what everybody reads: {{.Language}}."}
	msgOwnLanguage = i18n.Message{ID: "server.language.own", Other: "that of this server"}
	msgItemOwnHere = i18n.Message{ID: "server.item.own", Other: "That of this server"}
	msgOpenFree    = i18n.Message{ID: "server.open.none", Other: "**Open matches of one person**: no limit."}
	msgOpenMost    = i18n.Message{ID: "server.open.most",
		One: "**Open matches of one person**: one.", Other: "**Open matches of one person**: up to {{.N}}."}
	msgPairFree = i18n.Message{ID: "server.pair.none", Other: "**Open matches of the same two people**: no limit."}
	msgPairMost = i18n.Message{ID: "server.pair.most",
		One:   "**Open matches of the same two people**: one.",
		Other: "**Open matches of the same two people**: up to {{.N}}."}
)

// Menus of `/server`: what stands in them before one is chosen, and items.
var (
	msgPickChannels = i18n.Message{ID: "server.menu.channels", Other: "Where matches can begin; pick none for everywhere"}
	msgPickLanguage = i18n.Message{ID: "server.menu.language", Other: "Language of what everybody reads"}
	msgPickOpen     = i18n.Message{ID: "server.menu.open", Other: "Open matches of one person"}
	msgPickPair     = i18n.Message{ID: "server.menu.pair", Other: "Open matches of the same two people"}
	msgItemOpenFree = i18n.Message{ID: "server.item.openfree", Other: "One person: no limit"}
	msgItemOpen     = i18n.Message{ID: "server.item.open",
		One: "One person: one open match", Other: "One person: up to {{.N}} open matches"}
	msgItemPairFree = i18n.Message{ID: "server.item.pairfree", Other: "The same two people: no limit"}
	msgItemPair     = i18n.Message{ID: "server.item.pair",
		One: "The same two people: one open match", Other: "The same two people: up to {{.N}} open matches"}
)

// Buttons of `/server`. A preset is a set of terms with a name: Club for days per turn, Coffee for minutes,
// Serious without hints and takebacks.
var (
	msgMakeThreads = i18n.Message{ID: "server.button.threads", Other: "A thread per match"}
	msgNoThreads   = i18n.Message{ID: "server.button.nothreads", Other: "No threads"}
	msgPreset      = i18n.Message{ID: "server.button.preset", Other: "{{.Preset}} terms"}
	msgCoffee      = i18n.Message{ID: "server.preset.coffee", Other: "Coffee"}
	msgClub        = i18n.Message{ID: "server.preset.club", Other: "Club"}
	msgSerious     = i18n.Message{ID: "server.preset.serious", Other: "Serious"}
)

// serverVerb changes a setting of the server; its argument names it, and what a button makes of it.
const serverVerb = "server"

// The settings, as the arguments of serverVerb name them.
const (
	argChannels   = "channels"
	argThreads    = "threads"
	argUnthreaded = "nothreads"
	argPreset     = "preset "
	argLanguage   = "language"
	argOpen       = "open"
	argPair       = "pair"
)

// maxPicked is how many channels matches can be kept to.
const maxPicked = 10

// The limits that are offered; 0 is none.
func openLimits() []int { return []int{0, 3, 5, 10, 20, 50} }
func pairLimits() []int { return []int{0, 1, 2, 3, 5, 10} }

// Server shows how the bot works on a server, and changes it, for those who manage it.
func (cmds *Commands) Server() dispatch.Command {
	s := dispatch.Spec("server", "How I work on this server: channels, threads, terms, limits; for those who manage it")
	s.Contexts = []discord.Context{discord.InGuild}
	s.IntegrationTypes = []discord.IntegrationType{discord.GuildInstall}
	s.MemberPermissions = discord.ManageGuild
	return dispatch.Command{Spec: s, Run: managing(cmds.showServer),
		Components: map[string]dispatch.Component{serverVerb: {Run: managing(cmds.setServer), Inline: true}}}
}

// managing is f for those who manage the server.
func managing(f dispatch.Handler) dispatch.Handler {
	return func(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
		switch {
		case !c.InGuild() || c.Venue.Away:
			return dispatch.Reply{}, text.Refuse(msgNoServer, nil)
		case !c.Manages():
			return dispatch.Reply{}, text.Refuse(msgNotManager, nil)
		}
		return f(ctx, c)
	}
}

func (cmds *Commands) showServer(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	server, err := cmds.Service.Server(ctx, c.Venue.Guild)
	if err != nil {
		return dispatch.Reply{}, err
	}
	return dispatch.Reply{Message: cmds.serverMessage(ctx, c, server.Settings)}, nil
}

// setServer changes the setting that a control names; one that is changed already stays so.
func (cmds *Commands) setServer(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	server, err := cmds.Service.ChangeServer(ctx, c.Actor, c.Venue.Guild,
		func(s *play.ServerSettings) { cmds.apply(c, s) })
	if err != nil {
		return dispatch.Reply{}, err
	}
	c.Log.Info("server", "changed", c.ID.Arg)
	return dispatch.Reply{Kind: dispatch.Update, Message: cmds.serverMessage(ctx, c, server.Settings)}, nil
}

// apply changes s as the control of c says. What is not offered changes nothing.
func (cmds *Commands) apply(c *dispatch.Call, s *play.ServerSettings) {
	picked := ""
	if len(c.Values) > 0 {
		picked = c.Values[0]
	}
	switch c.ID.Arg {
	case argChannels:
		s.Channels = slices.Clone(c.Values[:min(len(c.Values), maxPicked)])
	case argThreads:
		s.Threads, s.Unthreaded = true, ""
	case argUnthreaded:
		s.Threads, s.Unthreaded = false, ""
	case argLanguage:
		if picked == ownLanguage || cmds.Catalog.Has(picked) {
			s.Language = strings.TrimPrefix(picked, ownLanguage)
		}
	case argOpen:
		s.MaxOpen = pickedLimit(picked, openLimits(), s.MaxOpen)
	case argPair:
		s.MaxPair = pickedLimit(picked, pairLimits(), s.MaxPair)
	}
	for _, p := range serverPresets() {
		if c.ID.Arg == argPreset+p.value {
			s.Preset = p.value
		}
	}
}

// pickedLimit returns what was picked of limits, else what was before.
func pickedLimit(picked string, limits []int, before int) int {
	if n, err := strconv.Atoi(picked); err == nil && slices.Contains(limits, n) {
		return n
	}
	return before
}

// serverPreset is a choice of terms, by the name that is kept; the usual one has none.
type serverPreset struct {
	value string
	name  i18n.Message
}

func serverPresets() []serverPreset {
	return []serverPreset{{"", msgClub}, {"coffee", msgCoffee}, {"serious", msgSerious}}
}

// serverMessage says how the bot works on a server, with what changes that.
func (cmds *Commands) serverMessage(ctx context.Context, c *dispatch.Call, s play.ServerSettings) ui.Message {
	gone := cmds.gone(ctx, s.Channels)
	there := slices.DeleteFunc(slices.Clone(s.Channels), func(id string) bool { return slices.Contains(gone, id) })
	lines := []string{c.T.Text(msgServer, nil), channelsText(c.T, there, len(gone)), threadsText(c, s),
		c.T.Text(msgTermsAre, i18n.Args{"Preset": c.T.Text(presetOf(s.Preset), nil)})}
	if cmds.hasLanguages() {
		language := cmds.languageOf(s.Language, c.T.Text(msgOwnLanguage, nil))
		lines = append(lines, c.T.Text(msgLanguageIs, i18n.Args{"Language": language}))
	}
	lines = append(lines, limitText(c.T, s.MaxOpen, msgOpenFree, msgOpenMost),
		limitText(c.T, s.MaxPair, msgPairFree, msgPairMost))
	rows := []ui.Row{
		{Channels: &ui.ChannelMenu{ID: serverID(argChannels), Prompt: c.T.Text(msgPickChannels, nil), Picked: there,
			Count: ui.Count{Most: maxPicked}}},
		{Buttons: serverButtons(c.T, s)},
		limitMenu(c.T, limitChoice{argOpen, s.MaxOpen, openLimits(), msgPickOpen, msgItemOpenFree, msgItemOpen}),
		limitMenu(c.T, limitChoice{argPair, s.MaxPair, pairLimits(), msgPickPair, msgItemPairFree, msgItemPair}),
	}
	if cmds.hasLanguages() {
		menu := ui.Menu{ID: serverID(argLanguage), Prompt: c.T.Text(msgPickLanguage, nil)}
		rows = append(rows, ui.Row{Menu: cmds.languageMenu(menu, c.T.Text(msgItemOwnHere, nil), s.Language)})
	}
	return ui.Message{Text: strings.Join(lines, "\n"), Rows: rows}
}

// channelsText says where matches can begin, and how many channels that were picked are gone.
func channelsText(t i18n.Printer, there []string, gone int) string {
	said := t.Text(msgEverywhere, nil)
	if len(there) > 0 {
		said = t.Text(msgInChannels, i18n.Args{"Channels": text.Channels(t, there)})
	}
	if gone > 0 {
		said += " " + t.Text(msgGone, i18n.Args{"N": gone})
	}
	return said
}

// threadsText says whether matches have threads, and what keeps them from it.
func threadsText(c *dispatch.Call, s play.ServerSettings) string {
	if !s.Threads {
		return c.T.Text(msgThreadsOff, nil)
	}
	said := c.T.Text(msgThreadsOn, nil)
	switch {
	case s.Unthreaded == play.ThreadRights:
		return said + " " + c.T.Text(msgThreadRights, nil)
	case s.Unthreaded == play.ThreadsFull:
		return said + " " + c.T.Text(msgThreadsFull, nil)
	case !c.Thread && (len(s.Channels) == 0 || c.IsIn(s.Channels)) &&
		!c.Rights.Has(discord.CreatePublicThreads|discord.SendMessagesInThreads):
		return said + " " + c.T.Text(msgThreadsHere, nil)
	}
	return said
}

func limitText(t i18n.Printer, most int, free, some i18n.Message) string {
	if most == 0 {
		return t.Text(free, nil)
	}
	return t.Text(some, i18n.Args{"N": most})
}

// presetOf names terms by the name that is kept.
func presetOf(value string) i18n.Message {
	for _, p := range serverPresets() {
		if p.value == value {
			return p.name
		}
	}
	return msgClub
}

// serverButtons turn threads on or off, and choose terms; those that hold cannot be chosen.
func serverButtons(t i18n.Printer, s play.ServerSettings) []ui.Button {
	threads := ui.Button{ID: serverID(argThreads), Label: t.Text(msgMakeThreads, nil)}
	if s.Threads {
		threads = ui.Button{ID: serverID(argUnthreaded), Label: t.Text(msgNoThreads, nil)}
	}
	row := []ui.Button{threads}
	for _, p := range serverPresets() {
		label := t.Text(msgPreset, i18n.Args{"Preset": t.Text(p.name, nil)})
		b := ui.Button{ID: serverID(argPreset + p.value), Label: label}
		if p.value == s.Preset {
			b.Style, b.Off = ui.Strong, true
		}
		row = append(row, b)
	}
	return row
}

// limitChoice is a menu of limits.
type limitChoice struct {
	arg                string
	now                int
	limits             []int
	prompt, free, some i18n.Message
}

func limitMenu(t i18n.Printer, l limitChoice) ui.Row {
	menu := &ui.Menu{ID: serverID(l.arg), Prompt: t.Text(l.prompt, nil)}
	for _, n := range l.limits {
		menu.Items = append(menu.Items, ui.Item{Label: limitText(t, n, l.free, l.some), Value: strconv.Itoa(n),
			Picked: n == l.now})
	}
	return ui.Row{Menu: menu}
}

func serverID(arg string) ui.ID { return ui.ID{Verb: serverVerb, Ply: play.AnyPly, Arg: arg} }
