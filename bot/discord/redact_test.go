package discord

import (
	"bytes"
	"errors"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// tokens that must never appear in a log or an error
const (
	testToken   = "MTA.bot.s3cret"
	answerToken = "aW50ZXJhY3Rpb24.s3cret"
)

func TestRedactorClean(t *testing.T) {
	t.Parallel()
	red := redactor{testToken}
	tests := []struct{ name, text, want string }{
		{"nothing", "match k3x9: ply 4", "match k3x9: ply 4"},
		{"bot token", "Authorization: Bot " + testToken, "Authorization: Bot [token]"},
		{"webhook", "Patch \"https://d/api/v9/webhooks/11/" + answerToken + "/messages/@original\": EOF",
			"Patch \"https://d/api/v9/webhooks/11/[token]/messages/@original\": EOF"},
		{"callback", "/interactions/12/" + answerToken + "/callback", "/interactions/12/[token]/callback"},
		{"with a query", "/webhooks/11/" + answerToken + "?wait=true", "/webhooks/11/[token]?wait=true"},
		{"bare", "/webhooks/11/" + answerToken, "/webhooks/11/[token]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, test.want, red.clean(test.text))
		})
	}
}

func TestLoggerHoldsNoSecret(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	path := "/webhooks/11/" + answerToken
	log := Redact(slog.New(slog.NewJSONHandler(&out, nil)), "Bot "+testToken)
	log.With("with", path).WithGroup("g").Info("said "+testToken,
		"text", path, "err", errors.New(path), "n", 7,
		slog.Group("inner", "deep", testToken), "list", []string{"x", path})
	require.NotEmpty(t, out.String())
	assert.NotContains(t, out.String(), "s3cret")
	assert.Contains(t, out.String(), `"n":7`)
	assert.Contains(t, out.String(), "/webhooks/11/[token]")
}
