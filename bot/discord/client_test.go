package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// clientOver returns a client that uses f in place of the network.
func clientOver(f roundTrip) *Client { return newClient(testToken, &transport{next: f}) }

// asked returns an interaction to respond to.
func asked() *Interaction { return &Interaction{ID: "12", ApplicationID: "11", Token: answerToken} }

func deferredUpdate() Response {
	return Response{Type: discordgo.InteractionResponseDeferredMessageUpdate}
}

func TestErrorsHoldNoSecret(t *testing.T) {
	t.Parallel()
	failures := map[string]roundTrip{
		"network": func(*http.Request) (*http.Response, error) { return nil, net.ErrClosed },
		"refused": func(*http.Request) (*http.Response, error) { return answered(403), nil },
		"echoed": func(r *http.Request) (*http.Response, error) {
			resp := answered(404)
			resp.Body = bodyOf("nothing at " + r.URL.String() + " for " + r.Header.Get("Authorization"))
			return resp, nil
		},
		"gateway": func(*http.Request) (*http.Response, error) { return answered(502), nil },
	}
	for name, f := range failures {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := clientOver(f).EditResponse(t.Context(), asked(), Message{})
			require.Error(t, err)
			for e := err; e != nil; e = errors.Unwrap(e) {
				assert.NotContains(t, e.Error(), "s3cret")
			}
		})
	}
}

func TestCallsAreTriedAgainOnlyWhatMayBe(t *testing.T) {
	t.Parallel()
	sent := 0
	failing := func(*http.Request) (*http.Response, error) { sent++; return answered(503), nil }
	require.Error(t, clientOver(failing).CreateFollowup(t.Context(), asked(), Message{}))
	assert.Equal(t, 1, sent, "a second follow-up would be a second message")
	sent = 0
	_, err := clientOver(failing).CreateMessage(t.Context(), "5001", Message{})
	require.Error(t, err)
	assert.Equal(t, 1, sent, "and so would a second post be without a nonce")
	sent = 0
	_, err = clientOver(failing).CreateMessage(t.Context(), "5001", Message{Nonce: "n", EnforceNonce: true})
	require.Error(t, err)
	assert.Equal(t, maxTries, sent)
	sent = 0
	require.Error(t, clientOver(failing).CreateResponse(t.Context(), asked(), deferredUpdate()))
	assert.Equal(t, maxTries, sent)
}

func TestResponseIsDoubtfulWhenTheSecondIsRefused(t *testing.T) {
	t.Parallel()
	sent := 0
	c := clientOver(func(req *http.Request) (*http.Response, error) {
		if sent++; sent == 1 {
			return nil, errors.New("connection reset")
		}
		resp := answered(400)
		resp.Body = bodyOf(`{"code": 40060, "message": "already acknowledged"}`)
		return resp, nil
	})
	assert.ErrorIs(t, c.CreateResponse(t.Context(), asked(), deferredUpdate()), ErrDoubtful)
	sent = 1
	err := c.CreateResponse(t.Context(), asked(), deferredUpdate())
	assert.Equal(t, discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged, CodeOf(err), "but the first may not be refused so")
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	var sent []string
	c := clientOver(func(r *http.Request) (*http.Response, error) {
		body, err := io.ReadAll(r.Body)
		assert.NoError(t, err)
		sent = append(sent, r.Method+" "+r.URL.Path+" "+string(body))
		resp := answered(201)
		resp.Body = bodyOf(`{"id":"77","type":11,"parent_id":"5001","owner_id":"9001"}`)
		return resp, nil
	})
	id, err := c.CreateDM(t.Context(), "101")
	assert.NoError(t, err)
	assert.Equal(t, "77", id)
	id, err = c.CreateThread(t.Context(), "5001", strings.Repeat("m", MaxThreadName+1))
	assert.NoError(t, err)
	assert.Equal(t, "77", id)
	assert.NoError(t, c.ArchiveThread(t.Context(), "77"))
	assert.NoError(t, c.StartThread(t.Context(), "5001", "66", strings.Repeat("m", MaxThreadName+1)))
	assert.NoError(t, c.EditMessage(t.Context(), "5001", "66", Message{Content: "x"}))
	assert.NoError(t, c.StartTyping(t.Context(), "5001"))
	found, err := c.Channel(t.Context(), "77")
	assert.NoError(t, err)
	assert.Equal(t, Channel{Type: discordgo.ChannelTypeGuildPublicThread, ParentID: "5001", OwnerID: "9001"}, found)
	assert.Equal(t, []string{`POST /api/v9/users/@me/channels {"recipient_id":"101"}`,
		`POST /api/v9/channels/5001/threads {"name":"` + strings.Repeat("m", MaxThreadName-1) +
			`…","type":11,"auto_archive_duration":10080}`,
		`PATCH /api/v9/channels/77 {"archived":true}`,
		`POST /api/v9/channels/5001/messages/66/threads {"name":"` + strings.Repeat("m", MaxThreadName-1) +
			`…","auto_archive_duration":10080}`,
		`PATCH /api/v9/channels/5001/messages/66 {"content":"x","allowed_mentions":{"parse":[],"replied_user":false},` +
			`"components":[],"attachments":[]}`,
		`POST /api/v9/channels/5001/typing `,
		`GET /api/v9/channels/77 `}, sent)
}

