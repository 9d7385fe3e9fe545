package server

import (
	"io/fs"
	"net/http"
	"strconv"
	"strings"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// serveFile serves an attachment, or an emoji by its id with any extension.
func (a *api) serveFile(w http.ResponseWriter, r *http.Request) {
	digits, _, _ := strings.Cut(r.PathValue("id"), ".")
	id, err := wire.ParseSnowflake(digits)
	data := []byte(nil)
	a.World.Do(func(s *world.State) {
		emoji := r.PathValue("name") == ""
		if err == nil && emoji != s.Emojis.IDs()[id] {
			err = fs.ErrNotExist
		}
		if err == nil {
			data, err = s.File(id)
		}
	})
	if err != nil {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", check.ContentType(r.PathValue("name"), data))
	h.Set("Content-Length", strconv.Itoa(len(data)))
	h.Set("Cache-Control", "private, max-age=31536000, immutable")
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	w.Write(data) //nolint:errcheck // the reader has gone
}
