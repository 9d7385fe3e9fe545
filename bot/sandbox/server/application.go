package server

import (
	"slices"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

func inApp(h handler) handler {
	return func(c *call) (any, *check.Refusal) {
		id := c.id("app")
		if _, known := c.People.User(id); !known {
			return nil, check.UnknownApplication
		}
		if id != wire.BotID {
			return nil, check.ForeignApplication
		}
		return h(c)
	}
}

// putCommands replaces the commands of a guild, or the global ones.
func putCommands(c *call) (any, *check.Refusal) {
	guild := c.id("guild")
	if c.PathValue("guild") != "" && !c.Bot.IsIn(guild) {
		return nil, check.MissingAccess
	}
	list, err := check.Commands(c.body)
	if err != nil {
		return nil, err
	}
	isEntry := func(one *wire.Command) bool { return one.Type == wire.EntryPoint }
	switch {
	case guild != 0 && slices.ContainsFunc(list, isEntry):
		return nil, check.Unhandled("an entry point command of a guild")
	case slices.ContainsFunc(c.Commands.Of(guild), isEntry) && !slices.ContainsFunc(list, isEntry):
		return nil, check.EntryPointMissing
	}
	c.Commands.Set(guild, list)
	return list, nil
}

// getCommands returns the commands of a guild, or the global ones.
func getCommands(c *call) (any, *check.Refusal) {
	guild := c.id("guild")
	if c.PathValue("guild") != "" && !c.Bot.IsIn(guild) {
		return nil, check.MissingAccess
	}
	return append([]*wire.Command{}, c.Commands.Of(guild)...), nil
}

// deleteCommand removes a command of a guild, or a global one.
func deleteCommand(c *call) (any, *check.Refusal) {
	if !c.Commands.Remove(c.id("guild"), c.id("command")) {
		return nil, check.UnknownCommand
	}
	return nil, nil
}

// getGuilds returns the guilds that the bot is in.
func getGuilds(c *call) (any, *check.Refusal) {
	list := []any{}
	for _, id := range c.Bot.Guilds() {
		list = append(list, map[string]any{"id": id, "name": wire.GuildNameOf(id), "icon": nil, "owner": false})
	}
	return list, nil
}

// getGuild returns a guild that the bot is in.
func getGuild(c *call) (any, *check.Refusal) {
	guild := c.id("guild")
	if !c.Bot.IsIn(guild) {
		return nil, check.UnknownGuild
	}
	return map[string]any{"id": guild, "name": wire.GuildNameOf(guild), "icon": nil, "owner_id": wire.AliceID,
		"preferred_locale": c.People.Locale(guild), "features": []string{}, "roles": c.Roles.Of(guild), "emojis": []any{}}, nil
}

// getRole returns a role of a guild that the bot is in.
func getRole(c *call) (any, *check.Refusal) {
	guild := c.id("guild")
	if !c.Bot.IsIn(guild) {
		return nil, check.UnknownGuild
	}
	role, ok := c.Roles.Get(guild, c.id("role"))
	if !ok {
		return nil, check.UnknownRole
	}
	return role, nil
}

func getEmojis(c *call) (any, *check.Refusal) {
	return map[string]any{"items": c.Emojis.All()}, nil
}

func postEmoji(c *call) (any, *check.Refusal) {
	e, picture, err := check.Emoji(c.form(), c.Emojis.All())
	if err == nil {
		e, err = c.Emojis.Add(e, picture)
	}
	return created{e}, err
}

func deleteEmoji(c *call) (any, *check.Refusal) {
	if !c.Emojis.Remove(c.id("emoji")) {
		return nil, check.UnknownEmoji
	}
	return nil, nil
}

func getApplication(c *call) (any, *check.Refusal) {
	bot := wire.BotUser()
	owner, _ := wire.UserOf(wire.AliceID)
	return map[string]any{
		"id":                      wire.BotID,
		"name":                    bot.Username,
		"icon":                    nil,
		"description":             "",
		"bot_public":              true,
		"bot_require_code_grant":  false,
		"verify_key":              c.Bot.PublicKey(),
		"flags":                   0,
		"team":                    nil,
		"owner":                   owner,
		"bot":                     bot,
		"summary":                 "",
		"approximate_guild_count": len(c.Bot.Guilds()),

		"approximate_user_install_count": len(c.People.IDs()),
		"integration_types_config": map[string]any{"0": map[string]any{},
			"1": map[string]any{}},
	}, nil
}

func getGateway(c *call) (any, *check.Refusal) {
	return map[string]any{"url": "ws://" + wire.Host(c.Request) + "/gateway/"}, nil
}

func (a *api) getGatewayBot(c *call) (any, *check.Refusal) {
	left, reset := c.Paces.Left(world.SessionsKey, world.SessionPace(a.Sessions))
	if !a.Limits {
		left, reset = a.Sessions, 0
	}
	return map[string]any{
		"url":    "ws://" + wire.Host(c.Request) + "/gateway/",
		"shards": a.Shards,
		"session_start_limit": map[string]any{"total": a.Sessions, "remaining": left,
			"reset_after": reset.Milliseconds(), "max_concurrency": a.Concurrency},
	}, nil
}

func getUser(c *call) (any, *check.Refusal) {
	id := c.id("user")
	if c.PathValue("user") == "@me" {
		id = wire.BotID
	}
	u, ok := c.People.User(id)
	if !ok {
		return nil, check.UnknownUser
	}
	return u, nil
}

// getMember returns a member of a guild that the bot is in.
func getMember(c *call) (any, *check.Refusal) {
	u, known := c.People.User(c.id("user"))
	switch guild := c.id("guild"); {
	case guild == wire.ElsewhereID:
		return nil, check.MissingAccess
	case !c.Bot.IsIn(guild):
		return nil, check.UnknownGuild
	case !known:
		return nil, check.UnknownUser
	case c.People.HasLeft(u.ID):
		return nil, check.UnknownMember
	}
	m := wire.MemberOfGuild(u)
	m.Roles = c.Roles.Held(u.ID, c.id("guild"))
	return m, nil
}
