package check

import (
	"bytes"
	"image"
	_ "image/gif" // to decode the size of pictures
	_ "image/jpeg"
	_ "image/png"
	"mime"
	"net/http"
	"path"
	"regexp"
	"strings"

	"madbot/bot/sandbox/wire"
)

// MaxBody is Discord's limit on the size of a request, in bytes.
const MaxBody = 25 << 20

// Limits of attachments: resources/message of Discord's documentation.
const (
	maxFiles   = 10
	maxAltText = 1024
)

// Upload is a file of a request: part "files[Index]".
type Upload struct {
	Index int
	Name  string
	Data  []byte
}

// Uploads refuses too many files, too large ones, and duplicate indexes.
func Uploads(files []Upload) *Refusal {
	seen := map[int]bool{}
	for _, u := range files {
		switch {
		case seen[u.Index] || u.Name == "":
			return BadFile
		case len(u.Data) > wire.MaxFile:
			return TooLarge
		}
		seen[u.Index] = true
	}
	if len(files) > maxFiles {
		return TooManyFiles
	}
	return nil
}

// attachmentSpec is an entry of a request's "attachments": a file to keep, by its id, or the description of a new
// one, by its index.
type attachmentSpec struct {
	id          wire.Snowflake
	description *string
}

// attachments checks a request's "attachments". nil means the field is absent.
func attachments(f Form) *[]attachmentSpec {
	if !f.given("attachments") {
		return nil
	}
	specs := []attachmentSpec{}
	for _, one := range f.forms("attachments", maxFiles) {
		one.need("id")
		one.text("filename", 1, 1024)
		spec := attachmentSpec{id: one.id("id")}
		if text := one.text("description", 0, maxAltText); one.has("description") {
			spec.description = &text
		}
		specs = append(specs, spec)
	}
	return &specs
}

var unsafe = regexp.MustCompile(`[^A-Za-z0-9._-]`)

// safeName returns the name under which Discord stores a file: letters, digits, dots, dashes and underscores.
func safeName(name string) string {
	return unsafe.ReplaceAllString(name, "_")
}

// Describe returns the attachment for an upload to a channel that is stored under id.
func (u Upload) Describe(channel, id wire.Snowflake) wire.Attachment {
	name := safeName(u.Name)
	at := "/cdn/attachments/" + channel.String() + "/" + id.String() + "/" + name
	a := wire.Attachment{ID: id, Filename: name, Size: len(u.Data), URL: at, ProxyURL: at,
		ContentType: ContentType(name, u.Data)}
	if conf, _, err := image.DecodeConfig(bytes.NewReader(u.Data)); err == nil {
		a.Width, a.Height = conf.Width, conf.Height
	}
	return a
}

// ContentType returns the type for the extension of name, or else the type that data looks like.
func ContentType(name string, data []byte) string {
	if t := mime.TypeByExtension(strings.ToLower(path.Ext(name))); t != "" {
		return t
	}
	return http.DetectContentType(data)
}
