package bot

import (
	"time"

	"madbot/bot/cmd/challenge"
	"madbot/bot/cmd/daily"
	"madbot/bot/cmd/end"
	"madbot/bot/cmd/hint"
	"madbot/bot/cmd/league"
	"madbot/bot/cmd/look"
	"madbot/bot/cmd/note"
	standing "madbot/bot/cmd/people"
	"madbot/bot/cmd/plan"
	"madbot/bot/cmd/practise"
	"madbot/bot/cmd/puzzle"
	"madbot/bot/cmd/review"
	"madbot/bot/cmd/teach"
	"madbot/bot/cmd/turn"
	"madbot/bot/dispatch"
	"madbot/bot/panel/live"
	"madbot/bot/people"
	"madbot/bot/pick"
	"madbot/bot/play"
	"madbot/bot/replay"
	"madbot/bot/settings"
	"madbot/bot/view"
)

// Renderer draws what people see; render.Renderer is one.
type Renderer interface {
	view.Renderer
	replay.Renderer
	teach.Renderer
	review.Renderer
	standing.Renderer
}

// room has some of the commands and controls.
type room interface {
	Commands() []dispatch.Command
	Controls() dispatch.Controls
}

// Parts is what the commands need. All are required.
type Parts struct {
	View      *view.View
	People    *people.Names
	Places    *people.Places
	Members   *people.Members
	Renderer  Renderer
	Replays   *replay.Cache
	Messenger play.Messenger
	Dailies   *daily.Handlers
	Puzzles   *puzzle.Handlers
	Leagues   *league.Handlers
	Poster    pick.Poster
	Await     time.Duration // as in Deps
}

// Commands are all commands and controls of the bot.
type Commands struct {
	List     []dispatch.Command
	Controls dispatch.Controls
}

// NewCommands returns the commands and controls of all rooms.
func NewCommands(p Parts) Commands {
	service, catalog, names := p.View.Service, p.View.Catalog, p.View.Names
	picker := &pick.Picker{Service: service, View: p.View, Names: names, Places: p.Places, Await: p.Await,
		Poster: p.Poster}
	panels := &live.Panels{View: p.View, Names: names, Await: p.Await}
	return gather(service, p.View, []room{
		&teach.Handlers{Service: service, View: p.View, Pick: picker, Live: panels, Renderer: p.Renderer},
		&challenge.Handlers{Service: service, View: p.View, Pick: picker, Live: panels, Places: p.Places},
		&turn.Handlers{Service: service, View: p.View, Names: names, Pick: picker, Live: panels},
		&plan.Handlers{Service: service, Names: names, Pick: picker, Live: panels},
		&note.Handlers{Service: service, Names: names, Pick: picker, Live: panels},
		&look.Handlers{Service: service, View: p.View, Names: names, Pick: picker, Replays: p.Replays,
			People: p.People},
		&review.Handlers{Service: service, View: p.View, Pick: picker, Live: panels, Renderer: p.Renderer},
		&practise.Handlers{Service: service, View: p.View, Pick: picker, Live: panels},
		&standing.Handlers{Service: service, View: p.View, Pick: picker, Members: p.Members,
			Renderer: p.Renderer, Streaks: p.Dailies.Service},
		p.Dailies,
		p.Puzzles,
		p.Leagues,
		&hint.Handlers{Service: service, View: p.View, Pick: picker},
		&end.Handlers{Service: service, Names: names, Pick: picker, Live: panels},
		settings.Personal{Players: service, Catalog: catalog, Names: p.People},
		settings.Notices{Players: service, Messenger: p.Messenger},
		settings.Privacy{People: service},
		settings.Server{Servers: service, Catalog: catalog, Places: p.Places},
	})
}

// gather returns what the rooms have, with what stands around it: answers that must be blocks are, those for people who
// want no pictures have words, commands first say what the person could not be told, and the operator's orders hold.
func gather(service *play.Service, v *view.View, rooms []room) Commands {
	all := Commands{Controls: dispatch.Controls{}}
	for _, r := range rooms {
		for _, c := range r.Commands() {
			c.Run = obey(v.Orders, catchUp(service, inWords(v, asBlock(c.Prompt, c.Run))))
			all.List = append(all.List, c)
		}
		all.Controls = dispatch.Join(all.Controls, r.Controls())
	}
	for verb, c := range all.Controls {
		c.Run = obey(v.Orders, inWords(v, asBlock(c.Prompt, c.Run)))
		all.Controls[verb] = c
	}
	return all
}
