package discord

import (
	"encoding/json"

	"github.com/bwmarrin/discordgo"
)

// Component is a part of a message. Those of ComponentsV2 are TextDisplay, MediaGallery and Container.
// https://discord.com/developers/docs/components/reference
type Component interface {
	isComponent()
}

// componentType is Discord's number for the kind of a component.
type componentType int

const (
	actionRowType     componentType = 1
	buttonType        componentType = 2
	stringSelectType  componentType = 3
	channelSelectType componentType = 8
	textDisplayType   componentType = 10
	mediaGalleryType  componentType = 12
	containerType     componentType = 17
)

// ActionRow is a line of controls: up to five buttons, or one menu.
type ActionRow struct {
	ID         int         `json:"id,omitempty"` // by which it is found again; 0: Discord gives one
	Components []Component `json:"components"`
}

// Button is a control that is pressed.
type Button struct {
	Style    discordgo.ButtonStyle `json:"style"`
	Label    string                `json:"label,omitempty"` // may be empty beside an emoji
	Emoji    *Emoji                `json:"emoji,omitempty"`
	CustomID string                `json:"custom_id"`
	Disabled bool                  `json:"disabled,omitempty"` // it is shown, and cannot be pressed
}

// StringSelect is a menu in which some of up to MaxOptions options are picked.
type StringSelect struct {
	CustomID    string         `json:"custom_id"`
	Placeholder string         `json:"placeholder,omitempty"`
	Options     []SelectOption `json:"options"`
	Count
}

// Count says how many may be picked in a menu. Its zero value means exactly one.
type Count struct {
	Least *int `json:"min_values,omitempty"` // nil: 1; at most MaxOptions
	Most  int  `json:"max_values,omitempty"` // 0: 1; at most as many as there are options
}

// ChannelSelect is a menu in which some of the server's channels are picked.
type ChannelSelect struct {
	CustomID    string                  `json:"custom_id"`
	Placeholder string                  `json:"placeholder,omitempty"`
	Types       []discordgo.ChannelType `json:"channel_types,omitempty"`  // that are offered; nil: all
	Defaults    []DefaultChannel        `json:"default_values,omitempty"` // picked already, as many as Count allows
	Count
}

// DefaultChannel is a channel that is picked already, by its id.
type DefaultChannel string

// MarshalJSON implements json.Marshaler.
func (c DefaultChannel) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]string{"type": "channel", "id": string(c)})
}

// SelectOption is a line of a menu.
type SelectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"` // it is picked already
}

func (ActionRow) isComponent()     {}
func (Button) isComponent()        {}
func (StringSelect) isComponent()  {}
func (ChannelSelect) isComponent() {}

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

// MarshalJSON implements json.Marshaler.
func (s ChannelSelect) MarshalJSON() ([]byte, error) {
	type plain ChannelSelect
	return json.Marshal(struct {
		Type componentType `json:"type"`
		plain
	}{channelSelectType, plain(s)})
}

// TextDisplay is a text with markdown. It needs ComponentsV2.
type TextDisplay struct {
	Content string `json:"content"`
}

// MediaGallery shows one to ten pictures. It needs ComponentsV2.
type MediaGallery struct {
	Items []GalleryItem `json:"items"`
}

// GalleryItem is a picture: a file of the same message.
type GalleryItem struct {
	Media       Media  `json:"media"`
	Description string `json:"description,omitempty"` // the alt text
}

// Media says where a picture is.
type Media struct {
	URL string `json:"url"`
}

// Attached is where the file of a message with a name is.
func Attached(name string) Media { return Media{URL: "attachment://" + name} }

// Container is a framed block of components. It needs ComponentsV2.
type Container struct {
	ID         int         `json:"id,omitempty"` // for Client.FindMessage, less than 1<<31; 0: Discord gives it one
	Components []Component `json:"components"`
}

func (TextDisplay) isComponent()  {}
func (MediaGallery) isComponent() {}
func (Container) isComponent()    {}

// MarshalJSON implements json.Marshaler.
func (d TextDisplay) MarshalJSON() ([]byte, error) {
	type plain TextDisplay
	return json.Marshal(struct {
		Type componentType `json:"type"`
		plain
	}{textDisplayType, plain(d)})
}

// MarshalJSON implements json.Marshaler.
func (g MediaGallery) MarshalJSON() ([]byte, error) {
	type plain MediaGallery
	return json.Marshal(struct {
		Type componentType `json:"type"`
		plain
	}{mediaGalleryType, plain(g)})
}

// MarshalJSON implements json.Marshaler.
func (c Container) MarshalJSON() ([]byte, error) {
	type plain Container
	return json.Marshal(struct {
		Type componentType `json:"type"`
		plain
	}{containerType, plain(c)})
}
