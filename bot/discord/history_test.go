package discord

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// inChannel returns a client of a sandbox with a fixed clock, and a channel.
func inChannel(t *testing.T, now *atomic.Int64) (*Client, *sandbox.Server) {
	t.Helper()
	server := &sandbox.Server{Now: func() time.Time { return time.UnixMilli(now.Load()) }}
	web := httptest.NewServer(server)
	t.Cleanup(func() { assert.NoError(t, server.Close()); web.Close() })
	c, err := NewClient(sandbox.DefaultToken, Address{Base: web.URL})
	require.NoError(t, err)
	return c, server
}

// TestFindMessage: a message is found by its mark among those posted after a time.
func TestFindMessage(t *testing.T) {
	t.Parallel()
	began := time.Date(2026, time.July, 22, 12, 0, 0, 0, time.UTC)
	var now atomic.Int64
	now.Store(began.UnixMilli())
	c, server := inChannel(t, &now)
	mad := sandbox.MadID.String()
	post := func(mark int) string {
		now.Add(1000)
		said := []discordgo.MessageComponent{discordgo.TextDisplay{Content: "a board"}}
		id, err := c.CreateMessage(t.Context(), mad, Message{Flags: discordgo.MessageFlagsIsComponentsV2,
			Nonce: fmt.Sprint(now.Load()), EnforceNonce: true,
			Components: []discordgo.MessageComponent{discordgo.Container{ID: mark, Components: said}}})
		require.NoError(t, err)
		return id
	}
	find := func(mark int, since time.Time) string {
		id, err := c.FindMessage(t.Context(), mad, mark, since)
		require.NoError(t, err)
		return id
	}
	const mark = 1<<30 + 7
	post(1)
	want := post(mark)
	post(mark + 1)
	now.Add(time.Hour.Milliseconds())
	assert.Equal(t, want, find(mark, began))
	assert.Equal(t, want, find(mark, began.Add(2*time.Second)), "at that time")
	assert.Equal(t, want, find(mark, began.Add(2*time.Hour)), "by a clock that was ahead")
	assert.Empty(t, find(mark, began.Add(25*time.Hour)), "it is older")
	assert.Empty(t, find(mark+2, began), "none has it")
	server.SetPermissions(sandbox.MadID, discordgo.PermissionViewChannel|discordgo.PermissionSendMessages)
	assert.Empty(t, find(mark, began), "it may not read")
	server.SetPermissions(sandbox.MadID, 0)
	_, err := c.FindMessage(t.Context(), mad, mark, began)
	assert.Equal(t, discordgo.ErrCodeMissingAccess, CodeOf(err))
	assert.Empty(t, server.Unhandled())
}

// TestFindMessage_Pages: a message is found behind others, up to a limit; other users' messages do not count.
func TestFindMessage_Pages(t *testing.T) {
	t.Parallel()
	for _, n := range [][2]int{{0, 0}, {99, 0}, {100, 0}, {499, 0}, {0, 99}, {99, 100}, {100, 1000}, {499, 1000}} {
		before, behind := n[0], n[1]
		c := clientOver(channelOf(t, before, behind, "11"))
		id, err := c.FindMessage(t.Context(), "5001", 7, time.Time{})
		require.NoError(t, err)
		assert.Equal(t, strconv.Itoa(before+1), id, "behind %d others, before %d", before, behind)
	}
	id, err := clientOver(channelOf(t, 500, 100, "11")).FindMessage(t.Context(), "5001", 7, time.Time{})
	require.NoError(t, err)
	assert.Empty(t, id, "too far in")
	id, err = clientOver(channelOf(t, 3, 0, "12")).FindMessage(t.Context(), "5001", 7, time.Time{})
	require.NoError(t, err)
	assert.Empty(t, id, "of somebody else")
}

// channelOf answers like a channel with messages before and after the one with the mark.
func channelOf(t *testing.T, before, behind int, author string) roundTrip {
	return func(r *http.Request) (*http.Response, error) {
		resp := answered(200)
		if strings.HasSuffix(r.URL.Path, "/applications/@me") {
			resp.Body = bodyOf(`{"id":"11"}`)
			return resp, nil
		}
		last := before + 1 + behind
		after := max(0, last-100) // the newest page
		if from := r.URL.Query().Get("after"); from != "" {
			var err error
			after, err = strconv.Atoi(from)
			assert.NoError(t, err)
		}
		assert.Equal(t, "100", r.URL.Query().Get("limit"))
		var page []string
		for id := after + 1; id <= last && len(page) < 100; id++ {
			one := fmt.Sprintf(`{"id":"%d","author":{"id":"11"},"components":[]}`, id)
			if id == before+1 {
				one = fmt.Sprintf(`{"id":"%d","author":{"id":%q},"components":[{"type":17,"id":7}]}`, id, author)
			}
			page = append([]string{one}, page...)
		}
		resp.Body = bodyOf("[" + strings.Join(page, ",") + "]")
		return resp, nil
	}
}
