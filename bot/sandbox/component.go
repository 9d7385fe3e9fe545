package sandbox

import (
	"slices"
	"strconv"
)

// ComponentType says what a component is: components/reference of Discord's documentation.
type ComponentType int

// The components the sandbox knows.
const (
	ComponentRow         ComponentType = 1
	ComponentButton      ComponentType = 2
	ComponentSelect      ComponentType = 3
	ComponentInput       ComponentType = 4
	ComponentUserSelect  ComponentType = 5
	ComponentRoleSelect  ComponentType = 6
	ComponentMentionable ComponentType = 7
	ComponentChannels    ComponentType = 8
	ComponentSection     ComponentType = 9
	ComponentText        ComponentType = 10
	ComponentThumbnail   ComponentType = 11
	ComponentGallery     ComponentType = 12
	ComponentFile        ComponentType = 13
	ComponentSeparator   ComponentType = 14
	ComponentContainer   ComponentType = 17
	ComponentLabel       ComponentType = 18
)

// The styles of a button that behave unlike the others.
const (
	styleLink    = 5
	stylePremium = 6
)

// Component is a part of a message or modal, as Discord writes one; which fields count depends on
// Type.
type Component struct {
	Type        ComponentType  `json:"type"`
	ID          int            `json:"id,omitempty"`
	CustomID    string         `json:"custom_id,omitempty"`
	Style       int            `json:"style,omitempty"`
	Label       string         `json:"label,omitempty"`
	Description string         `json:"description,omitempty"`
	Emoji       *PartialEmoji  `json:"emoji,omitempty"`
	URL         string         `json:"url,omitempty"`
	SKU         Snowflake      `json:"sku_id,omitempty"`
	Disabled    bool           `json:"disabled,omitempty"`
	Options     []SelectOption `json:"options,omitempty"`
	Placeholder string         `json:"placeholder,omitempty"`
	MinValues   *int           `json:"min_values,omitempty"`
	MaxValues   *int           `json:"max_values,omitempty"`
	MinLength   *int           `json:"min_length,omitempty"`
	MaxLength   *int           `json:"max_length,omitempty"`
	Required    *bool          `json:"required,omitempty"`
	Value       string         `json:"value,omitempty"`
	Content     string         `json:"content,omitempty"`
	Spoiler     bool           `json:"spoiler,omitempty"`
	Divider     *bool          `json:"divider,omitempty"`
	Spacing     int            `json:"spacing,omitempty"`
	AccentColor *int           `json:"accent_color,omitempty"`
	Name        string         `json:"name,omitempty"`
	Size        int            `json:"size,omitempty"`
	Media       *Media         `json:"media,omitempty"`
	File        *Media         `json:"file,omitempty"`
	Items       []GalleryItem  `json:"items,omitempty"`
	Accessory   *Component     `json:"accessory,omitempty"`
	Component   *Component     `json:"component,omitempty"`
	Components  []Component    `json:"components,omitempty"`
}

// PartialEmoji is an emoji on a button or option: a character in Name, or one of the application's
// by ID.
type PartialEmoji struct {
	ID       *Snowflake `json:"id"`
	Name     string     `json:"name"`
	Animated bool       `json:"animated,omitempty"`
}

// SelectOption is one line of a select menu.
type SelectOption struct {
	Label       string        `json:"label"`
	Value       string        `json:"value"`
	Description string        `json:"description,omitempty"`
	Emoji       *PartialEmoji `json:"emoji,omitempty"`
	Default     bool          `json:"default,omitempty"`
}

// GalleryItem is one picture of a media gallery.
type GalleryItem struct {
	Media       Media  `json:"media"`
	Description string `json:"description,omitempty"`
	Spoiler     bool   `json:"spoiler,omitempty"`
}

// offers tells whether a value is one of the lines of a string select.
func (c *Component) offers(value string) bool {
	return slices.ContainsFunc(c.Options, func(o SelectOption) bool { return o.Value == value })
}

// isSelect tells whether the component is a menu of any kind.
func (t ComponentType) isSelect() bool {
	return t == ComponentSelect || t >= ComponentUserSelect && t <= ComponentChannels
}

// walk visits every component, parents first, with its path.
func walk(list []Component, at []string, visit func(c *Component, at []string)) {
	for i := range list {
		walkOne(&list[i], append(at[:len(at):len(at)], index(i)), visit)
	}
}

func walkOne(c *Component, at []string, visit func(c *Component, at []string)) {
	at = at[:len(at):len(at)]
	visit(c, at)
	walk(c.Components, append(at, "components"), visit)
	if c.Accessory != nil {
		walkOne(c.Accessory, append(at, "accessory"), visit)
	}
	if c.Component != nil {
		walkOne(c.Component, append(at, "component"), visit)
	}
}

// find gives the component with a custom id, or nil.
func find(list []Component, customID string) *Component {
	var found *Component
	walk(list, nil, func(c *Component, _ []string) {
		if c.CustomID == customID && c.CustomID != "" {
			found = c
		}
	})
	return found
}

// number gives every component without an id the next free one, as Discord does.
func number(list []Component) {
	taken := map[int]bool{}
	walk(list, nil, func(c *Component, _ []string) { taken[c.ID] = true })
	next := 1
	walk(list, nil, func(c *Component, _ []string) {
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

func index(i int) string { return strconv.Itoa(i) }