// TestPlacesAreAskedForAgain: everything is retried except creating a thread and typing.
func TestPlacesAreAskedForAgain(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]struct {
		do   func(*Client) error
		sent int
	}{
		"a conversation": {func(c *Client) error { return second(c.CreateDM(t.Context(), "101")) }, maxTries},
		"a thread":       {func(c *Client) error { return second(c.CreateThread(t.Context(), "5001", "m")) }, 1},
		"a thread under a message": {func(c *Client) error {
			return c.StartThread(t.Context(), "5001", "66", "m")
		}, maxTries},
		"a sign":     {func(c *Client) error { return c.StartTyping(t.Context(), "5001") }, 1},
		"an archive": {func(c *Client) error { return c.ArchiveThread(t.Context(), "77") }, maxTries},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sent := 0
			assert.Error(t, call.do(clientOver(func(*http.Request) (*http.Response, error) {
				sent++
				return answered(503), nil
			})))
			assert.Equal(t, call.sent, sent)
		})
	}
}

// TestPlacesThatAreRefused: archiving an archived thread succeeds; other refusals are returned.
func TestPlacesThatAreRefused(t *testing.T) {
	t.Parallel()
	for _, code := range []int{discordgo.ErrCodeUnknownChannel, discordgo.ErrCodeMissingAccess,
		discordgo.ErrCodeMissingPermissions, discordgo.ErrCodePerformedOperationOnArchivedThread,
		discordgo.ErrCodeMaximumNumberOfActiveThreadsReached, discordgo.ErrCodeInvalidFormBody} {
		c := clientOver(func(*http.Request) (*http.Response, error) {
			resp := answered(400)
			resp.Body = bodyOf(fmt.Sprintf(`{"code": %d}`, code))
			return resp, nil
		})
		assert.Equal(t, code, CodeOf(second(c.CreateDM(t.Context(), "101"))))
		assert.Equal(t, code, CodeOf(second(c.CreateThread(t.Context(), "5001", "m"))))
		assert.Equal(t, code, CodeOf(c.StartThread(t.Context(), "5001", "66", "m")))
		err := c.ArchiveThread(t.Context(), "77")
		if code == discordgo.ErrCodePerformedOperationOnArchivedThread {
			assert.NoError(t, err)
			continue
		}
		assert.Equal(t, code, CodeOf(err))
	}
}

