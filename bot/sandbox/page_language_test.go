package sandbox_test

import (
	"fmt"
	"testing"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox"
	"madbot/bot/sandbox/pagetest"
)

// TestPageLanguages: people choose the languages of their client and of the server, also by keyboard. The bot
// receives both. Commands are shown and typed in the language, but sent by their default names. Times are in the
// client's language.
func TestPageLanguages(t *testing.T) {
	pagetest.Parallel(t)
	p := openPage(t, &sandbox.Server{}, pagetest.Phone, script{
		"/greet": func(b *scriptBot, e event) {
			b.answer(e, discordgo.InteractionResponseChannelMessageWithSource, object{
				"content": fmt.Sprintf("%s in %s: %v, <t:1000000000:D>", e.Locale, e.GuildLocale, e.option("tone"))})
		},
	})
	p.Click(id("languages-toggle"), "")
	p.See(id("locale")+":focus", "")
	p.Type("f")
	p.Type(pagetest.Tab + "d" + pagetest.Escape)
	p.Gone(id("languages"), "")
	p.Click(id("command-input"), "")
	p.Type("/sal")
	p.See(id("suggestion"), "Saluer quelqu’un")
	p.Type(pagetest.Enter)
	p.Type("bob" + pagetest.Enter + "ton:" + "Doux" + pagetest.Enter + pagetest.Enter)
	p.See(id("message"), "fr in de: soft, 9 septembre 2001")
	p.Click(id("languages-toggle"), "")
	p.See(id("locale"), "Français (fr)")
	p.Type("d" + pagetest.Escape)
	p.See(id("message"), "9. September 2001")
	p.Become("bob")
	p.Click(id("languages-toggle"), "")
	p.See(id("languages"), "Bob speaks")
	p.See(id("languages"), "Alice manages the server")
	p.See(id("guild-locale")+":disabled", "")
}
