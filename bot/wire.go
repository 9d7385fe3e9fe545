package bot

import (
	"bytes"
	"fmt"

	"madbot/rules/match"
)

// The JSON of what is sent to Discord. discordgo's own types have no alt text, no nonce and no
// flags on edits, and write null where Discord means "all".

// ephemeral is the flag of a message that only one person sees.
const ephemeral = 1 << 6

// wireMessage is a message. Lists are never nil: null would ask for Discord's own choice.
type wireMessage struct {
	Content      string           `json:"content"`
	Flags        int              `json:"flags,omitempty"`
	Mentions     wireMentions     `json:"allowed_mentions"`
	Components   []wireRow        `json:"components"`
	Attachments  []wireAttachment `json:"attachments"`
	Nonce        string           `json:"nonce,omitempty"`
	EnforceNonce bool             `json:"enforce_nonce,omitempty"`
}

// wireMentions says whom a message notifies: nobody but Users.
type wireMentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users"`
}

// wireAttachment describes the file whose number in the same request is ID.
type wireAttachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description"`
}

// wireRow is an action row.
type wireRow struct {
	Type       int   `json:"type"` // 1
	Components []any `json:"components"`
}

// wireButton is a button.
type wireButton struct {
	Type     int    `json:"type"` // 2
	Style    int    `json:"style"`
	Label    string `json:"label"`
	CustomID string `json:"custom_id"`
}

// wireMenu is a select menu.
type wireMenu struct {
	Type        int        `json:"type"` // 3
	CustomID    string     `json:"custom_id"`
	Placeholder string     `json:"placeholder,omitempty"`
	Options     []wireItem `json:"options"`
}

// wireItem is a line of a menu.
type wireItem struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
}

// Discord's limits in characters.
const (
	maxContent = 2000
	maxAlt     = 1024
	maxLabel   = 80
	maxItem    = 100
)

// wire returns m as it is sent, with its files; the commands it names are links as far as l knows.
func (m Message) wire(l *links) (wireMessage, []upload, error) {
	w := wireMessage{
		Content:     cut(l.in(m.Text), maxContent),
		Mentions:    wireMentions{Parse: []string{}, Users: userIDs(m.Ping)},
		Components:  make([]wireRow, len(m.Rows)),
		Attachments: []wireAttachment{},
	}
	for i, row := range m.Rows {
		w.Components[i] = row.wire()
	}
	if m.Picture == nil {
		return w, nil, nil
	}
	var file bytes.Buffer
	if err := m.Picture.Draw(&file); err != nil {
		return wireMessage{}, nil, fmt.Errorf("draw picture: %w", err)
	}
	name, kind := "board.png", "image/png"
	if m.Picture.Moving {
		name, kind = "replay.gif", "image/gif"
	}
	w.Attachments = []wireAttachment{
		{ID: "0", Filename: name, Description: cut(m.Picture.Alt, maxAlt)}}
	return w, []upload{{name, kind, file.Bytes()}}, nil
}

// wire returns r as it is sent.
func (r Row) wire() wireRow {
	row := wireRow{Type: 1}
	for _, b := range r.Buttons {
		row.Components = append(row.Components, wireButton{
			Type: 2, Style: b.Style.wire(), Label: cut(b.Label, maxLabel), CustomID: b.ID.String()})
	}
	if r.Menu != nil {
		row.Components = append(row.Components, r.Menu.wire())
	}
	return row
}

// wire returns m as it is sent.
func (m *Menu) wire() wireMenu {
	w := wireMenu{Type: 3, CustomID: m.ID.String(), Placeholder: cut(m.Prompt, maxItem)}
	for _, item := range m.Items {
		w.Options = append(w.Options, wireItem{
			Label: cut(item.Label, maxItem), Value: item.Value, Description: cut(item.Note, maxItem)})
	}
	return w
}

// wire returns Discord's number for s.
func (s ButtonStyle) wire() int {
	switch s {
	case Strong:
		return 1
	case Good:
		return 3
	case Danger:
		return 4
	}
	return 2
}

// userIDs returns ids as texts, never nil.
func userIDs(ids []match.PlayerID) []string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = string(id)
	}
	return texts
}
