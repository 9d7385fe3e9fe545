package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// do lets somebody do what the line says, and returns the transcript of what is seen then:
//
//	NAME: /command option:value …   uses a command; values hold no spaces, @NAME is a person
//	NAME types /command option:text sees what is suggested for the last option
//	…, then sends the first         sends the suggestion in place of the text: the first or second; or
//	                                "the name of the first", which some clients send for its value
//	NAME and NAME play TURN …       turn about; only what is seen of the last turn counts; or "…, in their game" of many
//	NAME clicks LABEL               presses the newest such button; "Play …" is any that begins so
//	NAME clicks LABEL on the board  presses it on what everybody sees
//	NAME picks LABEL + LABEL        picks the newest such items of a menu, one or several
//	NAME picks #CHANNEL + #CHANNEL  picks channels in the newest menu of channels, one or several
//	NAME picks … from PROMPT        picks so in the newest menu with the prompt; "nothing" picks none
//	NAME fills in TEXT              fills in the form that was opened, and sends it
//	NAME beat NAME 5 times          before; or "5 times, rated"
//	NAME goes to #CHANNEL           (or to the bot, whose direct messages show as @NAME; to thread TITLE; to the group)
//	NAME speaks LOCALE              in the client from now on, such as fr; "the server speaks LOCALE" for the guild
//	NAME hears the board            what a screen reader says of the newest picture in sight
//	NAME closes direct messages     to the bot (or: opens; or: shares no server, or: shares a server)
//	NAME leaves the server          and its channels are gone for them (or: joins the server)
//	NAME gets the role in #mad      of its server (or: loses; or: is NICKNAME in #mad)
//	the role is deleted             of the first server
//	together: ACT | ACT             both at once; only one can win
//	ACT, roughly                    shows only how the lines begin: what a hint says may change
//	ACT, briefly                    shows only the first line of each message: another scenario has it in full
//	ACT, showing TEXT               shows only the lines of messages that contain TEXT
//	time passes: 3 days             for the bot, by its clock (or: 1 hour, 5 minutes)
//	time passes until 23:00         in UTC (or: Monday 9:00)
//	the bot restarts
//	the bot is away: 3 days         it ends, and comes back so much later (or: 1 hour, 5 minutes)
//	Discord is away: 7 minutes      the bot is there, and cannot be played (or: 1 hour, 1 day)
//	the connection drops            (or: is replaced, is invalid)
//	the last interaction comes again
//	the bot may not send in #mad    (or: may send)
//	the bot may not open threads in #mad   (or: may open threads)
//	the server is full of threads          (or: has room for threads)
//	the bot may not post in #games  a forum (or: answer in; or: may post in, which gives both)
//	the forum needs a tag           (or: needs a moderator's tag; or: is deleted)
//	thread TITLE is archived        (or: is reopened, is locked, is unlocked, is deleted); the newest thread with
//	                                a title that begins so; locked ones are archived, and only moderators
//	                                reopen them
//	the operator: COMMAND WORDS            orders that, as madbot admin does; @NAME is a person, #mad the server
//	the server removes the bot             (or: invites it, again)
//	the channel is deleted                 as far as the bot can tell
//	Discord answers CODE to the next CALL  once; the codes are those of refusals, the calls those of callsOf; "CODE late"
//	                                       carries the call out
func (s *stage) do(line string) string {
	s.t.Helper()
	line, shorten := short(line)
	said := ""
	if acts, ok := strings.CutPrefix(line, "together: "); ok {
		s.together(strings.Split(acts, " | "))
	} else {
		said = s.act(line)
	}
	s.settle()
	return said + shorten(s.transcript())
}

