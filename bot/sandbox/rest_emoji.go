package sandbox

import (
	"encoding/base64"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// Limits of application emojis: resources/emoji of Discord's documentation.
const (
	maxEmojis    = 2000
	maxEmojiSize = 256 << 10
)

// emojiRoutes registers the application's emojis.
func (s *Server) emojiRoutes(add func(string, handler)) {
	const at = "/applications/{app}/emojis"
	add("GET "+at, s.inApp(s.getEmojis))
	add("POST "+at, s.inApp(s.postEmoji))
	add("GET "+at+"/{emoji}", s.inApp(s.getEmoji))
	add("PATCH "+at+"/{emoji}", s.inApp(s.patchEmoji))
	add("DELETE "+at+"/{emoji}", s.inApp(s.deleteEmoji))
}

// inApp answers only for the bot's own application and takes the lock.
func (s *Server) inApp(h handler) handler {
	return func(c *call) (int, any, *apiError) {
		switch id := c.id("app"); {
		case id == 0 || s.users[id] == nil:
			return 0, nil, errUnknownApp()
		case id != BotID:
			return 0, nil, refuse(http.StatusForbidden, 20012,
				"You are not authorized to perform this action on this application")
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		return h(c)
	}
}

// emojiIDs are the emojis a button may show. mu must be held.
func (s *Server) emojiIDs() map[Snowflake]bool {
	out := map[Snowflake]bool{}
	for _, e := range s.emojis {
		out[e.ID] = true
	}
	return out
}

func (s *Server) getEmojis(*call) (int, any, *apiError) {
	return http.StatusOK, map[string]any{"items": s.emojis}, nil
}

// emojiName reads a name; another emoji must not have it. mu must be held.
func (s *Server) emojiName(f form) string {
	f.need("name")
	name := f.text("name", 2, 32)
	if name != "" && !regexp.MustCompile(`^\w{2,32}$`).MatchString(name) {
		f.complain("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
	}
	if slices.ContainsFunc(s.emojis, func(e Emoji) bool { return e.Name == name }) {
		f.complain("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN",
			"An emoji with that name already exists")
	}
	return name
}

func (s *Server) postEmoji(c *call) (int, any, *apiError) {
	f := c.form()
	name := s.emojiName(f)
	f.need("image")
	kind, data := dataURI(f.text("image", 1, maxBody))
	if data == nil && f.has("image") {
		f.complain("image", "IMAGE_INVALID", "Invalid image data")
	}
	switch err := f.err(); {
	case err != nil:
		return 0, nil, err
	case len(data) > maxEmojiSize:
		f.complain("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
		return 0, nil, f.err()
	case len(s.emojis) >= maxEmojis:
		return 0, nil, errTooManyEmoji()
	}
	e := Emoji{
		ID:            s.newID(),
		Name:          name,
		Roles:         []Snowflake{},
		User:          s.users[BotID],
		RequireColons: true,
		Animated:      kind == "image/gif",
		Available:     true,
	}
	if err := s.writeFile(e.ID, data); err != nil {
		s.log().Error("keep emoji", "err", err)
		return 0, nil, refuse(http.StatusInternalServerError, 0, "500: Internal Server Error")
	}
	s.emojis = append(s.emojis, e)
	s.write(entry{Emojis: &s.emojis})
	return http.StatusCreated, e, nil
}

// dataURI reads "data:image/…;base64,…"; nil when it is none.
func dataURI(text string) (kind string, data []byte) {
	rest, ok := strings.CutPrefix(text, "data:")
	kind, rest, found := strings.Cut(rest, ";base64,")
	if !ok || !found || !strings.HasPrefix(kind, "image/") {
		return "", nil
	}
	data, err := base64.StdEncoding.DecodeString(rest)
	if err != nil {
		return "", nil
	}
	return kind, data
}

// emojiAt finds the emoji the address names, or -1. mu must be held.
func (s *Server) emojiAt(c *call) int {
	id := c.id("emoji")
	return slices.IndexFunc(s.emojis, func(e Emoji) bool { return e.ID == id })
}

func (s *Server) getEmoji(c *call) (int, any, *apiError) {
	i := s.emojiAt(c)
	if i < 0 {
		return 0, nil, errUnknownEmoji()
	}
	return http.StatusOK, s.emojis[i], nil
}

func (s *Server) patchEmoji(c *call) (int, any, *apiError) {
	i := s.emojiAt(c)
	if i < 0 {
		return 0, nil, errUnknownEmoji()
	}
	f := c.form()
	name := s.emojiName(f)
	if err := f.err(); err != nil {
		return 0, nil, err
	}
	s.emojis[i].Name = name
	s.write(entry{Emojis: &s.emojis})
	return http.StatusOK, s.emojis[i], nil
}

func (s *Server) deleteEmoji(c *call) (int, any, *apiError) {
	i := s.emojiAt(c)
	if i < 0 {
		return 0, nil, errUnknownEmoji()
	}
	s.dropFile(s.emojis[i].ID)
	s.emojis = slices.Delete(s.emojis, i, i+1)
	s.write(entry{Emojis: &s.emojis})
	return http.StatusNoContent, nil, nil
}

// serveEmoji answers GET /cdn/emojis/{id}.png (or .gif, .webp): the picture as it was given.
func (s *Server) serveEmoji(w http.ResponseWriter, r *http.Request) {
	digits, _, _ := strings.Cut(r.PathValue("name"), ".")
	id, err := ParseSnowflake(digits)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	s.mu.Lock()
	known := s.emojiIDs()[id]
	data, err := s.readFile(id)
	s.mu.Unlock()
	if err != nil || !known {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", http.DetectContentType(data))
	w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
	w.Write(data) //nolint:errcheck // the reader has gone
}
