package wire

// Modal is a modal in Discord's form.
type Modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
}

// GuildLocale is the initial language of a guild.
const GuildLocale = "en-US"

// Locales returns the languages that Discord supports.
func Locales() []string {
	return []string{"id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt",
		"hu", "nl", "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru",
		"uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko"}
}
