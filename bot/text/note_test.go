package text

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestQuoted: a quoted note contains nothing that Discord would interpret.
func TestQuoted(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"keep 222 home":           "> keep 222 home",
		"a\n\n b\x00\nc":          "> a\n> b\n> c",
		"@everyone <@1> `/play`":  "> @\u200beveryone \\<@\u200b1\\> \\`/play\\`",
		"**x** _y_ ~~z~~ ||s||":   `> \*\*x\*\* \_y\_ \~\~z\~\~ \|\|s\|\|`,
		"# big\n- item\n-# small": "> \\# big\n> \\- item\n> \\-\\# small",
		"[a](http://b) > c":       `> \[a\](http://b) \> c`,
		strings.Repeat("x\n", 20): strings.Repeat("> x\n", 7) + "> " + strings.TrimSpace(strings.Repeat("x ", 13)),
		"```\ncode\n```":          "> \\`\\`\\`\n> code\n> \\`\\`\\`",
	} {
		assert.Equal(t, want, Quoted(text), text)
	}
}
