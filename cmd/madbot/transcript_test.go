package main

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox"
	"madbot/bot/sandbox/wire"
)

// sighting is a message as seen by one person, or by everybody in a channel.
type sighting struct {
	to string // the only one who sees it; "" for everybody
	id sandbox.Snowflake
}

// looked is a message with the channel it was seen in.
type looked struct {
	sighting
	place string
	sandbox.Message
}

// look returns all visible messages: private ones first, by person, then public ones, by channel, in the order they
// came.
func (s *stage) look() []looked {
	var private, public []looked
	for _, name := range s.cast {
		actor := s.server.Actor(name)
		for place, channel := range s.places(name) {
			for _, m := range s.messages(actor, channel) {
				switch {
				case m.Ephemeral:
					private = append(private, looked{sighting{name, m.ID}, place, m})
				case name == s.cast[0] || strings.HasPrefix(place, "@"):
					public = append(public, looked{sighting{"", m.ID}, place, m})
				}
			}
		}
	}
	order := func(a, b looked) int {
		return strings.Compare(a.to+fmt.Sprintf("%20d", a.id), b.to+fmt.Sprintf("%20d", b.id))
	}
	slices.SortFunc(private, order)
	slices.SortFunc(public, order)
	// The order of places is random.
	slices.SortStableFunc(public, func(a, b looked) int { return strings.Compare(a.place, b.place) })
	return append(private, public...)
}

// messages returns what somebody sees in a channel, in English.
func (s *stage) messages(a *sandbox.Actor, channel sandbox.Snowflake) []sandbox.Message {
	return english(s, a.Messages(channel))
}

// english translates what somebody sees into English.
func english[T any](s *stage, seen T) T {
	if s.read != nil {
		s.read(s, &seen)
	}
	return seen
}

// places returns the channels that a person sees, by name.
func (s *stage) places(name string) map[string]sandbox.Snowflake {
	places := map[string]sandbox.Snowflake{"#general": s.server.Channel("general"),
		"#mad": s.server.Channel("mad"), "#quiet": s.server.Channel("quiet"),
		"@" + name: s.server.Actor(name).DM(), "group": sandbox.GroupID}
	if s.server.Guilds > 1 {
		places["#mad2"] = s.server.Place(1)
	}
	for _, c := range s.threads() {
		title := s.threadTitle(c)
		for places[title] != 0 {
			title += " again"
		}
		places[title] = c.ID
	}
	return places
}

// transcript returns what has changed since the last one: new, changed and deleted messages, and who was pinged.
func (s *stage) transcript() string {
	var out strings.Builder
	var private, public []string
	now := map[sighting]string{}
	for _, m := range s.look() {
		text := s.describe(m)
		now[m.sighting] = text
		before, known := s.seen[m.sighting]
		title := where(m)
		switch {
		case known && before == text:
			continue
		case known:
			title += " changed"
		}
		if m.to != "" {
			private = append(private, indent(title, text))
		} else {
			public = append(public, indent(title, text))
		}
	}
	slices.Sort(private) // two simultaneous acts are answered in any order
	sortRuns(public)
	for _, block := range append(private, public...) {
		out.WriteString(block)
	}
	for _, gone := range slices.SortedFunc(maps.Keys(s.seen), func(a, b sighting) int {
		return strings.Compare(s.seen[a], s.seen[b])
	}) {
		if _, still := now[gone]; !still {
			title, _, _ := strings.Cut(s.seen[gone], "\n")
			out.WriteString("  gone: " + title + "\n")
		}
	}
	s.seen = now
	return out.String() + s.threadsSeen() + s.pinged()
}

// sortRuns sorts the new messages of one place, because the matches of a league are posted in any order.
func sortRuns(blocks []string) {
	title := func(i int) string { first, _, _ := strings.Cut(blocks[i], "\n"); return first }
	for from := 0; from < len(blocks); {
		to := from + 1
		for to < len(blocks) && title(to) == title(from) {
			to++
		}
		slices.Sort(blocks[from:to])
		from = to
	}
}

// pinged returns who was notified, and marks everything as read.
func (s *stage) pinged() string {
	var out strings.Builder
	for _, name := range s.cast {
		actor := s.server.Actor(name)
		for _, channel := range s.places(name) {
			if _, pings := actor.Unread(channel); pings > 0 {
				fmt.Fprintf(&out, "  pinged: %s\n", strings.Repeat(actor.Name()+" ", pings))
			}
			actor.Read(channel)
		}
	}
	return strings.ReplaceAll(out.String(), " \n", "\n")
}

// where returns who sees a message, or the channel in which everybody does.
func where(m looked) string {
	if m.to != "" {
		return "only " + m.to
	}
	return m.place
}

