package discord

import "encoding/json"

// Component is a part of a message: ActionRow, Button or StringSelect.
// https://discord.com/developers/docs/components/reference
type Component interface {
	isComponent()
}

// componentType is Discord's number for the kind of a component.
type componentType int

const (
	actionRowType    componentType = 1
	buttonType       componentType = 2
	stringSelectType componentType = 3
)

// ActionRow is a line of controls: up to five buttons, or one menu.
type ActionRow struct {
	Components []Component `json:"components"`
}

// Button is a control that is pressed.
type Button struct {
	Style    ButtonStyle `json:"style"`
	Label    string      `json:"label"`
	CustomID string      `json:"custom_id"`
}

// ButtonStyle is the colour of a button.
type ButtonStyle int

// The styles of buttons that are answered with an interaction.
const (
	PrimaryButton   ButtonStyle = 1
	SecondaryButton ButtonStyle = 2
	SuccessButton   ButtonStyle = 3
	DangerButton    ButtonStyle = 4
)

// StringSelect is a menu in which one of up to 25 options is picked.
type StringSelect struct {
	CustomID    string         `json:"custom_id"`
	Placeholder string         `json:"placeholder,omitempty"`
	Options     []SelectOption `json:"options"`
}

// SelectOption is a line of a menu.
type SelectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
}

func (ActionRow) isComponent()    {}
func (Button) isComponent()       {}
func (StringSelect) isComponent() {}

// MarshalJSON implements json.Marshaler.
func (r ActionRow) MarshalJSON() ([]byte, error) {
	type plain ActionRow
	return json.Marshal(struct {
		Type componentType `json:"type"`
		plain
	}{actionRowType, plain(r)})
}

// MarshalJSON implements json.Marshaler.
func (b Button) MarshalJSON() ([]byte, error) {
	type plain Button
	return json.Marshal(struct {
		Type componentType `json:"type"`
		plain
	}{buttonType, plain(b)})
}

// MarshalJSON implements json.Marshaler.
func (s StringSelect) MarshalJSON() ([]byte, error) {
	type plain StringSelect
	return json.Marshal(struct {
		Type componentType `json:"type"`
		plain
	}{stringSelectType, plain(s)})
}
