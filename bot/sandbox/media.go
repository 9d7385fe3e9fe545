package sandbox

import (
	"net/url"
	"strings"
)

// attachmentScheme starts the address of a file sent along.
const attachmentScheme = "attachment://"

// checkURL complains of an address that is none: http and https, and attachment where files may be
// shown.
func checkURL(f form, name string, files bool) {
	text := f.text(name, 0, 2048)
	if text == "" {
		return
	}
	if _, ok := strings.CutPrefix(text, attachmentScheme); ok && files {
		return
	}
	u, err := url.Parse(text)
	switch {
	case err != nil:
		f.complain(name, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
	case u.Scheme != "http" && u.Scheme != "https":
		f.complain(name, "URL_TYPE_INVALID_SCHEME",
			"Scheme %q is not supported. Scheme must be one of ('http', 'https').", u.Scheme)
	case u.Host == "":
		f.complain(name, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
	}
}

// media lists pointers to everything in a message that shows a file, with the path of its address.
func (m *Message) media(visit func(media *Media, path ...string)) {
	for i := range m.Embeds {
		at := []string{"embeds", index(i)}
		if e := &m.Embeds[i]; e.Image != nil {
			visit(e.Image, append(at, "image", "url")...)
		}
		if e := &m.Embeds[i]; e.Thumbnail != nil {
			visit(e.Thumbnail, append(at, "thumbnail", "url")...)
		}
	}
	walk(m.Components, []string{"components"}, func(c *Component, at []string) {
		if c.Media != nil {
			visit(c.Media, append(at, "media", "url")...)
		}
		if c.File != nil {
			visit(c.File, append(at, "file", "url")...)
		}
		for i := range c.Items {
			visit(&c.Items[i].Media, append(at, "items", index(i), "media", "url")...)
		}
	})
}

// resolve replaces attachment:// addresses by those of the message's files, the newest of a name
// first, and notes which files are shown that way. An address of a file not sent is complained of.
func (p *post) resolve(f form) {
	p.Shown = nil
	p.media(func(media *Media, path ...string) {
		name, ok := strings.CutPrefix(media.URL, attachmentScheme)
		if !ok {
			if a := p.file(func(a Attachment) bool { return a.URL == media.URL }); a != nil {
				p.Shown = append(p.Shown, a.ID)
			}
			return
		}
		a := p.file(func(a Attachment) bool {
			return a.Filename == name || a.Filename == safeName(name)
		})
		if a == nil {
			f.below(path...).complain("", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
				"The referenced attachment was not found in the attachments array")
			return
		}
		*media = Media{URL: a.URL, ProxyURL: a.ProxyURL, Width: a.Width, Height: a.Height,
			ContentType: a.ContentType, Description: media.Description, AttachmentID: a.ID}
		p.Shown = append(p.Shown, a.ID)
	})
}

// file finds the newest file that fits, or nil.
func (p *post) file(fits func(Attachment) bool) *Attachment {
	for i := len(p.Files) - 1; i >= 0; i-- {
		if fits(p.Files[i]) {
			return &p.Files[i]
		}
	}
	return nil
}

// hasScheme tells whether an address names a file sent along.
func hasScheme(text string) bool { return strings.HasPrefix(text, attachmentScheme) }
