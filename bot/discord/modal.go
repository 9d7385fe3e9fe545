package discord

import (
	"encoding/json"

	"github.com/bwmarrin/discordgo"
)

// labelType is that of a component that discordgo lacks.
const labelType discordgo.ComponentType = 18

// Modal is a form with one line to fill in. Sending it is an interaction of its own, with the
// custom id of the form.
// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object-modal
type Modal struct {
	CustomID    string
	Title       string // at most MaxTitle characters
	Label       string // what to fill in, at most MaxTitle characters
	Note        string // a word on it, at most MaxSelectText characters; empty: none
	Placeholder string // an example, at most MaxSelectText characters; empty: none
	Value       string // what is there at first
	MaxLength   int    // of what is filled in, in characters; at least 1
	Long        bool   // there is room for several lines
	Optional    bool   // nothing need be filled in
}

// MaxTitle is the length of the longest title of a form, and of the longest label in it.
const MaxTitle = 45

// inputID is the custom id of the line of a form.
const inputID = "text"

// label names the line of a form.
type label struct {
	Type        discordgo.ComponentType `json:"type"`
	Label       string                  `json:"label"`
	Description string                  `json:"description,omitempty"`
	Component   textInput               `json:"component"`
}

// textInput is a line to fill in. discordgo.TextInput always has a label of its own, and may not have an empty one.
type textInput struct {
	Type        discordgo.ComponentType  `json:"type"`
	CustomID    string                   `json:"custom_id"`
	Style       discordgo.TextInputStyle `json:"style"`
	MaxLength   int                      `json:"max_length"`
	Required    bool                     `json:"required"`
	Value       string                   `json:"value,omitempty"`
	Placeholder string                   `json:"placeholder,omitempty"`
}

// MarshalJSON implements json.Marshaler.
func (m Modal) MarshalJSON() ([]byte, error) {
	input := textInput{discordgo.TextInputComponent, inputID, discordgo.TextInputShort, m.MaxLength, !m.Optional,
		m.Value, m.Placeholder}
	if m.Long {
		input.Style = discordgo.TextInputParagraph
	}
	return json.Marshal(struct {
		CustomID   string  `json:"custom_id"`
		Title      string  `json:"title"`
		Components []label `json:"components"`
	}{m.CustomID, m.Title, []label{{labelType, m.Label, m.Note, input}}})
}

// sentInput is the line of a form as it was filled in, alone or within what names it.
type sentInput struct {
	CustomID   string      `json:"custom_id"`
	Value      string      `json:"value"`
	Component  *sentInput  `json:"component"`
	Components []sentInput `json:"components"`
}

// Input returns what was filled in, "" when nothing was.
func (d *InteractionData) Input() string { return inputOf(d.Components) }

func inputOf(list []sentInput) string {
	for _, c := range list {
		within := c.Components
		if c.Component != nil {
			within = append(within, *c.Component)
		}
		if c.CustomID == inputID {
			return c.Value
		}
		if text := inputOf(within); text != "" {
			return text
		}
	}
	return ""
}
