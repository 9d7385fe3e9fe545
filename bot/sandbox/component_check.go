package sandbox

import "strings"

// Limits of components: components/reference of Discord's documentation, and research for the 4000.
const (
	maxRows       = 5
	maxButtons    = 5
	maxComponents = 40   // of a v2 message, nested ones counted
	maxV2Text     = 4000 // characters in the text displays of a v2 message
	maxV2Bytes    = 10170
	maxModalParts = 5
)

// tally is what is counted over a whole tree of components.
type tally struct {
	count  int
	runes  int
	bytes  int
	emojis map[Snowflake]bool // the application's, which buttons may show
	custom map[string]bool
	ids    map[int]bool
}

func newTally(emojis map[Snowflake]bool) *tally {
	return &tally{emojis: emojis, custom: map[string]bool{}, ids: map[int]bool{}}
}

// readComponents checks a message's "components". nil means the field is absent.
func readComponents(f form, v2 bool, emojis map[Snowflake]bool) *[]Component {
	if !f.given("components") {
		return nil
	}
	t := newTally(emojis)
	if !v2 {
		t.children(f, "components", maxRows, ComponentRow)
	} else {
		t.children(f, "components", maxComponents, ComponentRow, ComponentSection, ComponentText,
			ComponentGallery, ComponentFile, ComponentSeparator, ComponentContainer)
		t.totals(f)
	}
	list := []Component{}
	if f.err() == nil {
		for _, one := range f.forms("components", maxComponents) {
			var c Component
			one.into(&c)
			list = append(list, c)
		}
	}
	number(list)
	return &list
}

// totals complains of what the whole of a v2 message may not exceed.
func (t *tally) totals(f form) {
	if t.count > maxComponents {
		f.complain("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
			"The total number of components cannot exceed %d", maxComponents)
	}
	if t.runes > maxV2Text || t.bytes > maxV2Bytes {
		f.complain("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
			"The displayable text size of all components cannot exceed %d", maxV2Text)
	}
}

// children checks a list of components that must be of the kinds given.
func (t *tally) children(f form, name string, most int, kinds ...ComponentType) []form {
	list := f.forms(name, most)
	for _, one := range list {
		t.one(one, kinds...)
	}
	return list
}

// one checks a component that must be of the kinds given.
func (t *tally) one(f form, kinds ...ComponentType) ComponentType {
	t.count++
	f.need("type")
	among := make([]int, len(kinds))
	for i, kind := range kinds {
		among[i] = int(kind)
	}
	kind := ComponentType(f.choice("type", among...))
	if id, ok := f.integer("id", 0, 1<<31-1); ok && id != 0 {
		if t.ids[id] {
			f.complain("id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
		}
		t.ids[id] = true
	}
	switch {
	case kind == ComponentRow:
		t.row(f)
	case kind == ComponentButton:
		t.button(f)
	case kind.isSelect():
		t.menu(f, kind)
	default:
		t.display(f, kind)
	}
	return kind
}

// row checks five buttons at most, or a single menu.
func (t *tally) row(f form) {
	list := t.children(f, "components", maxButtons, ComponentButton, ComponentSelect,
		ComponentUserSelect, ComponentRoleSelect, ComponentMentionable, ComponentChannels)
	if len(list) == 0 {
		f.badLength("components", 1, maxButtons)
	}
	for _, one := range list {
		if kind, _ := one.integer("type", 0, 100); ComponentType(kind).isSelect() && len(list) > 1 {
			f.complain("components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
				"The specified component exceeds the maximum width")
			return
		}
	}
}

// customID checks that the id is there and used only once.
func (t *tally) customID(f form) {
	f.need("custom_id")
	id := f.text("custom_id", 1, 100)
	if id != "" && t.custom[id] {
		f.complain("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED",
			"Component custom id cannot be duplicated")
	}
	t.custom[id] = true
}

func (t *tally) button(f form) {
	f.need("style")
	style := f.choice("style", 1, 2, 3, 4, styleLink, stylePremium)
	label := f.text("label", 0, 80)
	f.truth("disabled")
	t.emoji(f)
	switch {
	case style == styleLink:
		f.need("url")
		if url := f.text("url", 1, 512); !strings.HasPrefix(url, "discord://") {
			checkURL(f, "url", false)
		}
	case style == stylePremium:
		f.need("sku_id")
	default:
		t.customID(f)
	}
	if style == styleLink && f.has("custom_id") {
		f.complain("custom_id", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
			"A custom id and url cannot both be specified")
	}
	if style != styleLink && f.has("url") && f.obj["url"] != "" {
		f.complain("url", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
			"A custom id and url cannot both be specified")
	}
	if style != stylePremium && label == "" && !f.has("emoji") {
		f.complain("", "BUTTON_COMPONENT_INVALID", "A button must have a label or an emoji")
	}
}

// emoji complains of an emoji Discord would not show.
func (t *tally) emoji(f form) {
	e, ok := f.form("emoji")
	if !ok {
		return
	}
	id, name := e.id("id"), e.text("name", 0, 64)
	if id != 0 && !t.emojis[id] || id == 0 && !isEmoji(name) {
		e.complain("", "COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
}

// menu checks a select of any kind.
func (t *tally) menu(f form, kind ComponentType) {
	t.customID(f)
	f.text("placeholder", 0, 150)
	f.truth("disabled")
	if len(f.list("default_values", 25)) > 0 {
		f.unknown("default values of a menu")
	}
	least, given := f.integer("min_values", 0, 25)
	if !given {
		least = 1
	}
	most, given := f.integer("max_values", 1, 25)
	if !given {
		most = 1
	}
	if least > most {
		f.complain("min_values", "SELECT_COMPONENT_INVALID_RANGE",
			"min_values must not exceed max_values")
	}
	if kind == ComponentSelect {
		t.options(f, most)
	}
}

// options checks the lines of a string select.
func (t *tally) options(f form, most int) {
	list := f.forms("options", 25)
	if len(list) == 0 {
		f.badLength("options", 1, 25)
	}
	values, defaults := map[string]bool{}, 0
	for _, one := range list {
		one.need("label", "value")
		one.text("label", 1, 100)
		one.text("description", 0, 100)
		value := one.text("value", 1, 100)
		if values[value] {
			one.complain("value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
				"The specified option value is already used")
		}
		values[value] = true
		if one.truth("default") {
			defaults++
		}
		t.emoji(one)
	}
	if most > len(list) {
		f.complain("max_values", "SELECT_COMPONENT_TOO_FEW_OPTIONS",
			"max_values must not exceed the number of options")
	}
	if defaults > most {
		f.complain("options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "Too many default values")
	}
}
