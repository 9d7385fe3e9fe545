package settings

import (
	"context"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
)

// `/server`, a private message to people who manage the server: its first line, and refusals.
var (
	msgServer = i18n.Message{ID: "server.text",
		Other: "**Server settings**, for new games"}
	msgNoServer = i18n.Message{ID: "server.nowhere", Other: "`/server` is for servers that have me. Type it there."}
)

// The menu of public languages on `/server`.
var msgItemOwnHere = i18n.Message{ID: "server.item.own", Other: "Language: the server's"}

// Server handles /server, with which managers choose how the bot works on their server.
type Server struct {
	Servers Servers
	Catalog *i18n.Catalog // the languages to choose from
	Places  *show.Places
	Roles   Roles // nil: deleted roles are not noticed
}

// Servers stores servers; play.Service implements it.
type Servers interface {
	Server(ctx context.Context, guild string) (play.Server, error)
	ChangeServer(ctx context.Context, by play.Actor, guild string, change func(*play.ServerSettings)) (play.Server, error)
	// LocalTime returns the time now in the player's zone.
	LocalTime(play.Player) time.Time
}

// Commands returns /server.
func (s Server) Commands() []dispatch.Command {
	spec := dispatch.Spec("server", "How I work on this server: channels, threads, terms, limits; for those who manage it", zoneOption())
	spec.Contexts = &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild}
	spec.IntegrationTypes = &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}
	spec.DefaultMemberPermissions = new(int64(discordgo.PermissionManageGuild))
	// Discord decides who may use it.
	return []dispatch.Command{{Spec: spec, Run: onServers(s.show), Prompt: true, Complete: zoneCompleter()}}
}

// Controls returns the handler of its buttons and menus.
func (s Server) Controls() dispatch.Controls {
	return dispatch.Controls{ui.Server: {Run: forManagers(s.set), Inline: true, Prompt: true}}
}

// onServers wraps f so that it refuses to work outside servers that have the bot.
func onServers(f dispatch.Handler) dispatch.Handler {
	return func(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
		if !c.InGuild() || c.Venue.Away {
			return dispatch.Reply{}, text.Refuse(msgNoServer, nil)
		}
		return f(ctx, c)
	}
}

// forManagers wraps f so that it refuses people who neither manage the server nor opened the panel, which Discord
// allowed them to do.
func forManagers(f dispatch.Handler) dispatch.Handler {
	return onServers(func(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
		if !c.ManagesServer() && !c.OnOwnPanel {
			return dispatch.Reply{}, text.RefuseMember()
		}
		return f(ctx, c)
	})
}

func (s Server) show(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	if typed := c.Text(optionZone); typed != "" {
		return s.setZone(ctx, c, typed)
	}
	server, err := s.Servers.Server(ctx, c.Venue.Guild)
	if err == nil {
		server, err = s.forgetDeletedRole(ctx, c, server)
	}
	return dispatch.Reply{Message: s.message(ctx, c, server.Settings)}, err
}

// set changes the setting that the control names. A second tap changes nothing more.
func (s Server) set(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	switch {
	case c.ID.Arg == argZone && !c.Submitted:
		form := zoneForm(c.T, msgSetZone)
		form.CustomID = c.ID.String()
		return dispatch.Reply{Kind: dispatch.Form, Form: form}, nil
	case c.ID.Arg == argZone || c.ID.Arg == argPickZone:
		return s.setZone(ctx, c, c.Input)
	}
	daily := false
	server, err := s.Servers.ChangeServer(ctx, c.Actor, c.Venue.Guild, func(settings *play.ServerSettings) {
		if daily = changeDaily(c, settings); !daily {
			s.change(c, settings)
		}
	})
	if err != nil {
		return dispatch.Reply{}, err
	}
	c.Log.Info("server", "changed", c.ID.Arg)
	if daily {
		return dispatch.Reply{Kind: dispatch.Update, Message: s.daily(ctx, c.T, server)}, nil
	}
	return dispatch.Reply{Kind: dispatch.Update, Message: s.message(ctx, c, server.Settings)}, nil
}

// change makes the change of c's control. Values that were not offered change nothing.
func (s Server) change(c *dispatch.Call, settings *play.ServerSettings) {
	switch arg := c.ID.Arg; arg {
	case argChannels:
		settings.ChooseChannels(slices.Clone(c.Values[:min(len(c.Values), maxPicked)]), c.Forums)
	case argThreads, argUnthreaded:
		settings.Threads, settings.Unthreaded = arg == argThreads, ""
	case argManagers:
		chooseManagers(c, settings)
	case argLanguage:
		settings.Language = languages{s.Catalog}.stored(selected(c), settings.Language)
	}
	for _, l := range limits {
		if c.ID.Arg == l.arg {
			l.choose(selected(c), settings)
		}
	}
	for _, p := range presets() {
		if c.ID.Arg == argPreset+p {
			settings.Preset = p
		}
	}
}

func (s Server) message(ctx context.Context, c *dispatch.Call, settings play.ServerSettings) ui.Message {
	languages, channels := languages{s.Catalog}, s.Places.Existing(ctx, settings.Channels)
	terms, presets := showTerms(c.T, settings.Preset)
	lines := []string{c.T.Text(msgServer, nil), channelsLine(c.T, channels, len(settings.Channels)-len(channels)),
		forumLine(c, &settings, channels), threadsLine(c, settings), terms, managersLine(c.T, settings.Managers)}
	rows := []ui.Row{channelMenu(c.T, channels),
		{Buttons: slices.Concat([]ui.Button{threadsButton(c.T, settings.Threads)}, presets,
			[]ui.Button{button(c.T, ui.Server, argDaily, msgDaily)})}}
	for _, l := range limits {
		rows = append(rows, l.menu(c.T, *l.of(&settings)))
	}
	rows = append(rows, managersMenu(c.T, settings.Managers))
	own := c.T.Text(msgItemOwnHere, nil)
	rows = append(rows, languages.rows(ui.NoMatch(ui.Server, argLanguage), own, settings.Language)...)
	return ui.Message{Text: turns.Joined("\n", lines...), Rows: rows}
}
