package discord

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRouteTemplate(t *testing.T) {
	t.Parallel()
	in := &Interaction{ID: "123", Token: "secret", ApplicationID: "9"}
	for address, want := range map[string]string{
		messageURL("123", "456"):          "/channels/{id}/messages/{id}",
		pageURL("123", "4", 9):            "/channels/{id}/messages",
		messageURL("1", "2") + "/threads": "/channels/{id}/messages/{id}/threads",
		userURL("7"):                      "/users/{id}",
		memberURL("7", "8"):               "/guilds/{id}/members/{id}",
		roleURL("7", "8"):                 "/guilds/{id}/roles/{id}",
		directURL():                       "/users/@me/channels",
		commandsURL("9", "8"):             "/applications/{id}/guilds/{id}/commands",
		emojisURL("9"):                    "/applications/{id}/emojis",
		applicationURL():                  "/applications/@me",
		callbackURL(in):                   "/interactions/{id}/{id}/callback",
		originalURL(in):                   "/webhooks/{id}/{id}/messages/@original",
		gatewayURL():                      "/gateway/bot",
	} {
		u, err := url.Parse(address)
		require.NoError(t, err)
		assert.Equal(t, want, routeTemplate(u.Path))
	}
}
