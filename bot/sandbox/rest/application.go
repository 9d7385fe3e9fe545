package rest

import (
	"net/http"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
)

// inApp answers only for the bot's own application.
func inApp(h handler) handler {
	return func(c *call) (int, any, *check.Refusal) {
		id := c.id("app")
		if _, known := wire.UserOf(id); !known {
			return 0, nil, check.UnknownApplication
		}
		if id != wire.BotID {
			return 0, nil, check.ForeignApplication
		}
		return h(c)
	}
}

// putCommands replaces all commands of the guild that the address names, or all global ones.
func putCommands(c *call) (int, any, *check.Refusal) {
	guild := c.id("guild")
	if c.PathValue("guild") != "" && guild != wire.GuildID {
		return 0, nil, check.MissingAccess
	}
	list, err := check.Commands(c.body)
	if err != nil {
		return 0, nil, err
	}
	c.SetCommands(guild, list)
	return http.StatusOK, list, nil
}

func getEmojis(c *call) (int, any, *check.Refusal) {
	return http.StatusOK, map[string]any{"items": c.Emojis()}, nil
}

func postEmoji(c *call) (int, any, *check.Refusal) {
	e, picture, err := check.Emoji(c.form(), c.Emojis())
	if err == nil {
		e, err = c.AddEmoji(e, picture)
	}
	if err != nil {
		return 0, nil, err
	}
	return http.StatusCreated, e, nil
}

func deleteEmoji(c *call) (int, any, *check.Refusal) {
	if !c.RemoveEmoji(c.id("emoji")) {
		return 0, nil, check.UnknownEmoji
	}
	return http.StatusNoContent, nil, nil
}

func getApplication(c *call) (int, any, *check.Refusal) {
	bot := wire.BotUser()
	owner, _ := wire.UserOf(wire.AliceID)
	return http.StatusOK, map[string]any{
		"id":                      wire.BotID,
		"name":                    bot.Username,
		"icon":                    nil,
		"description":             "",
		"bot_public":              true,
		"bot_require_code_grant":  false,
		"verify_key":              c.PublicKey(),
		"flags":                   0,
		"team":                    nil,
		"owner":                   owner,
		"bot":                     bot,
		"summary":                 "",
		"approximate_guild_count": 1,

		"approximate_user_install_count": len(wire.People()),
		"integration_types_config": map[string]any{"0": map[string]any{},
			"1": map[string]any{}},
	}, nil
}
