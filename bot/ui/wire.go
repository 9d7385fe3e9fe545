package ui

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/discord"
	"madbot/rules/match"
)

// Wire returns m in the form that Discord accepts, with links for the commands that l knows. It fails only if a picture
// cannot be drawn.
func (m Message) Wire(l *Links) (discord.Message, error) {
	w := discord.Message{AllowedMentions: discordgo.MessageAllowedMentions{Users: userIDs(m.Ping)}}
	if m.Silent {
		w.Flags = discordgo.MessageFlagsSuppressNotifications
	}
	if err := m.attach(&w); err != nil {
		return discord.Message{}, err
	}
	said := strings.ReplaceAll(l.In(m.FullText()), " · ", "\u00a0· ") // keeps the dot off the start of a line
	var rows []discordgo.MessageComponent
	for i, row := range m.Rows {
		r := row.wire()
		if i == 0 && !m.Block {
			r.ID = m.Mark
		}
		rows = append(rows, r)
	}
	if !m.Block {
		w.Content, w.Components = discord.Truncate(said, discord.MaxContent), rows
		return w, nil
	}
	block := discordgo.Container{ID: m.Mark}
	if m.Picture != nil {
		block.Components = append(block.Components, gallery(&w))
	}
	text := discordgo.TextDisplay{Content: discord.Truncate(said, discord.MaxText)}
	block.Components = append(append(block.Components, text), rows...)
	w.Flags |= discordgo.MessageFlagsIsComponentsV2
	w.Components = []discordgo.MessageComponent{block}
	return w, nil
}

// Draw draws the pictures of messages that are uploaded, so that Wire cannot fail later. It skips nil messages.
func Draw(messages ...*Message) error {
	for _, m := range messages {
		if m == nil || m.Picture == nil || m.Picture.Kept != "" {
			continue
		}
		var drawn bytes.Buffer
		if err := m.Picture.Draw(&drawn); err != nil {
			return fmt.Errorf("draw picture: %w", err)
		}
		p := *m.Picture
		p.Draw = func(w io.Writer) error { _, err := w.Write(drawn.Bytes()); return err }
		m.Picture = &p
	}
	return nil
}

// gallery returns a component that shows the first file of w, a picture, in a block.
func gallery(w *discord.Message) discordgo.MediaGallery {
	return discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{{Description: &w.Attachments[0].Description,
		Media: discordgo.UnfurledMediaItem{URL: "attachment://" + w.Attachments[0].Filename}}}}
}

func (m Message) attach(w *discord.Message) error {
	if m.Picture != nil {
		one := discord.Attachment{ID: m.Picture.Kept, Filename: m.Picture.fileName(),
			Description: discord.Truncate(m.Picture.Alt, discord.MaxDescription)}
		if one.ID == "" {
			file, err := m.Picture.file()
			if err != nil {
				return fmt.Errorf("draw picture: %w", err)
			}
			one.ID, w.Files = "0", append(w.Files, file)
		}
		w.Attachments = append(w.Attachments, one)
	}
	if m.File != nil {
		w.Attachments = append(w.Attachments,
			discord.Attachment{ID: strconv.Itoa(len(w.Files)), Filename: m.File.Name})
		w.Files = append(w.Files,
			discord.File{Name: m.File.Name, ContentType: http.DetectContentType(m.File.Data), Data: m.File.Data})
	}
	return nil
}

func (p *Picture) file() (discord.File, error) {
	var drawn bytes.Buffer
	if err := p.Draw(&drawn); err != nil {
		return discord.File{}, err
	}
	f := discord.File{Name: p.fileName(), ContentType: "image/png", Data: drawn.Bytes()}
	if p.Animated {
		f.ContentType = "image/gif"
	}
	return f, nil
}

func (p *Picture) fileName() string {
	if p.Animated {
		return cmp.Or(p.Name, "replay") + ".gif"
	}
	return cmp.Or(p.Name, "board") + ".png"
}

func (r Row) wire() discordgo.ActionsRow {
	var row discordgo.ActionsRow
	for _, b := range r.Buttons {
		row.Components = append(row.Components, discordgo.Button{Style: b.Style.wire(),
			Label: discord.Truncate(b.Label, discord.MaxButtonLabel), Emoji: emoji(b.Emoji),
			CustomID: b.ID.String(), Disabled: b.Disabled})
	}
	if r.Menu != nil {
		row.Components = append(row.Components, r.Menu.wire())
	}
	if r.Channels != nil {
		row.Components = append(row.Components, r.Channels.wire())
	}
	if r.Roles != nil {
		row.Components = append(row.Components, r.Roles.wire())
	}
	return row
}

func (m *Menu) wire() discordgo.SelectMenu {
	w := discordgo.SelectMenu{CustomID: m.ID.String(), Placeholder: discord.Truncate(m.Prompt, discord.MaxPrompt)}
	w.MinValues, w.MaxValues = m.Count.wire(len(m.Items))
	for _, item := range m.Items {
		w.Options = append(w.Options, discordgo.SelectMenuOption{
			Label: discord.Truncate(item.Label, discord.MaxSelectText), Value: item.Value,
			Description: discord.Truncate(item.Note, discord.MaxSelectText), Emoji: emoji(item.Emoji),
			Default: item.Selected})
	}
	return w
}

func (m *ChannelMenu) wire() discordgo.SelectMenu {
	w := discordgo.SelectMenu{MenuType: discordgo.ChannelSelectMenu, CustomID: m.ID.String(),
		Placeholder: discord.Truncate(m.Prompt, discord.MaxPrompt),
		ChannelTypes: []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews,
			discordgo.ChannelTypeGuildVoice, discordgo.ChannelTypeGuildStageVoice}}
	if m.Forums {
		w.ChannelTypes = append(w.ChannelTypes, discordgo.ChannelTypeGuildForum)
	}
	w.MinValues, w.MaxValues = m.Count.wire(discord.MaxOptions)
	for _, id := range m.Selected {
		w.DefaultValues = append(w.DefaultValues,
			discordgo.SelectMenuDefaultValue{ID: id, Type: discordgo.SelectMenuDefaultValueChannel})
	}
	return w
}

func (m *RoleMenu) wire() discordgo.SelectMenu {
	w := discordgo.SelectMenu{MenuType: discordgo.RoleSelectMenu, CustomID: m.ID.String(),
		Placeholder: discord.Truncate(m.Prompt, discord.MaxPrompt)}
	w.MinValues, w.MaxValues = Count{Max: 1}.wire(1)
	if m.Selected != "" {
		w.DefaultValues = []discordgo.SelectMenuDefaultValue{{ID: m.Selected, Type: discordgo.SelectMenuDefaultValueRole}}
	}
	return w
}

// wire returns c for a menu of all items; nil and 0 mean one.
func (c Count) wire(all int) (least *int, most int) {
	if c == (Count{}) {
		return nil, 0
	}
	most = min(max(c.Max, 1), all)
	return new(min(c.Min, most)), most
}

// emoji returns e, nil for the zero value.
func emoji(e discordgo.ComponentEmoji) *discordgo.ComponentEmoji {
	if e == (discordgo.ComponentEmoji{}) {
		return nil
	}
	return &e
}

func (s ButtonStyle) wire() discordgo.ButtonStyle {
	switch s {
	case Strong:
		return discordgo.PrimaryButton
	case Good:
		return discordgo.SuccessButton
	case Danger:
		return discordgo.DangerButton
	}
	return discordgo.SecondaryButton
}

func userIDs(ids []match.PlayerID) []string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = string(id)
	}
	return texts
}
