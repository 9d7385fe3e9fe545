package discord

import (
	"bytes"
	"image"
	"image/png"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// forumPost returns a post with a mark and a picture.
func forumPost(t *testing.T, name string, mark int) ForumPost {
	t.Helper()
	var pixel bytes.Buffer
	require.NoError(t, png.Encode(&pixel, image.NewGray(image.Rect(0, 0, 1, 1))))
	said := []discordgo.MessageComponent{discordgo.TextDisplay{Content: "a board"}}
	return ForumPost{name, Message{Flags: discordgo.MessageFlagsIsComponentsV2,
		Files:       []File{{Name: "board.png", ContentType: "image/png", Data: pixel.Bytes()}},
		Attachments: []Attachment{{ID: "0", Filename: "board.png"}},
		Components: []discordgo.MessageComponent{discordgo.Container{ID: mark, Components: said},
			discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{
				{Media: discordgo.UnfurledMediaItem{URL: "attachment://board.png"}}}}}}}
}

// TestForumPost: a post shares its id with its first message, has a name that fits, and is found by the mark of that
// message, but not by the mark of a later one, in another forum, or when it is older.
func TestForumPost(t *testing.T) {
	t.Parallel()
	began := time.Date(2026, time.July, 22, 12, 0, 0, 0, time.UTC)
	var now atomic.Int64
	now.Store(began.UnixMilli())
	c, server := inChannel(t, &now)
	forum, guild := sandbox.ForumID.String(), sandbox.GuildID.String()
	closed, err := c.CreateForumPost(t.Context(), forum, forumPost(t, "another", 1<<30))
	require.NoError(t, err)
	now.Add(1000)
	id, err := c.CreateForumPost(t.Context(), forum, forumPost(t, strings.Repeat("m", MaxThreadName+1), 1<<30+7))
	require.NoError(t, err)
	post := server.Threads(sandbox.ForumID)[1]
	assert.Equal(t, []string{id, strings.Repeat("m", MaxThreadName-1) + "…"}, []string{post.ID.String(), post.Name})
	require.NoError(t, c.RenameThread(t.Context(), id, "a game"))
	assert.Equal(t, "a game", server.Threads(sandbox.ForumID)[1].Name)
	later := forumPost(t, "", 1<<30+8).Message
	_, err = c.CreateMessage(t.Context(), id, later)
	require.NoError(t, err)
	now.Add(time.Hour.Milliseconds())
	server.SetThread(server.Threads(sandbox.ForumID)[0].ID, true, false)
	for name, test := range map[string]struct {
		forum string
		mark  int
		since time.Time
		found string
	}{
		"there":             {forum, 1<<30 + 7, began, id},
		"closed meanwhile":  {forum, 1 << 30, began, closed},
		"a later message":   {forum, 1<<30 + 8, began, ""},
		"it is older":       {forum, 1<<30 + 7, began.Add(25 * time.Hour), ""},
		"in another forum":  {sandbox.MadID.String(), 1<<30 + 7, began, ""},
		"none has the mark": {forum, 1<<30 + 9, began, ""},
	} {
		found, err := c.FindForumPost(t.Context(), guild, test.forum, test.mark, test.since)
		require.NoError(t, err, name)
		assert.Equal(t, test.found, found, name)
	}
	server.SetPermissions(sandbox.ForumID, discordgo.PermissionViewChannel|discordgo.PermissionSendMessages)
	_, err = c.FindForumPost(t.Context(), guild, forum, 1<<30, began)
	assert.Equal(t, discordgo.ErrCodeMissingPermissions, CodeOf(err), "without the history")
	_, err = c.FindForumPost(t.Context(), "77", forum, 1<<30+7, began)
	assert.Equal(t, discordgo.ErrCodeUnknownGuild, CodeOf(err))
	assert.Empty(t, server.Unhandled())
}

// TestForumPost_Tags: in a forum whose posts need a tag, a post has the first one that is not for moderators.
func TestForumPost_Tags(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		tags []string // "!" marks those for moderators
		tag  sandbox.Snowflake
		code int
	}{
		"the first":           {[]string{"games", "others"}, sandbox.ForumID + 1000, 0},
		"not for moderators":  {[]string{"!news", "games"}, sandbox.ForumID + 1001, 0},
		"all for moderators":  {[]string{"!news"}, 0, CodeTagRequired},
		"there are none left": {nil, 0, CodeTagRequired},
	} {
		var now atomic.Int64
		c, server := inChannel(t, &now)
		server.SetPermissions(sandbox.ForumID, discordgo.PermissionViewChannel|discordgo.PermissionSendMessages|
			discordgo.PermissionAttachFiles)
		server.SetForum(true, test.tags...)
		_, err := c.CreateForumPost(t.Context(), sandbox.ForumID.String(), forumPost(t, "a game", 1<<30))
		assert.Equal(t, test.code, CodeOf(err), name)
		if posts := server.Threads(sandbox.ForumID); test.code == 0 && assert.Len(t, posts, 1, name) {
			assert.Equal(t, []sandbox.Snowflake{test.tag}, posts[0].AppliedTags, name)
		}
	}
}
