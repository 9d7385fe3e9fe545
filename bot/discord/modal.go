package discord

import (
	"encoding/json"

	"github.com/bwmarrin/discordgo"
)

// labelType is a component type that discordgo lacks.
const labelType discordgo.ComponentType = 18

// Modal is a form with one text input. Submitting it is an interaction with the modal's custom id.
// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object-modal
type Modal struct {
	CustomID    string
	Title       string // at most MaxTitle characters
	Label       string // of the input, at most MaxTitle characters
	Note        string // shown below the label, at most MaxSelectText characters; may be ""
	Placeholder string // at most MaxSelectText characters; may be ""
	Value       string // the initial text
	MaxLength   int    // of the input, in characters; at least 1
	Long        bool   // whether the input has several lines
	Optional    bool   // whether the input may stay empty
}

// MaxTitle is the maximum length of a modal's title and of an input's label, in characters.
const MaxTitle = 45

const inputID = "text"

type label struct {
	Type        discordgo.ComponentType `json:"type"`
	Label       string                  `json:"label"`
	Description string                  `json:"description,omitempty"`
	Component   textInput               `json:"component"`
}

// textInput replaces discordgo.TextInput, which always sends a label of its own; Discord refuses an empty one.
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

// submittedInput is a submitted input, or a component that contains one.
type submittedInput struct {
	CustomID   string           `json:"custom_id"`
	Value      string           `json:"value"`
	Component  *submittedInput  `json:"component"`
	Components []submittedInput `json:"components"`
}

// Input returns the submitted text, or "".
func (d *InteractionData) Input() string { return findInput(d.Components) }

func findInput(list []submittedInput) string {
	for _, c := range list {
		within := c.Components
		if c.Component != nil {
			within = append(within, *c.Component)
		}
		if c.CustomID == inputID {
			return c.Value
		}
		if text := findInput(within); text != "" {
			return text
		}
	}
	return ""
}
