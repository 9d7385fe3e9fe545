package settings

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/ui"
)

// `/server`, a private message to people who manage the server: its first line, and refusals.
var (
	msgServer = i18n.Message{ID: "server.text",
		Other: "**Server settings.** Running games keep theirs."}
	msgNoServer = i18n.Message{ID: "server.nowhere", Other: "`/server` is for servers that have me. Type it there."}
)

// The menu of languages on `/server`, for what everybody reads there.
var msgItemOwnHere = i18n.Message{ID: "server.item.own", Other: "Language: the server's"}

// Server is what those who manage a server choose for it, with /server.
type Server struct {
	Servers Servers
	Catalog *i18n.Catalog // the languages to choose from
	Places  *show.Places
}

// Servers keeps servers; play.Service does.
type Servers interface {
	Server(ctx context.Context, guild string) (play.Server, error)
	ChangeServer(ctx context.Context, by play.Actor, guild string, change func(*play.ServerSettings)) (play.Server, error)
	// LocalTime returns now in the zone of a player.
	LocalTime(play.Player) time.Time
}

// Commands returns /server.
func (s Server) Commands() []dispatch.Command {
	spec := dispatch.Spec("server", "How I work on this server: channels, threads, terms, limits; for those who manage it")
	spec.Contexts = &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild}
	spec.IntegrationTypes = &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}
	spec.DefaultMemberPermissions = new(int64(discordgo.PermissionManageGuild))
	return []dispatch.Command{{Spec: spec, Run: managing(s.show)}}
}

// Controls returns what its buttons and menus do.
func (s Server) Controls() dispatch.Controls {
	return dispatch.Controls{ui.Server: {Run: managing(s.set), Inline: true}}
}

// managing is f for those who manage the server.
func managing(f dispatch.Handler) dispatch.Handler {
	return func(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
		switch {
		case !c.InGuild() || c.Venue.Away:
			return dispatch.Reply{}, text.Refuse(msgNoServer, nil)
		case !c.Manages():
			return dispatch.Reply{}, text.RefuseMember()
		}
		return f(ctx, c)
	}
}

func (s Server) show(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	server, err := s.Servers.Server(ctx, c.Venue.Guild)
	return dispatch.Reply{Message: s.message(ctx, c, server.Settings)}, err
}

// set changes the setting that a control names; one that is changed already stays so.
func (s Server) set(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	zone := ""
	if c.ID.Arg == argZone {
		if !c.Submitted {
			form := zoneForm(c.T, msgSetZone)
			form.CustomID = c.ID.String()
			return dispatch.Reply{Kind: dispatch.Form, Form: form}, nil
		}
		var err error
		if zone, err = typedZone(c); err != nil {
			return dispatch.Reply{}, err
		}
	}
	daily := false
	server, err := s.Servers.ChangeServer(ctx, c.Actor, c.Venue.Guild, func(now *play.ServerSettings) {
		if daily = changeDaily(c, now, zone); !daily {
			s.change(c, now)
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

// change makes the change that the control of c names. What is not offered changes nothing.
func (s Server) change(c *dispatch.Call, now *play.ServerSettings) {
	switch arg := c.ID.Arg; arg {
	case argChannels:
		now.Channels = slices.Clone(c.Values[:min(len(c.Values), maxPicked)])
	case argThreads, argUnthreaded:
		now.Threads, now.Unthreaded = arg == argThreads, ""
	case argLanguage:
		now.Language = languages{s.Catalog}.stored(picked(c), now.Language)
	}
	for _, l := range limits {
		if c.ID.Arg == l.arg {
			l.choose(picked(c), now)
		}
	}
	for _, p := range presets() {
		if c.ID.Arg == argPreset+p {
			now.Preset = p
		}
	}
}

// message says how the bot works on a server, with what changes that.
func (s Server) message(ctx context.Context, c *dispatch.Call, now play.ServerSettings) ui.Message {
	languages, there := languages{s.Catalog}, s.Places.Existing(ctx, now.Channels)
	terms, presets := showTerms(c.T, now.Preset)
	lines := []string{c.T.Text(msgServer, nil), channelsLine(c.T, there, len(now.Channels)-len(there)),
		threadsLine(c, now), terms}
	rows := []ui.Row{channelMenu(c.T, there),
		{Buttons: slices.Concat([]ui.Button{threadsButton(c.T, now.Threads)}, presets,
			[]ui.Button{button(c.T, ui.Server, argDaily, msgDaily)})}}
	for _, l := range limits {
		rows = append(rows, l.menu(c.T, *l.of(&now)))
	}
	own := c.T.Text(msgItemOwnHere, nil)
	rows = append(rows, languages.rows(ui.NoMatch(ui.Server, argLanguage), own, now.Language)...)
	return ui.Message{Text: strings.Join(lines, "\n"), Rows: rows}
}
