package sandbox

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
)

// commandRoutes registers application commands, global and of the guild.
func (s *Server) commandRoutes(add func(string, handler)) {
	const app = "/applications/{app}"
	for _, at := range []string{app + "/commands", app + "/guilds/{guild}/commands"} {
		add("GET "+at, s.inCommands(s.getCommands))
		add("POST "+at, s.inCommands(s.postCommand))
		add("PUT "+at, s.inCommands(s.putCommands))
		add("GET "+at+"/{command}", s.inCommands(s.getCommand))
		add("PATCH "+at+"/{command}", s.inCommands(s.patchCommand))
		add("DELETE "+at+"/{command}", s.inCommands(s.deleteCommand))
	}
}

// inCommands finds the list the address names: 0 for the global one.
func (s *Server) inCommands(h func(c *call, guild Snowflake) (int, any, *apiError)) handler {
	return s.inApp(func(c *call) (int, any, *apiError) {
		guild := c.id("guild")
		if c.PathValue("guild") != "" && guild != GuildID {
			return 0, nil, errNoAccess()
		}
		return h(c, guild)
	})
}

// getCommands lists the commands; their translations only when with_localizations asks for them.
func (s *Server) getCommands(c *call, guild Snowflake) (int, any, *apiError) {
	list := []*Command{}
	for _, command := range s.commands[guild] {
		if c.URL.Query().Get("with_localizations") != "true" {
			command = command.plain()
		}
		list = append(list, command)
	}
	return http.StatusOK, list, nil
}

// same finds the command of the same type and name, or -1.
func same(list []*Command, c *Command) int {
	return slices.IndexFunc(list,
		func(o *Command) bool { return o.Type == c.Type && o.Name == c.Name })
}

// setCommands replaces a list after the check that there are not too many. mu must be held.
func (s *Server) setCommands(guild Snowflake, list []*Command) *apiError {
	count := map[int]int{}
	for _, c := range list {
		count[c.Type]++
	}
	for kind, most := range map[int]int{CommandChat: 100, CommandUser: 15, CommandMessage: 15} {
		if count[kind] > most {
			return errTooManyCommands(most)
		}
	}
	s.commands[guild] = list
	s.write(entry{Commands: &commandEntry{guild, list}})
	s.tellCommands()
	return nil
}

// stamp fills in what Discord adds to a command. mu must be held.
func (s *Server) stamp(c *Command, guild, id Snowflake) *Command {
	if id == 0 {
		id = s.newID()
	}
	c.ID, c.ApplicationID, c.GuildID, c.Version = id, BotID, guild, s.newID()
	if c.IntegrationTypes == nil {
		c.IntegrationTypes = []int{0}
	}
	return c
}

func (s *Server) postCommand(c *call, guild Snowflake) (int, any, *apiError) {
	f := c.form()
	command := readCommand(f)
	if err := f.err(); err != nil {
		return 0, nil, err
	}
	list := slices.Clone(s.commands[guild])
	status, i := http.StatusCreated, same(list, command)
	if i >= 0 {
		status, list[i] = http.StatusOK, s.stamp(command, guild, list[i].ID)
	} else {
		list = append(list, s.stamp(command, guild, 0))
	}
	return status, command, s.setCommands(guild, list)
}

// putCommands replaces the whole list; commands that keep their name keep their id.
func (s *Server) putCommands(c *call, guild Snowflake) (int, any, *apiError) {
	body := newForm(map[string]any{"commands": c.body})
	if _, ok := c.body.([]any); !ok {
		body.complain("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return 0, nil, body.err()
	}
	list := []*Command{}
	for _, f := range body.forms("commands", 131) {
		f.at = f.at[1:] // Discord numbers the commands at the root
		command := readCommand(f)
		if same(list, command) >= 0 {
			f.complain("name", "APPLICATION_COMMANDS_DUPLICATE_NAME",
				"Application command names must be unique")
		}
		list = append(list, command)
	}
	if err := body.err(); err != nil {
		return 0, nil, err
	}
	old := s.commands[guild]
	for _, command := range list {
		id := Snowflake(0)
		if i := same(old, command); i >= 0 {
			id = old[i].ID
		}
		s.stamp(command, guild, id)
	}
	return http.StatusOK, list, s.setCommands(guild, list)
}

// commandAt finds the command the address names, or -1. mu must be held.
func (s *Server) commandAt(c *call, guild Snowflake) int {
	id := c.id("command")
	return slices.IndexFunc(s.commands[guild], func(o *Command) bool { return o.ID == id })
}

func (s *Server) getCommand(c *call, guild Snowflake) (int, any, *apiError) {
	i := s.commandAt(c, guild)
	if i < 0 {
		return 0, nil, errUnknownCommand()
	}
	return http.StatusOK, s.commands[guild][i], nil
}

// patchCommand checks the command as it will be: what it was, with the given fields replaced.
func (s *Server) patchCommand(c *call, guild Snowflake) (int, any, *apiError) {
	i := s.commandAt(c, guild)
	if i < 0 {
		return 0, nil, errUnknownCommand()
	}
	old := s.commands[guild][i]
	f := c.form()
	f.obj = merged(old, f.obj)
	command := readCommand(f)
	if err := f.err(); err != nil {
		return 0, nil, err
	}
	if j := same(s.commands[guild], command); j >= 0 && j != i {
		f.complain("name", "APPLICATION_COMMANDS_DUPLICATE_NAME",
			"Application command names must be unique")
		return 0, nil, f.err()
	}
	list := slices.Clone(s.commands[guild])
	list[i] = s.stamp(command, guild, old.ID)
	return http.StatusOK, command, s.setCommands(guild, list)
}

// merged is a command's JSON with some fields replaced; its type stays.
func merged(old *Command, fields map[string]any) map[string]any {
	data, err := json.Marshal(old)
	if err != nil {
		panic(err) // plain data
	}
	c := call{}
	c.readJSON(data)
	out := c.body.(map[string]any)
	maps.Copy(out, fields)
	out["type"] = json.Number(index(old.Type))
	return out
}

func (s *Server) deleteCommand(c *call, guild Snowflake) (int, any, *apiError) {
	i := s.commandAt(c, guild)
	if i < 0 {
		return 0, nil, errUnknownCommand()
	}
	list := slices.Delete(slices.Clone(s.commands[guild]), i, i+1)
	return http.StatusNoContent, nil, s.setCommands(guild, list)
}
