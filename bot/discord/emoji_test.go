package discord

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEmojis(t *testing.T) {
	t.Parallel()
	var asked []string
	client := clientOver(func(r *http.Request) (*http.Response, error) {
		asked = append(asked, r.Method+" "+r.URL.Path)
		resp := answered(200)
		switch {
		case r.Method == http.MethodDelete:
			resp = answered(404)
			resp.Body = bodyOf(`{"code":10014,"message":"Unknown Emoji"}`)
		case r.Method == http.MethodPost:
			resp.Body = bodyOf(`{"id":"8","name":"red_211"}`)
		case r.URL.Path == "/api/v9/applications/@me":
			resp.Body = bodyOf(`{"id":"7"}`)
		default:
			resp.Body = bodyOf(`{"items":[{"id":"8","name":"red_211"}]}`)
		}
		return resp, nil
	})
	want := Emoji{ID: "8", Name: "red_211"}
	list, err := client.Emojis(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []Emoji{want}, list)
	made, err := client.CreateEmoji(t.Context(), "red_211", []byte("png"))
	require.NoError(t, err)
	assert.Equal(t, want, made)
	require.NoError(t, client.DeleteEmoji(t.Context(), "8"), "it is gone already")
	assert.Equal(t, []string{"GET /api/v9/applications/@me", "GET /api/v9/applications/7/emojis",
		"POST /api/v9/applications/7/emojis", "DELETE /api/v9/applications/7/emojis/8"}, asked)
}
