package ui

import (
	"bytes"
	"fmt"

	"madbot/bot/discord"
	"madbot/rules/match"
)

// Wire returns m as it is sent; the commands that it names become links as far as l knows them.
func (m Message) Wire(l *Links) (discord.Message, error) {
	w := discord.Message{
		Content:         discord.Cut(l.In(m.Text), discord.MaxContent),
		AllowedMentions: discord.AllowedMentions{Users: userIDs(m.Ping)},
	}
	for _, row := range m.Rows {
		w.Components = append(w.Components, row.wire())
	}
	if m.Picture == nil {
		return w, nil
	}
	file, err := m.Picture.file()
	if err != nil {
		return discord.Message{}, fmt.Errorf("draw picture: %w", err)
	}
	w.Files = []discord.File{file}
	w.Attachments = []discord.Attachment{{ID: "0", Filename: file.Name,
		Description: discord.Cut(m.Picture.Alt, discord.MaxDescription)}}
	return w, nil
}

// file draws p.
func (p *Picture) file() (discord.File, error) {
	var drawn bytes.Buffer
	if err := p.Draw(&drawn); err != nil {
		return discord.File{}, err
	}
	f := discord.File{Name: "board.png", ContentType: "image/png", Data: drawn.Bytes()}
	if p.Moving {
		f.Name, f.ContentType = "replay.gif", "image/gif"
	}
	return f, nil
}

func (r Row) wire() discord.ActionRow {
	var row discord.ActionRow
	for _, b := range r.Buttons {
		row.Components = append(row.Components, discord.Button{Style: b.Style.wire(),
			Label: discord.Cut(b.Label, discord.MaxButtonLabel), CustomID: b.ID.String()})
	}
	if r.Menu != nil {
		row.Components = append(row.Components, r.Menu.wire())
	}
	return row
}

func (m *Menu) wire() discord.StringSelect {
	w := discord.StringSelect{CustomID: m.ID.String(),
		Placeholder: discord.Cut(m.Prompt, discord.MaxSelectText)}
	for _, item := range m.Items {
		w.Options = append(w.Options, discord.SelectOption{
			Label: discord.Cut(item.Label, discord.MaxSelectText), Value: item.Value,
			Description: discord.Cut(item.Note, discord.MaxSelectText)})
	}
	return w
}

func (s ButtonStyle) wire() discord.ButtonStyle {
	switch s {
	case Strong:
		return discord.PrimaryButton
	case Good:
		return discord.SuccessButton
	case Danger:
		return discord.DangerButton
	}
	return discord.SecondaryButton
}

func userIDs(ids []match.PlayerID) []string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = string(id)
	}
	return texts
}
