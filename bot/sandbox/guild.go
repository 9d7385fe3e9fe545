package sandbox

import (
	"net/http"
	"strings"
)

const guildName = "Sandbox"

// guildRoutes registers what may be asked of the guild.
func (s *Server) guildRoutes(add func(string, handler)) {
	add("GET /guilds/{guild}", s.inGuild(func(*call) (any, *apiError) { return s.guild(), nil }))
	add("GET /guilds/{guild}/channels", s.inGuild(s.getChannels))
	add("GET /guilds/{guild}/members/{user}", s.inGuild(s.getMember))
}

// inGuild answers only for the one guild.
func (s *Server) inGuild(get func(*call) (any, *apiError)) handler {
	return func(c *call) (int, any, *apiError) {
		if c.id("guild") != GuildID {
			return 0, nil, errUnknownGuild()
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		body, err := get(c)
		return http.StatusOK, body, err
	}
}

// guild is the guild as Discord writes one.
func (s *Server) guild() map[string]any {
	everyone := map[string]any{
		"id":          GuildID,
		"name":        "@everyone",
		"color":       0,
		"hoist":       false,
		"position":    0,
		"permissions": permissionPerson,
		"managed":     false,
		"mentionable": false,
		"flags":       0,
	}
	return map[string]any{
		"id":                            GuildID,
		"name":                          guildName,
		"icon":                          nil,
		"owner_id":                      AliceID,
		"roles":                         []any{everyone},
		"emojis":                        []any{},
		"stickers":                      []any{},
		"features":                      []string{},
		"preferred_locale":              guildLocale,
		"verification_level":            0,
		"default_message_notifications": 0,
		"explicit_content_filter":       0,
		"mfa_level":                     0,
		"premium_tier":                  0,
		"nsfw_level":                    0,
		"afk_timeout":                   300,
		"system_channel_flags":          0,
	}
}

// guildCreate is the guild as the gateway tells it. mu must be held.
func (s *Server) guildCreate() map[string]any {
	g := s.guild()
	channels, _ := s.getChannels(nil)
	members := []Member{s.member(BotID, true)}
	for _, id := range people() {
		members = append(members, s.member(id, true))
	}
	g["channels"], g["members"], g["member_count"] = channels, members, len(members)
	g["joined_at"], g["large"], g["unavailable"] = joined, false, false
	none := "threads presences voice_states stage_instances guild_scheduled_events"
	for name := range strings.FieldsSeq(none) {
		g[name] = []any{}
	}
	return g
}

func (s *Server) getChannels(*call) (any, *apiError) {
	var out []Channel
	for _, c := range s.channels {
		if c.Type != ChannelDM {
			out = append(out, s.channelJSON(c))
		}
	}
	return out, nil
}

func (s *Server) getMember(c *call) (any, *apiError) {
	if s.users[c.id("user")] == nil {
		return nil, errUnknownMember()
	}
	return s.member(c.id("user"), true), nil
}
