package wire

import (
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// LabelComponent is a type that discordgo does not define.
const LabelComponent discordgo.ComponentType = 18

// Component is a component of a message or modal in Discord's form. Type determines which fields are used.
type Component struct {
	Type        discordgo.ComponentType `json:"type"`
	ID          int                     `json:"id,omitempty"`
	CustomID    string                  `json:"custom_id,omitempty"`
	Style       int                     `json:"style,omitempty"`
	Label       string                  `json:"label,omitempty"`
	Description string                  `json:"description,omitempty"`
	Emoji       *PartialEmoji           `json:"emoji,omitempty"`
	URL         string                  `json:"url,omitempty"`
	SKU         Snowflake               `json:"sku_id,omitempty"`
	Disabled    bool                    `json:"disabled,omitempty"`
	Options     []SelectOption          `json:"options,omitempty"`
	Channels    []discordgo.ChannelType `json:"channel_types,omitempty"` // channel types that a menu offers; nil: all
	Defaults    []DefaultValue          `json:"default_values,omitempty"`
	Placeholder string                  `json:"placeholder,omitempty"`
	MinValues   *int                    `json:"min_values,omitempty"`
	MaxValues   *int                    `json:"max_values,omitempty"`
	MinLength   *int                    `json:"min_length,omitempty"`
	MaxLength   *int                    `json:"max_length,omitempty"`
	Required    *bool                   `json:"required,omitempty"`
	Value       string                  `json:"value,omitempty"`
	Content     string                  `json:"content,omitempty"`
	Spoiler     bool                    `json:"spoiler,omitempty"`
	Divider     *bool                   `json:"divider,omitempty"`
	Spacing     int                     `json:"spacing,omitempty"`
	AccentColor *int                    `json:"accent_color,omitempty"`
	Name        string                  `json:"name,omitempty"`
	Size        int                     `json:"size,omitempty"`
	Media       *Media                  `json:"media,omitempty"`
	File        *Media                  `json:"file,omitempty"`
	Items       []GalleryItem           `json:"items,omitempty"`
	Accessory   *Component              `json:"accessory,omitempty"`
	Component   *Component              `json:"component,omitempty"`
	Components  []Component             `json:"components,omitempty"`
}

// PartialEmoji is an emoji of a button or option: a character in Name, or the ID of one of the application's.
type PartialEmoji struct {
	ID       *Snowflake `json:"id"`
	Name     string     `json:"name"`
	Animated bool       `json:"animated,omitempty"`
}

// Media is a picture or file that a component shows. In requests the URL may be attachment://name.
type Media struct {
	URL          string    `json:"url"`
	ProxyURL     string    `json:"proxy_url,omitempty"`
	Width        int       `json:"width,omitempty"`
	Height       int       `json:"height,omitempty"`
	ContentType  string    `json:"content_type,omitempty"`
	AttachmentID Snowflake `json:"attachment_id,omitempty"`
}

// SelectOption is an option of a select menu.
type SelectOption struct {
	Label       string        `json:"label"`
	Value       string        `json:"value"`
	Description string        `json:"description,omitempty"`
	Emoji       *PartialEmoji `json:"emoji,omitempty"`
	Default     bool          `json:"default,omitempty"`
}

// DefaultValue is an initially selected channel or role of a menu.
type DefaultValue struct {
	ID   Snowflake `json:"id"`
	Type string    `json:"type"`
}

// GalleryItem is a picture of a media gallery.
type GalleryItem struct {
	Media       Media  `json:"media"`
	Description string `json:"description,omitempty"`
	Spoiler     bool   `json:"spoiler,omitempty"`
}

// Offers reports whether value is an option of a string select.
func (c *Component) Offers(value string) bool {
	return slices.ContainsFunc(c.Options, func(o SelectOption) bool { return o.Value == value })
}

// OffersChannel reports whether a channel select offers a channel.
func (c *Component) OffersChannel(o *Channel) bool {
	return len(c.Channels) == 0 || slices.Contains(c.Channels, o.Type)
}

// Selects returns the types of select menus.
func Selects() []discordgo.ComponentType {
	return []discordgo.ComponentType{discordgo.SelectMenuComponent, discordgo.UserSelectMenuComponent,
		discordgo.RoleSelectMenuComponent, discordgo.MentionableSelectMenuComponent, discordgo.ChannelSelectMenuComponent}
}

// IsSelect reports whether t is a select menu.
func IsSelect(t discordgo.ComponentType) bool { return slices.Contains(Selects(), t) }

// Walk visits every component, parents first, with its path below at.
func Walk(list []Component, at []string, visit func(c *Component, at []string)) {
	for i := range list {
		walkOne(&list[i], append(at[:len(at):len(at)], strconv.Itoa(i)), visit)
	}
}

func walkOne(c *Component, at []string, visit func(c *Component, at []string)) {
	at = at[:len(at):len(at)]
	visit(c, at)
	Walk(c.Components, append(at, "components"), visit)
	if c.Accessory != nil {
		walkOne(c.Accessory, append(at, "accessory"), visit)
	}
	if c.Component != nil {
		walkOne(c.Component, append(at, "component"), visit)
	}
}

// Find returns the component with a custom id, or nil.
func Find(list []Component, customID string) *Component {
	var found *Component
	Walk(list, nil, func(c *Component, _ []string) {
		if c.CustomID == customID && c.CustomID != "" {
			found = c
		}
	})
	return found
}

// Number assigns free ids to components without one, as Discord does.
func Number(list []Component) {
	taken := map[int]bool{}
	Walk(list, nil, func(c *Component, _ []string) { taken[c.ID] = true })
	next := 1
	Walk(list, nil, func(c *Component, _ []string) {
		if c.ID != 0 {
			return
		}
		for taken[next] {
			next++
		}
		c.ID = next
		next++
	})
}

// Clone copies components, including everything that refers to a message's files.
func Clone(list []Component) []Component {
	out := slices.Clone(list)
	for i := range out {
		c := &out[i]
		c.Components, c.Items = Clone(c.Components), slices.Clone(c.Items)
		if c.Media != nil {
			c.Media = new(*c.Media)
		}
		if c.File != nil {
			c.File = new(*c.File)
		}
		if c.Accessory != nil {
			c.Accessory = &Clone([]Component{*c.Accessory})[0]
		}
	}
	return out
}