// act does one thing and returns what its doer sees in addition to messages.
func (s *stage) act(line string) string {
	s.t.Helper()
	switch line {
	case "the bot restarts":
		require.NoError(s.t, s.restart(s.ctx))
		return ""
	case "the connection drops":
		return s.reconnect(s.server.Drop)
	case "the connection is replaced":
		return s.reconnect(s.server.Reconnect)
	case "the connection is invalid":
		return s.reconnect(s.server.InvalidateSession)
	case "the bot may not send in #mad", "the bot may send in #mad":
		s.mute(strings.Contains(line, "not"))
		return ""
	case "the bot may not open threads in #mad", "the bot may open threads in #mad":
		s.threadless = strings.Contains(line, "not")
		s.mute(s.muted)
		return ""
	case "the server is full of threads", "the server has room for threads":
		s.full.Store(strings.Contains(line, "full"))
		return ""
	case "the last interaction comes again":
		s.again()
		return ""
	case "the server removes the bot", "the server invites the bot":
		s.kicked = strings.Contains(line, "removes")
		s.server.Kick(s.kicked)
		return ""
	case "the role is deleted":
		s.server.DeleteRole()
		return ""
	case "the channel is deleted":
		s.deleted.Store(true)
		return ""
	}
	if moment, ok := strings.CutPrefix(line, "time passes until "); ok {
		s.passUntil(moment)
		return ""
	}
	if locale, ok := strings.CutPrefix(line, "the server speaks "); ok {
		require.NoError(s.t, s.server.Actor("alice").SetGuildLocale(locale))
		return ""
	}
	if order, ok := strings.CutPrefix(line, "the operator: "); ok {
		return s.order(order)
	}
	if length, ok := strings.CutPrefix(line, "time passes: "); ok {
		s.pass(length)
		return ""
	}
	if length, ok := strings.CutPrefix(line, "Discord is away: "); ok {
		s.lose(s.length(length))
		return ""
	}
	if length, ok := strings.CutPrefix(line, "the bot is away: "); ok {
		s.absent.Store(int64(s.length(length)))
		require.NoError(s.t, s.restart(s.ctx))
		return ""
	}
	if words, ok := strings.CutPrefix(line, "Discord answers "); ok {
		s.refuseNext(words)
		return ""
	}
	if title, ok := strings.CutPrefix(line, "thread "); ok {
		s.changeThread(title)
		return ""
	}
	if s.changeForum(line) {
		return ""
	}
	name, rest, _ := strings.Cut(line, " ")
	if players, turns, ok := strings.Cut(line, " play "); ok {
		turns, theirs := strings.CutSuffix(turns, ", in their game")
		s.alternate(strings.Split(players, " and "), strings.Fields(turns), theirs)
		return ""
	}
	name = strings.TrimSuffix(name, ":")
	require.Contains(s.t, s.cast, name, "who acts in %q", line)
	verb, object, _ := strings.Cut(rest, " ")
	switch {
	case strings.HasPrefix(verb, "/"):
		had := s.form(name).Modal
		said := s.refused(s.command(name, rest))
		if s.form(name).Modal != had {
			said += s.opened(name)
		}
		return said
	case verb == "types":
		return s.types(name, object)
	case verb == "clicks":
		return s.refused(s.click(name, object)) + s.opened(name)
	case verb == "fills":
		return s.refused(s.fill(name, strings.TrimSpace(strings.TrimPrefix(object, "in"))))
	case verb == "picks":
		return s.refused(s.pick(name, object))
	case verb == "closes" || verb == "opens" || verb == "shares":
		s.reach(name, rest)
		return ""
	case verb == "leaves" || verb == "joins":
		s.server.Actor(name).Leave(verb == "leaves")
		return ""
	case verb == "gets" || verb == "loses":
		s.server.Actor(name).GiveRole(s.serverOf(object), verb == "gets")
		return ""
	case verb == "is":
		nick, place, _ := strings.Cut(object, " in ")
		s.server.Actor(name).SetNick(s.serverOf(place), nick)
		return ""
	case verb == "speaks":
		require.NoError(s.t, s.server.Actor(name).SetLocale(object))
		return ""
	case verb == "hears":
		return s.hears(name)
	case verb == "beat":
		s.beat(name, strings.Fields(object))
		return ""
	case verb == "goes":
		s.place[name] = s.channel(name, strings.TrimPrefix(object, "to "))
		return ""
	}
	require.Fail(s.t, "nobody can do this", line)
	return ""
}

// speak makes the server and everybody in it use a language.
func (s *stage) speak(locale string) {
	s.t.Helper()
	s.do("the server speaks " + locale)
	for _, name := range s.cast {
		s.do(name + " speaks " + locale)
	}
}

// hears returns the alt text of the newest picture that somebody sees.
func (s *stage) hears(name string) string {
	s.t.Helper()
	for _, m := range slices.Backward(s.server.Actor(name).Messages(s.place[name])) {
		if pictures := m.Pictures(); len(pictures) > 0 {
			return "  heard: " + s.plain(strings.Join(pictures, "\n  heard: ")) + "\n"
		}
	}
	require.Fail(s.t, "no picture is in sight", name)
	return ""
}

// alternate lets players take turns; each names the game if theirs is one of many. Transcripts of all turns except the
// last are dropped.
func (s *stage) alternate(players, turns []string, theirs bool) {
	for i, turn := range turns {
		if i > 0 {
			s.settle()
			s.transcript()
		}
		if theirs {
			turn += " game:" + s.server.Actor(players[(i+1)%len(players)]).Name()
		}
		require.NoError(s.t, s.command(players[i%len(players)], "/move turn:"+turn))
	}
}

// mute takes the bot's permission to write, or gives it back.
func (s *stage) mute(on bool) {
	var rights sandbox.Permission = discordgo.PermissionViewChannel | discordgo.PermissionAttachFiles
	if !on {
		rights |= discordgo.PermissionSendMessages | discordgo.PermissionSendMessagesInThreads
	}
	if !s.threadless {
		rights |= discordgo.PermissionCreatePublicThreads
	}
	s.server.SetPermissions(s.server.Channel("mad"), rights)
	s.muted = on
}

