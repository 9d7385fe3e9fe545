package discord

import (
	"context"
	"net/http"
	"time"
)

// CodeTagRequired refuses a post in a forum whose posts need a tag.
const CodeTagRequired = 40067

// ForumPost is a post to create in a forum: a thread with its first message.
type ForumPost struct {
	Name    string  `json:"name"`    // truncated if it is longer than MaxThreadName
	Message Message `json:"message"` // without a Nonce, which forums do not support
}

type forumRequest struct {
	ForumPost
	AutoArchive int      `json:"auto_archive_duration"`
	Tags        []string `json:"applied_tags,omitempty"`
}

// CreateForumPost creates a post in a forum and returns its id, which its first message has too. In a forum whose posts
// need a tag, it applies the first one that everybody may apply; without such a tag, the error has CodeTagRequired.
// CreateForumPost is not retried if the first attempt may have succeeded: see FindForumPost.
// https://discord.com/developers/docs/resources/channel#start-thread-in-forum-or-media-channel
func (c *Client) CreateForumPost(ctx context.Context, forum string, p ForumPost) (string, error) {
	p.Name = Truncate(p.Name, MaxThreadName)
	id, err := c.postInForum(ctx, forum, forumRequest{p, weekLong, nil})
	if CodeOf(err) != CodeTagRequired {
		return id, err
	}
	in, unread := c.Channel(ctx, forum)
	for _, tag := range in.Tags {
		if unread == nil && !tag.Moderated {
			return c.postInForum(ctx, forum, forumRequest{p, weekLong, []string{tag.ID}})
		}
	}
	return "", err
}

func (c *Client) postInForum(ctx context.Context, forum string, r forumRequest) (string, error) {
	var post created
	err := c.do(ctx, request{op: "create forum post", method: http.MethodPost, url: threadsURL(forum), body: r,
		files: r.Message.Files}, &post)
	return post.ID, err
}

// FindForumPost returns the bot's post in a forum whose first message has a mark and that was created since a time, or
// "". Like FindMessage, it allows for clocks that differ. Of the closed posts it looks at the 100 that were closed
// last; Discord refuses to list them if the bot may not read the history.
// https://discord.com/developers/docs/resources/guild#list-active-guild-threads
// https://discord.com/developers/docs/resources/channel#list-public-archived-threads
func (c *Client) FindForumPost(ctx context.Context, guild, forum string, mark int, since time.Time) (string, error) {
	app, err := c.application(ctx)
	if err != nil {
		return "", err
	}
	oldest := idBefore(since.Add(-clocksDiffer))
	for _, list := range []string{activeThreadsURL(guild), archivedThreadsURL(forum)} { // one may be closed in between
		threads, err := listThreads(ctx, c, list)
		if err != nil {
			return "", err
		}
		for _, t := range threads {
			if t.ParentID != forum || t.OwnerID != app || !(posted{ID: t.ID}).isAfter(oldest) {
				continue
			}
			first, err := c.FindMessage(ctx, t.ID, mark, since)
			if err != nil || first == t.ID {
				return first, err
			}
		}
	}
	return "", nil
}

type thread struct {
	ID       string `json:"id"`
	ParentID string `json:"parent_id"`
	OwnerID  string `json:"owner_id"`
}

// listThreads returns the threads that Discord lists at url.
func listThreads(ctx context.Context, c *Client, url string) ([]thread, error) {
	var list struct {
		Threads []thread `json:"threads"`
	}
	err := c.do(ctx, request{op: "list threads", method: http.MethodGet, retryable: true, url: url}, &list)
	return list.Threads, err
}

// RenameThread changes the name of a thread of the bot. It truncates a name that is too long.
func (c *Client) RenameThread(ctx context.Context, thread, name string) error {
	return c.do(ctx, request{op: "rename thread", method: http.MethodPatch, retryable: true,
		url: channelURL(thread), body: map[string]string{"name": Truncate(name, MaxThreadName)}}, nil)
}
