package sandbox

import "unicode/utf8"

// display checks the components that only show something (v2).
func (t *tally) display(f form, kind ComponentType) {
	switch kind {
	case ComponentText:
		f.need("content")
		text := f.text("content", 1, maxV2Text)
		t.runes += utf8.RuneCountInString(text)
		t.bytes += len(text)
	case ComponentSection:
		t.section(f)
	case ComponentThumbnail:
		t.shown(f, "media")
	case ComponentGallery:
		items := f.forms("items", 10)
		if len(items) == 0 {
			f.badLength("items", 1, 10)
		}
		for _, item := range items {
			t.shown(item, "media")
		}
	case ComponentFile:
		t.shown(f, "file")
		if file, ok := f.form("file"); ok && !hasScheme(file.text("url", 0, 2048)) {
			file.complain("url", "URL_TYPE_INVALID_SCHEME",
				"Scheme must be one of ('attachment',).")
		}
	case ComponentSeparator:
		f.truth("divider")
		if f.has("spacing") {
			f.choice("spacing", 1, 2)
		}
	case ComponentContainer:
		f.integer("accent_color", 0, 0xffffff)
		f.truth("spoiler")
		t.children(f, "components", maxComponents, ComponentRow, ComponentSection, ComponentText,
			ComponentGallery, ComponentFile, ComponentSeparator)
		if len(f.list("components", maxComponents)) == 0 {
			f.badLength("components", 1, maxComponents)
		}
	}
}

// section checks one to three texts beside a thumbnail or button.
func (t *tally) section(f form) {
	if n := len(t.children(f, "components", 3, ComponentText)); n == 0 {
		f.badLength("components", 1, 3)
	}
	f.need("accessory")
	if accessory, ok := f.form("accessory"); ok {
		t.one(accessory, ComponentButton, ComponentThumbnail)
	}
}

// shown checks something that shows a file, with its alt text.
func (t *tally) shown(f form, name string) {
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