// controlRows returns the rows of controls of a message, including those in containers.
func controlRows(m sandbox.Message) (rows []sandbox.Component) {
	wire.Walk(m.Components, nil, func(c *sandbox.Component, _ []string) {
		if c.Type == discordgo.ActionsRowComponent {
			rows = append(rows, *c)
		}
	})
	return rows
}

// breakable removes what keeps lines of messages from breaking, which nobody sees.
var breakable = strings.NewReplacer("\u00a0·", " ·", "\u2060", "")

// describe returns the visible parts of a message: text, pictures, controls.
func (s *stage) describe(m looked) string {
	lines := []string{s.plain(breakable.Replace(m.Text()))}
	for _, alt := range m.Pictures() {
		first, _, _ := strings.Cut(alt, ". ")
		lines = append(lines, "(picture: "+s.plain(strings.TrimSuffix(first, "."))+")")
	}
	for _, a := range m.Attachments {
		if !a.IsPicture() {
			lines = append(lines, "(file: "+a.Filename+")")
		}
	}
	for _, row := range controlRows(m.Message) {
		var labels []string
		for _, c := range row.Components {
			label := emojiOf(c) + c.Label
			for _, o := range s.offered(c) {
				label += " <" + o + ">"
			}
			form := "[%s]"
			if c.Disabled {
				form = "(%s)"
			}
			labels = append(labels, fmt.Sprintf(form, strings.TrimSpace(label)))
		}
		lines = append(lines, strings.Join(labels, " "))
	}
	return strings.TrimPrefix(strings.Join(lines, "\n"), "\n")
}

// offered returns the items of a menu, with a tick for those picked. For a menu of channels it returns the prompt and
// the picked channels.
func (s *stage) offered(c sandbox.Component) (items []string) {
	for _, o := range c.Options {
		items = append(items, ticked(o.Default)+s.plain(o.Label))
	}
	if c.Type == discordgo.RoleSelectMenuComponent {
		items = []string{"roles: " + c.Placeholder}
		for range c.Defaults {
			items = append(items, ticked(true)+"@"+wire.RoleName)
		}
		return items
	}
	if c.Type != discordgo.ChannelSelectMenuComponent {
		return items
	}
	items = []string{"channels: " + c.Placeholder}
	for _, d := range c.Defaults {
		items = append(items, ticked(true)+s.channelName(d.ID))
	}
	return items
}

func ticked(on bool) string {
	if on {
		return "✓ "
	}
	return ""
}

func (s *stage) channelName(id sandbox.Snowflake) string {
	for _, name := range []string{"general", "mad", "quiet", "games"} {
		if s.server.Channel(name) == id {
			return "#" + name
		}
	}
	return "#" + id.String()
}

// hash matches the end of an emoji's name.
var hash = regexp.MustCompile(`_[0-9a-f]{8}$`)

// emojiOf returns the name of a button's emoji.
func emojiOf(c sandbox.Component) string {
	if c.Emoji == nil {
		return ""
	}
	return hash.ReplaceAllString(c.Emoji.Name, "") + " "
}

var (
	mentioned = regexp.MustCompile(`<@!?(\d+)>`)
	linked    = regexp.MustCompile(`</([a-z ]+):\d+>`)
	moment    = regexp.MustCompile(`<t:\d+(:\w)?>`)
	seconds   = regexp.MustCompile(`\b\d+ seconds?\b`)
	ofDay     = regexp.MustCompile(`(it's|now|jetzt|il y est|où il est) \d\d:\d\d`)
	message   = regexp.MustCompile(`https://discord\.com/channels/[@\w]+/\d+/\d+`)
	channeled = regexp.MustCompile(`<#(\d+)>`)
	roled     = regexp.MustCompile(`<@&(\d+)>`)
)

// plain replaces ids with names and times with their styles, and removes links to messages.
func (s *stage) plain(text string) string {
	for _, name := range s.cast {
		a := s.server.Actor(name)
		id, called := a.ID().String(), "@"+a.Name()
		text = strings.NewReplacer("<@"+id+">", called, "<@!"+id+">", called).Replace(text)
	}
	text = linked.ReplaceAllString(text, "/$1")
	text = moment.ReplaceAllString(text, "<t$1>")
	text = seconds.ReplaceAllString(text, "<seconds>")
	text = ofDay.ReplaceAllString(text, "$1 <time>")
	text = message.ReplaceAllString(text, "<message>")
	text = channeled.ReplaceAllString(text, "<channel>")
	text = roled.ReplaceAllString(text, "@"+wire.RoleName)
	return mentioned.ReplaceAllString(text, "@MAD")
}

var blank = regexp.MustCompile(`(?m)^ +$`)

// indent returns a block of a transcript under its title.
func indent(title, text string) string {
	text = strings.TrimRight(strings.ReplaceAll("  "+title+"\n"+text, "\n", "\n    "), " \n")
	return blank.ReplaceAllString(text, "    ") + "\n"
}
