package main

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
	"madbot/bot/sandbox/wire"
)

// pick picks items of the newest menu that has all of them.
func (s *stage) pick(name, line string) error {
	actor := s.server.Actor(name)
	labels, prompt, _ := strings.Cut(line, " from ")
	for _, m := range slices.Backward(s.messages(actor, s.place[name])) {
		for _, row := range controlRows(m) {
			for _, c := range row.Components {
				if values, ok := s.items(c, labels); ok && (prompt == "" || c.Placeholder == prompt) {
					answer, err := actor.Select(s.ctx, m.ID, c.CustomID, values...)
					s.note(name, answer)
					return err
				}
			}
		}
	}
	require.Fail(s.t, "no such item", "%s looks for %q", name, line)
	return nil
}

// items returns the values of the items that labels name; false if c is not a menu with these items.
func (s *stage) items(c sandbox.Component, labels string) (values []string, ok bool) {
	if !wire.IsSelect(c.Type) {
		return nil, false
	}
	if labels == "nothing" {
		return nil, true
	}
	for label := range strings.SplitSeq(labels, " + ") {
		value := s.item(c, label)
		if value == "" {
			return nil, false
		}
		values = append(values, value)
	}
	return values, true
}

// item returns the value of the item whose label begins with label, "" if there is none.
func (s *stage) item(c sandbox.Component, label string) string {
	if channel, ok := strings.CutPrefix(label, "#"); ok && c.Type == discordgo.ChannelSelectMenuComponent {
		return s.server.Channel(channel).String()
	}
	if role, ok := strings.CutPrefix(label, "@"); ok && c.Type == discordgo.RoleSelectMenuComponent {
		return roleOf(role)
	}
	for _, o := range c.Options {
		if strings.HasPrefix(s.plain(o.Label), label) {
			return o.Value
		}
	}
	return ""
}

// roleOf returns the id of a role of the first server: its own, or everyone.
func roleOf(name string) string {
	for _, role := range wire.RolesOf(wire.GuildID) {
		if strings.TrimPrefix(role.Name, "@") == name {
			return role.ID.String()
		}
	}
	return ""
}

// serverOf returns the number of the server with the channel that a line ends in, from 0.
func (s *stage) serverOf(line string) int {
	s.t.Helper()
	fields := strings.Fields(line)
	n := slices.Index([]string{"#mad", "#mad2"}, fields[len(fields)-1])
	require.GreaterOrEqual(s.t, n, 0, line)
	return n
}
