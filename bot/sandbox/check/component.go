package check

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/wire"
)

// Limits of components, from Discord's documentation; the 4000 is from observation.
const (
	maxRows       = 5
	maxButtons    = 5
	maxComponents = 40   // of a v2 message, including nested ones
	maxV2Text     = 4000 // characters in all text displays of a v2 message
	maxV2Bytes    = 10170
)

// tally counts over a whole tree of components.
type tally struct {
	count  int
	runes  int
	bytes  int
	emojis map[wire.Snowflake]bool // the application's emojis, which buttons may show
	custom map[string]bool
	ids    map[int]bool
}

func newTally(emojis map[wire.Snowflake]bool) *tally {
	return &tally{emojis: emojis, custom: map[string]bool{}, ids: map[int]bool{}}
}

// components checks a message's "components". nil means the field is absent.
func components(f Form, v2 bool, emojis map[wire.Snowflake]bool) *[]wire.Component {
	if !f.given("components") {
		return nil
	}
	t := newTally(emojis)
	if !v2 {
		t.children(f, "components", maxRows, discordgo.ActionsRowComponent)
	} else {
		t.children(f, "components", maxComponents, append(containerTypes(), discordgo.ContainerComponent)...)
		t.totals(f)
	}
	list := []wire.Component{}
	if f.Err() == nil {
		for _, one := range f.forms("components", maxComponents) {
			var c wire.Component
			one.into(&c)
			list = append(list, c)
		}
	}
	wire.Number(list)
	return &list
}

func containerTypes() []discordgo.ComponentType {
	return []discordgo.ComponentType{discordgo.ActionsRowComponent, discordgo.SectionComponent,
		discordgo.TextDisplayComponent, discordgo.MediaGalleryComponent, discordgo.FileComponentType,
		discordgo.SeparatorComponent}
}

// totals complains about exceeded limits of a whole v2 message.
func (t *tally) totals(f Form) {
	if t.count > maxComponents {
		f.complain("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
			"The total number of components cannot exceed %d", maxComponents)
	}
	if t.runes > maxV2Text || t.bytes > maxV2Bytes {
		f.complain("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
			"The displayable text size of all components cannot exceed %d", maxV2Text)
	}
}

func (t *tally) children(f Form, name string, most int, kinds ...discordgo.ComponentType) []Form {
	list := f.forms(name, most)
	for _, one := range list {
		t.one(one, kinds...)
	}
	return list
}

// one checks a component of one of the given types.
func (t *tally) one(f Form, kinds ...discordgo.ComponentType) discordgo.ComponentType {
	t.count++
	f.need("type")
	kind := choice(f, "type", kinds...)
	if id, ok := f.integer("id", 0, 1<<31-1); ok && id != 0 {
		if t.ids[id] {
			f.complain("id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
		}
		t.ids[id] = true
	}
	switch {
	case kind == discordgo.ActionsRowComponent:
		t.row(f)
	case kind == discordgo.ButtonComponent:
		t.button(f)
	case wire.IsSelect(kind):
		t.menu(f, kind)
	default:
		t.display(f, kind)
	}
	return kind
}

// row checks an action row: up to five buttons, or one menu.
func (t *tally) row(f Form) {
	list := t.children(f, "components", maxButtons, append(wire.Selects(), discordgo.ButtonComponent)...)
	if len(list) == 0 {
		f.badLength("components", 1, maxButtons)
	}
	for _, one := range list {
		kind, _ := one.integer("type", 0, 100)
		if wire.IsSelect(discordgo.ComponentType(kind)) && len(list) > 1 {
			f.complain("components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
				"The specified component exceeds the maximum width")
			return
		}
	}
}

// customID checks that the custom id is present and unique.
func (t *tally) customID(f Form) {
	f.need("custom_id")
	id := f.text("custom_id", 1, 100)
	if id != "" && t.custom[id] {
		f.complain("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED",
			"Component custom id cannot be duplicated")
	}
	t.custom[id] = true
}

func (t *tally) button(f Form) {
	f.need("style")
	style := choice(f, "style", 1, 2, 3, 4, discordgo.LinkButton, discordgo.PremiumButton)
	label := f.text("label", 0, 80)
	f.truth("disabled")
	t.emoji(f)
	switch {
	case style == discordgo.LinkButton:
		f.need("url")
		if url := f.text("url", 1, 512); !strings.HasPrefix(url, "discord://") {
			checkURL(f, "url", false)
		}
	case style == discordgo.PremiumButton:
		f.need("sku_id")
	default:
		t.customID(f)
	}
	if style == discordgo.LinkButton && f.has("custom_id") {
		f.complain("custom_id", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
			"A custom id and url cannot both be specified")
	}
	if style != discordgo.LinkButton && f.has("url") && f.obj["url"] != "" {
		f.complain("url", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
			"A custom id and url cannot both be specified")
	}
	if style != discordgo.PremiumButton && label == "" && !f.has("emoji") {
		f.complain("", "BUTTON_COMPONENT_INVALID", "A button must have a label or an emoji")
	}
}

// emoji complains about an emoji that Discord would not show.
func (t *tally) emoji(f Form) {
	e, ok := f.form("emoji")
	if !ok {
		return
	}
	id, name := e.id("id"), e.text("name", 0, 64)
	if id != 0 && !t.emojis[id] || id == 0 && !isEmoji(name) {
		e.complain("", "COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
}