// TestThreadsThatExist: starting a thread that exists succeeds.
func TestThreadsThatExist(t *testing.T) {
	t.Parallel()
	c := clientOver(func(*http.Request) (*http.Response, error) {
		resp := answered(400)
		resp.Body = bodyOf(fmt.Sprintf(`{"code": %d}`, discordgo.ErrCodeThreadAlreadyCreatedForThisMessage))
		return resp, nil
	})
	assert.NoError(t, c.StartThread(t.Context(), "5001", "66", "m"))
}

func second(_ string, err error) error { return err }

func TestCallsObeyTheirContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	c := clientOver(func(req *http.Request) (*http.Response, error) {
		cancel()
		<-req.Context().Done()
		return nil, req.Context().Err()
	})
	err := c.DeleteResponse(ctx, asked())
	assert.ErrorIs(t, err, context.Canceled)
}

func TestUnreadableAnswerIsAskedForAgain(t *testing.T) {
	t.Parallel()
	for _, nonsense := range []string{`{"id": 5}`, `{}`, `null`, `[]`, `{"id":""}`, `<html>`, ``} {
		synctest.Test(t, func(t *testing.T) {
			var nonces []string
			c := clientOver(func(r *http.Request) (*http.Response, error) {
				var said struct{ Nonce string }
				assert.NoError(t, json.NewDecoder(r.Body).Decode(&said))
				resp := answered(200)
				resp.Body = bodyOf(nonsense)
				if nonces = append(nonces, said.Nonce); len(nonces) == maxTries {
					resp.Body = bodyOf(`{"id": "77"}`)
				}
				return resp, nil
			})
			keyed := Message{Nonce: "m1-1", EnforceNonce: true}
			id, err := c.CreateMessage(t.Context(), "5001", keyed)
			assert.NoError(t, err, nonsense)
			assert.Equal(t, "77", id)
			assert.Equal(t, []string{"m1-1", "m1-1", "m1-1"}, nonces)
			_, err = c.CreateMessage(t.Context(), "5001", keyed)
			assert.ErrorIs(t, err, ErrUnreadable, "not for ever")
			nonces = nil
			_, err = c.CreateMessage(t.Context(), "5001", Message{})
			assert.ErrorIs(t, err, ErrUnreadable, "it is known as sent")
			assert.Len(t, nonces, 1, "a second post would be a second message")
		})
	}
}

func TestFollowUpIsTriedAgainWhereItCannotHaveArrived(t *testing.T) {
	t.Parallel()
	refusing := httptest.NewServer(nil)
	at := refusing.URL
	refusing.Close()
	c, err := NewClient(testToken, Address{Base: at})
	require.NoError(t, err)
	tried := 0
	next := c.transport.next
	c.transport.next = roundTrip(func(r *http.Request) (*http.Response, error) {
		tried++
		return next.RoundTrip(r)
	})
	assert.ErrorIs(t, c.CreateFollowup(t.Context(), asked(), Message{}), errUnsent)
	assert.Equal(t, maxTries, tried)
}

func bodyOf(text string) io.ReadCloser { return io.NopCloser(strings.NewReader(text)) }

func TestIsMember(t *testing.T) {
	t.Parallel()
	for code, want := range map[int]bool{discordgo.ErrCodeUnknownMember: false, discordgo.ErrCodeUnknownUser: false,
		discordgo.ErrCodeUnknownGuild: true, discordgo.ErrCodeMissingAccess: true} {
		c := clientOver(func(*http.Request) (*http.Response, error) {
			resp := answered(404)
			resp.Body = bodyOf(fmt.Sprintf(`{"code": %d}`, code))
			return resp, nil
		})
		here, err := c.IsMember(t.Context(), "7", "101")
		assert.NoError(t, err)
		assert.Equal(t, want, here, code)
	}
	_, err := clientOver(func(*http.Request) (*http.Response, error) { return answered(503), nil }).
		IsMember(t.Context(), "7", "101")
	assert.Error(t, err)
}