// reconnect breaks the connection and waits for the next one. Over HTTP there is nothing to break.
func (s *stage) reconnect(fault func()) string {
	if s.server.Endpoint != "" {
		return ""
	}
	come := s.server.Arrivals()
	fault()
	require.NoError(s.t, s.server.AwaitArrivals(s.ctx, come+1))
	return ""
}

// together lets several people act at the same time. The order is random, so their acts must be alike.
func (s *stage) together(acts []string) {
	var wait sync.WaitGroup
	for _, act := range acts {
		wait.Go(func() { s.act(act) })
	}
	wait.Wait()
}

// refused returns what a client shows instead of an answer.
func (s *stage) refused(err error) string {
	var no sandbox.Refusal
	switch {
	case err == nil:
		return ""
	case errors.As(err, &no), errors.Is(err, sandbox.ErrNoAnswer):
		return fmt.Sprintf("  the client: %v\n", err)
	}
	require.NoError(s.t, err)
	return ""
}

func (s *stage) channel(name, place string) sandbox.Snowflake {
	if place == "the group" {
		return sandbox.GroupID
	}
	if place == "the bot" {
		return s.server.Actor(name).DM()
	}
	if place == "#mad2" {
		return s.server.Place(1)
	}
	if title, ok := strings.CutPrefix(place, "thread "); ok {
		return s.thread(title).ID
	}
	id := s.server.Channel(strings.TrimPrefix(place, "#"))
	require.NotZero(s.t, id, "no channel %q", place)
	return id
}

// command uses a command as typed.
func (s *stage) command(name, line string) error {
	command, options := s.parse(line)
	answer, err := s.server.Actor(name).Command(s.ctx, s.place[name], command, options...)
	if answer.Modal != nil {
		s.note(name, answer)
	}
	return err
}

// types returns the suggestions for the last option of the line, and sends one of them.
func (s *stage) types(name, line string) string {
	line, sent, sends := strings.Cut(line, ", then sends ")
	command, options := s.parse(line)
	last := options[len(options)-1].Name
	choices, err := s.server.Actor(name).Autocomplete(s.ctx, s.place[name], command, last, options...)
	require.NoError(s.t, err)
	choices = english(s, choices)
	var out strings.Builder
	for _, c := range choices {
		fmt.Fprintf(&out, "  suggested: %s\n", s.plain(c.Name))
	}
	if len(choices) == 0 {
		out.WriteString("  nothing is suggested\n")
	}
	if !sends {
		return out.String()
	}
	options[len(options)-1].Value = suggested(s.t, choices, sent)
	_, err = s.server.Actor(name).Command(s.ctx, s.place[name], command, options...)
	return out.String() + s.refused(err)
}

// suggested returns what a client sends for one of the choices.
func suggested(t *testing.T, choices []sandbox.Choice, which string) any {
	t.Helper()
	which, named := strings.CutPrefix(which, "the name of ")
	at := slices.Index([]string{"the first", "the second"}, which)
	require.True(t, at >= 0 && at < len(choices), "no suggestion is %q", which)
	if named {
		return choices[at].Name
	}
	return choices[at].Value
}

// parse parses "/command option:value …", or "/command sub option:value …".
func (s *stage) parse(line string) (command string, options []sandbox.Option) {
	words := strings.Fields(line)
	if len(words) > 1 && !strings.Contains(words[1], ":") {
		_, inner := s.parse(strings.Join(words[1:], " "))
		return strings.TrimPrefix(words[0], "/"), []sandbox.Option{{Name: words[1], Options: inner}}
	}
	for _, w := range words[1:] {
		key, text, ok := strings.Cut(w, ":")
		require.True(s.t, ok, "%q is not option:value", w)
		options = append(options, sandbox.Option{Name: key, Value: s.value(text)})
		if slices.Contains([]string{"turn", "text", "game", "zone"}, key) {
			s.hold(text)
		}
	}
	return strings.TrimPrefix(words[0], "/"), options
}

// value returns what a client sends for an option typed as text; _ stands for a space.
func (s *stage) value(text string) any {
	if name, ok := strings.CutPrefix(text, "@"); ok {
		if name == "MAD" {
			return sandbox.BotID.String()
		}
		return s.server.Actor(name).ID().String()
	}
	switch text {
	case "true":
		return true
	case "false":
		return false
	}
	return strings.ReplaceAll(text, "_", " ")
}

// click presses the newest button with the label that the person sees, or that everybody sees.
func (s *stage) click(name, label string) error {
	actor := s.server.Actor(name)
	label, shared := strings.CutSuffix(label, " on the board")
	for _, m := range slices.Backward(s.messages(actor, s.place[name])) {
		if shared && m.Ephemeral {
			continue
		}
		if c, ok := labelled(m, label); ok {
			answer, err := actor.Click(s.ctx, m.ID, c.CustomID)
			s.note(name, answer)
			return err
		}
	}
	require.Fail(s.t, "no such button", "%s looks for %q", name, label)
	return nil
}
