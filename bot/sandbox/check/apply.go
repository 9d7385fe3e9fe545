package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/wire"
)

// Applied is a message after a draft was applied to it.
type Applied struct {
	wire.Message
	Files []wire.Attachment         // all files of the message
	Shown []wire.Snowflake          // files shown by a component, which are not listed as attachments
	Added map[wire.Snowflake]Upload // files to store
}

// Apply returns m with its files, changed as the draft asks; m does not change. describe returns the attachment for
// a new file.
func (d *Draft) Apply(m wire.Message, files []wire.Attachment,
	describe func(Upload) wire.Attachment) (*Applied, *Refusal) {
	a := &Applied{Message: m, Files: files, Added: map[wire.Snowflake]Upload{}}
	if d.content != nil {
		a.Content = *d.content
	}
	if d.components != nil {
		a.Components = *d.components
	}
	a.Flags = a.Flags&^d.unflag | d.Flags
	if d.Nonce != "" {
		a.Nonce = d.Nonce
	}
	f := NewForm(nil)
	d.merge(a, f, describe)
	a.resolve(f)
	if a.Flags&discordgo.MessageFlagsIsComponentsV2 != 0 && a.Content != "" {
		f.complain("flags", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
			"content must be null and embeds [] when MessageFlags.IS_COMPONENTS_V2 is set")
	}
	switch err := f.Err(); {
	case err != nil:
		return nil, err
	case len(a.Files) > maxFiles:
		return nil, TooManyFiles
	case a.empty():
		return nil, EmptyMessage
	}
	return a, nil
}

func (a *Applied) empty() bool {
	if a.Flags&discordgo.MessageFlagsIsComponentsV2 != 0 {
		return len(a.Components) == 0
	}
	return a.Content == "" && len(a.Files) == 0 && len(a.Components) == 0
}

// merge determines the files of the message: the new ones, and of the old ones those listed in "attachments", or
// all of them if the field is absent. From version 10 on, a given "attachments" must list the new ones too.
func (d *Draft) merge(a *Applied, f Form, describe func(Upload) wire.Attachment) {
	old, used := a.Files, map[int]bool{}
	a.Files = slices.Clone(old)
	add := func(u Upload, spec attachmentSpec) {
		one := describe(u)
		if spec.description != nil {
			one.Description = *spec.description
		}
		one.Ephemeral = a.Flags&discordgo.MessageFlagsEphemeral != 0
		a.Files, a.Added[one.ID], used[u.Index] = append(a.Files, one), u, true
	}
	if d.attachments != nil {
		a.Files = nil
		for i, spec := range *d.attachments {
			at := func(o wire.Attachment) bool { return o.ID == spec.id }
			if k := slices.IndexFunc(old, at); k >= 0 {
				kept := old[k]
				if spec.description != nil {
					kept.Description = *spec.description
				}
				a.Files = append(a.Files, kept)
				continue
			}
			sent := func(u Upload) bool { return wire.Snowflake(u.Index) == spec.id }
			k := slices.IndexFunc(d.Files, sent)
			if k < 0 {
				f.below("attachments", strconv.Itoa(i)).complain("id", "ATTACHMENT_NOT_FOUND",
					"No file or attachment with this id.")
				continue
			}
			add(d.Files[k], spec)
		}
	}
	for _, u := range d.Files {
		if listed := d.attachments != nil && d.version >= 10; !used[u.Index] && !listed {
			add(u, attachmentSpec{})
		}
	}
}

// resolve replaces attachment:// URLs by the URLs of the message's files. The newest file with a name wins. It records
// which files are shown that way, and complains about URLs of missing files.
func (a *Applied) resolve(f Form) {
	a.Components = wire.Clone(a.Components)
	media(a.Components, func(media *wire.Media, path ...string) {
		name, named := strings.CutPrefix(media.URL, attachmentScheme)
		for _, file := range slices.Backward(a.Files) {
			switch {
			case named && (file.Filename == name || file.Filename == safeName(name)):
				*media = wire.Media{URL: file.URL, ProxyURL: file.ProxyURL, Width: file.Width,
					Height: file.Height, ContentType: file.ContentType, AttachmentID: file.ID}
			case named || file.URL != media.URL:
				continue
			}
			a.Shown = append(a.Shown, file.ID)
			return
		}
		if named {
			f.below(path...).complain("", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
				"The referenced attachment was not found in the attachments array")
		}
	})
	wire.Walk(a.Components, nil, func(c *wire.Component, _ []string) {
		for _, file := range a.Files {
			if c.File != nil && c.File.AttachmentID == file.ID {
				c.Name, c.Size = file.Filename, file.Size
			}
		}
	})
}

// media visits every component that shows a file, with the path of its URL.
func media(list []wire.Component, visit func(media *wire.Media, path ...string)) {
	wire.Walk(list, []string{"components"}, func(c *wire.Component, at []string) {
		if c.Media != nil {
			visit(c.Media, append(at, "media", "url")...)
		}
		if c.File != nil {
			visit(c.File, append(at, "file", "url")...)
		}
		for i := range c.Items {
			visit(&c.Items[i].Media, append(at, "items", strconv.Itoa(i), "media", "url")...)
		}
	})
}
