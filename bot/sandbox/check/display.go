package check

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// display checks the v2 components that only display something.
func (t *tally) display(f Form, kind discordgo.ComponentType) {
	switch kind {
	case discordgo.TextDisplayComponent:
		t.text(f)
	case discordgo.SectionComponent:
		t.section(f)
	case discordgo.ThumbnailComponent:
		t.shown(f, "media")
	case discordgo.MediaGalleryComponent:
		t.gallery(f)
	case discordgo.FileComponentType:
		t.file(f)
	case discordgo.SeparatorComponent:
		f.truth("divider")
		if f.has("spacing") {
			choice(f, "spacing", 1, 2)
		}
	case discordgo.ContainerComponent:
		t.container(f)
	}
}

func (t *tally) text(f Form) {
	f.need("content")
	text := f.text("content", 1, maxV2Text)
	t.runes += utf8.RuneCountInString(text)
	t.bytes += len(text)
}

// section checks a section: one to three texts, and a thumbnail or button.
func (t *tally) section(f Form) {
	if n := len(t.children(f, "components", 3, discordgo.TextDisplayComponent)); n == 0 {
		f.badLength("components", 1, 3)
	}
	f.need("accessory")
	if accessory, ok := f.form("accessory"); ok {
		t.one(accessory, discordgo.ButtonComponent, discordgo.ThumbnailComponent)
	}
}

// gallery checks a media gallery of one to ten pictures.
func (t *tally) gallery(f Form) {
	items := f.forms("items", 10)
	if len(items) == 0 {
		f.badLength("items", 1, 10)
	}
	for _, item := range items {
		t.shown(item, "media")
	}
}

// file checks a file component, which must show a file of the message.
func (t *tally) file(f Form) {
	t.shown(f, "file")
	if file, ok := f.form("file"); ok &&
		!strings.HasPrefix(file.text("url", 0, 2048), attachmentScheme) {
		file.complain("url", "URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('attachment',).")
	}
}

// container checks a container, which needs at least one component.
func (t *tally) container(f Form) {
	f.integer("accent_color", 0, 0xffffff)
	f.truth("spoiler")
	t.children(f, "components", maxComponents, containerTypes()...)
	if len(f.list("components", maxComponents)) == 0 {
		f.badLength("components", 1, maxComponents)
	}
}

// shown checks the URL and the alt text of a component that shows a file.
func (t *tally) shown(f Form, name string) {
	f.need(name)
	f.text("description", 1, maxAltText)
	f.truth("spoiler")
	if media, ok := f.form(name); ok {
		if media.obj["url"] == "" {
			delete(media.obj, "url")
		}
		media.need("url")
		checkURL(media, "url", true)
	}
}

// attachmentScheme prefixes the URL of a file in the same request.
const attachmentScheme = "attachment://"

// checkURL complains about a URL that is neither http nor https, nor, if files is true, attachment.
func checkURL(f Form, name string, files bool) {
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
