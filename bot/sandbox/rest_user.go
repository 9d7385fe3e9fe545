package sandbox

import "net/http"

// userRoutes registers the gateway's address, users, the application, and direct conversations.
func (s *Server) userRoutes(add func(string, handler)) {
	add("GET /gateway", s.getGateway)
	add("GET /gateway/bot", s.getGatewayBot)
	add("GET /users/{user}", s.getUser)
	add("GET /users/@me/guilds", s.getMyGuilds)
	add("POST /users/@me/channels", s.postDM)
	add("GET /applications/@me", s.getApplication)
	add("GET /oauth2/applications/@me", s.getApplication)
}

func (s *Server) getGateway(c *call) (int, any, *apiError) {
	return http.StatusOK, map[string]any{"url": "ws://" + host(c.Request) + "/gateway/"}, nil
}

func (s *Server) getGatewayBot(c *call) (int, any, *apiError) {
	return http.StatusOK, map[string]any{
		"url":    "ws://" + host(c.Request) + "/gateway/",
		"shards": 1,
		"session_start_limit": map[string]any{"total": 1000, "remaining": 1000, "reset_after": 0,
			"max_concurrency": 1},
	}, nil
}

// getUser answers for an id and for "@me".
func (s *Server) getUser(c *call) (int, any, *apiError) {
	id := c.id("user")
	if c.PathValue("user") == "@me" {
		id = BotID
	}
	u := s.users[id]
	if u == nil {
		return 0, nil, errUnknownUser()
	}
	return http.StatusOK, u, nil
}

func (s *Server) getMyGuilds(*call) (int, any, *apiError) {
	return http.StatusOK, []any{
		map[string]any{"id": GuildID, "name": guildName, "icon": nil, "owner": false,
			"permissions": permissionBot, "features": []string{}},
	}, nil
}

// postDM opens the conversation with a person. Whether they accept messages shows only when one is
// sent.
func (s *Server) postDM(c *call) (int, any, *apiError) {
	f := c.form()
	f.need("recipient_id")
	to := f.id("recipient_id")
	if err := f.err(); err != nil {
		return 0, nil, err
	}
	if to == BotID {
		return 0, nil, errClosedDM()
	}
	if !isPerson(to) {
		return 0, nil, errRecipient()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return http.StatusOK, s.channelJSON(s.openDM(to)), nil
}

func (s *Server) getApplication(*call) (int, any, *apiError) {
	bot := s.users[BotID]
	return http.StatusOK, map[string]any{
		"id":                       BotID,
		"name":                     bot.Username,
		"icon":                     nil,
		"description":              "",
		"bot_public":               true,
		"bot_require_code_grant":   false,
		"verify_key":               "",
		"flags":                    0,
		"team":                     nil,
		"owner":                    s.users[AliceID],
		"bot":                      bot,
		"summary":                  "",
		"approximate_guild_count":  1,
		"integration_types_config": map[string]any{"0": map[string]any{}},
	}, nil
}
