package discord

import (
	"context"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// received is a request as the server saw it.
type received struct {
	*http.Request
	body string
}

// echo returns a client of a server that answers everything with body, and the request it received last.
func echo(t *testing.T, body string) (*Client, *received) {
	t.Helper()
	got := &received{}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent, _ := io.ReadAll(r.Body)
		got.Request, got.body = r, string(sent)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(web.Close)
	c, err := NewClient("Bot "+testToken, Address{Base: web.URL})
	require.NoError(t, err)
	return c, got
}

func TestCalls(t *testing.T) {
	t.Parallel()
	hello := Message{Content: "hello"}
	const at = "/api/v9"
	tests := []struct {
		name, want string
		body       bool
		call       func(context.Context, *Client) error
	}{
		{"post", "POST " + at + "/channels/5001/messages", true,
			func(ctx context.Context, c *Client) error { _, err := c.CreateMessage(ctx, "5001", hello); return err }},
		{"remove", "DELETE " + at + "/channels/5001/messages/7", false,
			func(ctx context.Context, c *Client) error { return c.DeleteMessage(ctx, "5001", "7") }},
		{"answer", "POST " + at + "/interactions/12/" + answerToken + "/callback", true,
			func(ctx context.Context, c *Client) error {
				return c.CreateResponse(ctx, asked(), deferredUpdate())
			}},
		{"edit", "PATCH " + at + "/webhooks/11/" + answerToken + "/messages/@original", true,
			func(ctx context.Context, c *Client) error { return c.EditResponse(ctx, asked(), hello) }},
		{"remove the answer", "DELETE " + at + "/webhooks/11/" + answerToken + "/messages/@original", false,
			func(ctx context.Context, c *Client) error { return c.DeleteResponse(ctx, asked()) }},
		{"follow up", "POST " + at + "/webhooks/11/" + answerToken, true,
			func(ctx context.Context, c *Client) error { return c.CreateFollowup(ctx, asked(), hello) }},
		{"ask for a user", "GET " + at + "/users/101", false,
			func(ctx context.Context, c *Client) error { _, err := c.User(ctx, "101"); return err }},
		{"ask for a member", "GET " + at + "/guilds/7/members/101", false,
			func(ctx context.Context, c *Client) error { _, err := c.IsMember(ctx, "7", "101"); return err }},
		{"ask for the gateway", "GET " + at + "/gateway/bot", false,
			func(ctx context.Context, c *Client) error { _, err := c.Gateway(ctx); return err }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c, got := echo(t, `{"id":"1"}`)
			require.NoError(t, test.call(t.Context(), c))
			assert.Equal(t, test.want, got.Method+" "+got.URL.String())
			assert.Equal(t, "Bot "+testToken, got.Header.Get("Authorization"))
			assert.Regexp(t, `^DiscordBot \(madbot, v\d.*\)$`, got.UserAgent())
			assert.Equal(t, test.body, got.body != "")
			if test.body {
				assert.Equal(t, "application/json", got.Header.Get("Content-Type"))
			} else {
				assert.NotContains(t, got.Header, "Content-Type", "Discord refuses it without content")
			}
		})
	}
}

func TestFilesAreSentWithTheirMessage(t *testing.T) {
	t.Parallel()
	m := Message{Content: "look", Files: []File{{"board.png", "image/png", []byte("\x89PNG")},
		{"replay.gif", "image/gif", []byte("GIF89a")}}}
	calls := map[string]func(*Client) error{
		"post": func(c *Client) error { _, err := c.CreateMessage(t.Context(), "5001", m); return err },
		"answer": func(c *Client) error {
			return c.CreateResponse(t.Context(), asked(), Response{discordgo.InteractionResponseChannelMessageWithSource, m})
		},
		"edit":   func(c *Client) error { return c.EditResponse(t.Context(), asked(), m) },
		"follow": func(c *Client) error { return c.CreateFollowup(t.Context(), asked(), m) },
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var parts []string
			web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				parts = partsOf(t, r)
				_, _ = io.WriteString(w, `{"id":"1"}`)
			}))
			t.Cleanup(web.Close)
			c, err := NewClient(testToken, Address{Base: web.URL})
			require.NoError(t, err)
			require.NoError(t, call(c))
			require.Len(t, parts, 3)
			assert.Contains(t, parts[0], `payload_json  application/json {"`)
			assert.Equal(t, []string{"files[0] board.png image/png \x89PNG",
				"files[1] replay.gif image/gif GIF89a"}, parts[1:])
		})
	}
}

// partsOf returns the parts of a multipart request: name, file name, content type and content.
func partsOf(t *testing.T, r *http.Request) (parts []string) {
	_, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	assert.NoError(t, err)
	form := multipart.NewReader(r.Body, params["boundary"])
	for {
		p, err := form.NextPart()
		if err != nil {
			return parts
		}
		content, err := io.ReadAll(p)
		assert.NoError(t, err)
		parts = append(parts, p.FormName()+" "+p.FileName()+" "+p.Header.Get("Content-Type")+" "+
			string(content))
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]int{
		`{"code": 50013, "message": "Missing Permissions"}`: discordgo.ErrCodeMissingPermissions,
		`{"code": 0, "message": "401: Unauthorized"}`:       0,
		`<html>error code: 1015</html>`:                     0,
		``:                                                  0,
	} {
		err := clientOver(func(*http.Request) (*http.Response, error) {
			resp := answered(http.StatusForbidden)
			resp.Body = bodyOf(body)
			return resp, nil
		}).DeleteMessage(t.Context(), "1", "2")
		refused := &APIError{}
		require.ErrorAs(t, err, &refused)
		assert.Equal(t, &APIError{Status: http.StatusForbidden, Code: want, Detail: body}, refused)
		assert.Equal(t, want, CodeOf(err))
	}
	assert.Zero(t, CodeOf(io.EOF))
}

func TestRegisterCommands(t *testing.T) {
	t.Parallel()
	for guild, want := range map[string]string{
		"": "/api/v9/applications/9001/commands", "7001": "/api/v9/applications/9001/guilds/7001/commands",
	} {
		var sent []discordgo.ApplicationCommand
		c := clientOver(func(r *http.Request) (*http.Response, error) {
			resp := answered(http.StatusOK)
			if r.Method == http.MethodGet {
				assert.Equal(t, "/api/v9/applications/@me", r.URL.Path)
				resp.Body = bodyOf(`{"id":"9001"}`)
				return resp, nil
			}
			assert.Equal(t, "PUT "+want, r.Method+" "+r.URL.Path)
			assert.NoError(t, json.NewDecoder(r.Body).Decode(&sent))
			resp.Body = bodyOf(`[{"id":"17","name":"move"}]`)
			return resp, nil
		})
		commands := []discordgo.ApplicationCommand{{Type: discordgo.ChatApplicationCommand, Name: "move"}}
		ids, err := c.RegisterCommands(t.Context(), guild, commands)
		require.NoError(t, err)
		assert.Equal(t, map[string]string{"move": "17"}, ids)
		assert.Equal(t, commands, sent)
	}
}

func TestRegisterCommandsWithAWrongToken(t *testing.T) {
	t.Parallel()
	for _, refused := range []string{http.MethodGet, http.MethodPut} {
		_, err := clientOver(func(r *http.Request) (*http.Response, error) {
			if r.Method == refused {
				return answered(http.StatusUnauthorized), nil
			}
			resp := answered(http.StatusOK)
			resp.Body = bodyOf(`{"id":"9001"}`)
			return resp, nil
		}).RegisterCommands(t.Context(), "", nil)
		assert.Equal(t, ErrToken, err)
	}
}
