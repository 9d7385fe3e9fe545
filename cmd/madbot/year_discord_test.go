package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/ui"
)

// nonceWindow is how long Discord remembers a message's nonce.
const nonceWindow = 5 * time.Minute

// yearDiscord is Discord with the channels of many servers, named SERVER-NUMBER. It refuses what Discord does, and
// counts calls.
type yearDiscord struct {
	show.Discord // its other methods are not called
	now          func() time.Time

	mu     sync.Mutex
	down   bool
	lost   int                         // calls while it was down
	closed map[string]int              // channels that refuse the bot, with the error code
	posts  map[string]*yearPost        // by id
	last   map[string]*yearPost        // by channel
	calls  map[string]map[play.Day]int // by server and day
	zones  map[string]*time.Location   // by server
}

// yearPost is a message of the bot.
type yearPost struct {
	channel, id, nonce, body string
	at                       time.Time
	results                  int  // how often it was edited to show the result
	refused                  bool // whether that was refused
}

// errDown is the answer while Discord is down.
var errDown = &discord.APIError{Status: http.StatusBadGateway}

// serverOf returns the server of a channel.
func serverOf(channel string) string { server, _, _ := strings.Cut(channel, "-"); return server }

// callLocked counts a call, and returns an error if it is refused.
func (d *yearDiscord) callLocked(channel string, sends bool) error {
	if d.down {
		d.lost++
		return errDown
	}
	server := serverOf(channel)
	d.calls[server][play.DayOf(d.now(), d.zones[server])]++
	switch code := d.closed[channel]; {
	case code == discordgo.ErrCodeMissingPermissions && !sends:
	case code != 0:
		return &discord.APIError{Status: http.StatusForbidden, Code: code}
	}
	return nil
}

// bodyOf returns the visible parts of m.
func bodyOf(m discord.Message) string {
	body, err := json.Marshal(m.Components)
	if err != nil {
		panic(err)
	}
	return string(body)
}

func (d *yearDiscord) CreateMessage(_ context.Context, channel string, m discord.Message) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.callLocked(channel, true); err != nil {
		return "", err
	}
	last := d.last[channel]
	if m.EnforceNonce && last != nil && last.nonce == m.Nonce && d.now().Sub(last.at) < nonceWindow {
		return last.id, nil
	}
	if m.Flags&discordgo.MessageFlagsSuppressNotifications == 0 {
		return "", errors.New("not silent")
	}
	p := &yearPost{channel: channel, id: fmt.Sprint(len(d.posts) + 1), nonce: m.Nonce, body: bodyOf(m), at: d.now()}
	d.posts[p.id], d.last[channel] = p, p
	return p.id, nil
}

func (d *yearDiscord) EditMessage(_ context.Context, channel, id string, m discord.Message) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	p := d.posts[id]
	err := d.callLocked(channel, false)
	switch {
	case p == nil || p.channel != channel:
		return &discord.APIError{Status: http.StatusNotFound, Code: discordgo.ErrCodeUnknownMessage}
	case errors.Is(err, errDown):
	case err != nil:
		p.refused = true
	default:
		p.body = bodyOf(m)
		if strings.Contains(p.body, "over") {
			p.results++
		}
	}
	return err
}

func (*yearDiscord) DeleteMessage(context.Context, string, string) error {
	return errors.New("nothing is to be removed")
}

func (d *yearDiscord) FindMessage(_ context.Context, channel string, mark int, since time.Time) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	p := d.last[channel] // there are only messages of the bot, and only the last one is looked for
	if err := d.callLocked(channel, false); err != nil {
		if p != nil {
			p.refused = true
		}
		return "", err
	}
	if p == nil || p.at.Before(since) || !strings.Contains(p.body, fmt.Sprintf(`"id":%d`, mark)) {
		return "", nil
	}
	return p.id, nil
}

// yearWords returns the text of a puzzle of the day: open, over or paused.
func yearWords(n play.DailyNews) ui.Message {
	text := "solve me"
	if n.Closed {
		text = "over"
	}
	if n.Paused {
		text += ", paused"
	}
	return ui.Message{Block: true, Text: text}
}
