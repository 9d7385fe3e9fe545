package sandbox

import (
	"bytes"
	"image"
	_ "image/gif"  // width and height of pictures
	_ "image/jpeg" // likewise
	_ "image/png"  // likewise
	"mime"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// Attachment is a file of a message, as Discord writes one. URLs are paths on this server until
// they go out to the bot.
type Attachment struct {
	ID          Snowflake `json:"id"`
	Filename    string    `json:"filename"`
	Description string    `json:"description,omitempty"`
	ContentType string    `json:"content_type,omitempty"`
	Size        int       `json:"size"`
	URL         string    `json:"url"`
	ProxyURL    string    `json:"proxy_url"`
	Width       int       `json:"width,omitempty"`
	Height      int       `json:"height,omitempty"`
	Ephemeral   bool      `json:"ephemeral,omitempty"`
}

// Limits of files: resources/message and reference of Discord's documentation.
const (
	maxFiles   = 10
	maxFile    = 10 << 20 // bytes of one file
	maxBody    = 25 << 20 // bytes of a request
	maxAltText = 1024
)

// upload is a file as it came in a request: part "files[index]".
type upload struct {
	index int
	name  string
	data  []byte
}

// attachmentSpec is one entry of a request's "attachments": a kept file by its id, or words about a
// new one by its index.
type attachmentSpec struct {
	id          Snowflake
	filename    string
	description *string
}

// readAttachments checks a request's "attachments" against its files. nil means the field is
// absent.
func readAttachments(f form) *[]attachmentSpec {
	if !f.given("attachments") {
		return nil
	}
	specs := []attachmentSpec{}
	for _, one := range f.forms("attachments", maxFiles) {
		one.need("id")
		spec := attachmentSpec{id: one.id("id"), filename: one.text("filename", 1, 1024)}
		if text := one.text("description", 0, maxAltText); one.has("description") {
			spec.description = &text
		}
		specs = append(specs, spec)
	}
	return &specs
}

// safeName is a file's name as Discord stores it: letters, digits, point, dash, underscore.
func safeName(name string) string {
	return regexp.MustCompile(`[^A-Za-z0-9._-]`).ReplaceAllString(name, "_")
}

// newAttachment describes an upload that is about to be kept. mu must be held.
func (s *Server) newAttachment(u upload, channel Snowflake) Attachment {
	id := s.newID()
	name := safeName(u.name)
	at := "/cdn/attachments/" + channel.String() + "/" + id.String() + "/" + name
	a := Attachment{ID: id, Filename: name, Size: len(u.data), URL: at, ProxyURL: at,
		ContentType: contentType(name, u.data)}
	if conf, _, err := image.DecodeConfig(bytes.NewReader(u.data)); err == nil {
		a.Width, a.Height = conf.Width, conf.Height
	}
	return a
}

// contentType is what the file's name says, or else what its bytes look like.
func contentType(name string, data []byte) string {
	if t := mime.TypeByExtension(strings.ToLower(path.Ext(name))); t != "" {
		return t
	}
	return http.DetectContentType(data)
}

// serveAttachment answers GET /cdn/attachments/{channel}/{id}/{name}.
func (s *Server) serveAttachment(w http.ResponseWriter, r *http.Request) {
	id, err := ParseSnowflake(r.PathValue("id"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	s.mu.Lock()
	data, err := s.readFile(id)
	s.mu.Unlock()
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", contentType(r.PathValue("name"), data))
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
	w.Header().Set("Content-Security-Policy", "sandbox; default-src 'none'")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Write(data) //nolint:errcheck // the reader has gone
}
