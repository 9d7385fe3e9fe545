package settings

import (
	"context"
	"time"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
)

// The games managers on `/server`: a line, in which Role is a mention, and the prompt of a menu of roles.
var (
	msgManagers = i18n.Message{ID: "server.managers.role",
		Other: "**Games managers** run the league and the ranking, and annul games: {{.Role}} and those who manage the server"}
	msgPickManagers = i18n.Message{ID: "server.menu.managers", Other: "Games managers"}
)

const argManagers = "managers"

// roleLimit is how long to wait for Discord to look up a role.
const roleLimit = time.Second

// Roles looks up roles; discord.Client implements it.
type Roles interface {
	// HasRole reports whether a server has a role.
	HasRole(ctx context.Context, server, role string) (bool, error)
}

// chooseManagers stores the selected role. It ignores @everyone, which Discord offers, too, with the id of the server,
// because no member has it as a role.
func chooseManagers(c *dispatch.Call, settings *play.ServerSettings) {
	if role := selected(c); role != c.Venue.Guild {
		settings.Managers = role
	}
}

// forgetDeletedRole returns server without the role of its games managers if that role was deleted, and stores that.
func (s Server) forgetDeletedRole(ctx context.Context, c *dispatch.Call, server play.Server) (play.Server, error) {
	role := server.Settings.Managers
	if role == "" || s.Roles == nil {
		return server, nil
	}
	limited, cancel := context.WithTimeout(ctx, roleLimit)
	defer cancel()
	exists, err := s.Roles.HasRole(limited, server.ID, role)
	if err != nil || exists { // if Discord does not answer, the role is kept
		return server, nil
	}
	return s.Servers.ChangeServer(ctx, c.Actor, server.ID, func(settings *play.ServerSettings) {
		if settings.Managers == role {
			settings.Managers = ""
		}
	})
}

// managersLine returns the line about the role; "" without one.
func managersLine(t i18n.Printer, role string) string {
	if role == "" {
		return ""
	}
	return t.Text(msgManagers, i18n.Args{"Role": text.Role(role)})
}

func managersMenu(t i18n.Printer, role string) ui.Row {
	return ui.Row{Roles: &ui.RoleMenu{ID: ui.NoMatch(ui.Server, argManagers), Prompt: t.Text(msgPickManagers, nil),
		Selected: role}}
}
