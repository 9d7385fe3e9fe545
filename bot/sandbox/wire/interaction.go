package wire

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
