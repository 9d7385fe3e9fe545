package wire

// InteractionType says what a person did.
type InteractionType int

// The interaction types.
const (
	InteractionCommand      InteractionType = 2
	InteractionComponent    InteractionType = 3
	InteractionAutocomplete InteractionType = 4
	InteractionModal        InteractionType = 5
)

// CallbackType is how a bot answers an interaction first.
type CallbackType int

// The callback types.
const (
	CallbackMessage        CallbackType = 4
	CallbackDeferred       CallbackType = 5
	CallbackDeferredUpdate CallbackType = 6
	CallbackUpdate         CallbackType = 7
	CallbackChoices        CallbackType = 8
	CallbackModal          CallbackType = 9
)

// Modal is a form that pops up, as Discord writes one.
type Modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
}

// GuildLocale is the guild's language until somebody changes it.
const GuildLocale = "en-US"

// Locales are the languages that Discord has: reference of its documentation.
func Locales() []string {
	return []string{"id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt",
		"hu", "nl", "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru",
		"uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko"}
}
