package bot

import (
	"time"

	"madbot/bot/challenge"
	"madbot/bot/daily"
	"madbot/bot/dispatch"
	"madbot/bot/end"
	"madbot/bot/hint"
	"madbot/bot/league"
	"madbot/bot/look"
	"madbot/bot/note"
	"madbot/bot/panel"
	"madbot/bot/people"
	"madbot/bot/plan"
	"madbot/bot/play"
	"madbot/bot/play/worker"
	"madbot/bot/practise"
	"madbot/bot/review"
	"madbot/bot/settings"
	"madbot/bot/show"
	"madbot/bot/teach"
	"madbot/bot/turn"
)

// Renderer draws pictures; render.Renderer implements it.
type Renderer interface {
	show.Renderer
	look.Renderer
	teach.Renderer
	review.Renderer
	people.Renderer
	league.Renderer
}

// room is one feature.
type room interface {
	Commands() []dispatch.Command
	Controls() dispatch.Controls
}

// workroom is a room with jobs of its own.
type workroom interface {
	room
	Jobs() []worker.Kind
}

// Parts are the dependencies of the rooms. All but Roles are required.
type Parts struct {
	View      *show.View
	People    *show.Names
	Places    *show.Places
	Roles     settings.Roles // nil: deleted roles are not noticed
	Members   *people.Members
	Renderer  Renderer
	Replays   *look.Replays
	Messenger play.Messenger
	Dailies   *daily.Handlers
	Puzzles   *daily.PuzzleHandlers
	Leagues   *league.Handlers
	Poster    show.Sharer
	Await     time.Duration // Timing.Delivery
}

// Commands are the commands, controls and jobs of all rooms.
type Commands struct {
	List     []dispatch.Command
	Controls dispatch.Controls
	Jobs     []worker.Kind
}

// NewCommands returns the commands of all rooms. A new room is added here.
func NewCommands(p Parts) Commands {
	service, catalog := p.View.Service, p.View.Catalog
	picker := &show.Picker{View: p.View, Places: p.Places, DeliveryWait: p.Await, Sharer: p.Poster}
	panels := &panel.Panels{View: p.View, Explain: teach.FirstGameNotes, Await: p.Await}
	notices := settings.Notices{Players: service, Messenger: p.Messenger}
	return gather(service, p.View, []room{
		&teach.Handlers{Service: service, View: p.View, Live: panels, Renderer: p.Renderer},
		&challenge.Handlers{Service: service, View: p.View, Pick: picker, Live: panels, Places: p.Places},
		&turn.Handlers{Service: service, View: p.View, Pick: picker, Live: panels},
		&plan.Handlers{Service: service, View: p.View, Pick: picker, Live: panels},
		&note.Handlers{Service: service, View: p.View, Pick: picker, Live: panels},
		&look.Handlers{Service: service, View: p.View, Pick: picker, Replays: p.Replays,
			People: p.People},
		&review.Handlers{Service: service, View: p.View, Pick: picker, Renderer: p.Renderer},
		&practise.Handlers{Service: service, View: p.View, Pick: picker, Live: panels},
		&people.Handlers{Service: service, View: p.View, Pick: picker, Members: p.Members,
			Renderer: p.Renderer, Streaks: p.Dailies.Service},
		p.Dailies,
		p.Puzzles,
		p.Leagues,
		&hint.Handlers{Service: service, View: p.View, Pick: picker},
		&end.Handlers{Service: service, View: p.View, Pick: picker, Live: panels},
		settings.Personal{Players: service, Catalog: catalog, Names: p.People, Notices: notices},
		notices,
		settings.Privacy{Data: service},
		settings.Server{Servers: service, Catalog: catalog, Places: p.Places, Roles: p.Roles},
	})
}

// gather collects what the rooms provide and wraps the handlers. The wrappers follow the operator's orders, deliver
// notices that could not be sent, replace pictures with words for people who want none, turn replies into blocks where
// necessary, and notice that the bot is back on a server.
func gather(service *play.Service, v *show.View, rooms []room) Commands {
	all := Commands{Controls: dispatch.Controls{}}
	var privacy settings.Privacy // blocked people, too, may see their data and delete it
	for _, r := range rooms {
		_, always := r.(settings.Privacy)
		for _, c := range r.Commands() {
			c.Run = greet(service, obey(v.Orders, always, catchUp(service, inWords(v, asBlock(c.Prompt, c.Run)))))
			all.List = append(all.List, c)
		}
		all.Controls = dispatch.Join(all.Controls, r.Controls())
		if w, ok := r.(workroom); ok {
			all.Jobs = append(all.Jobs, w.Jobs()...)
		}
	}
	for verb, c := range all.Controls {
		_, always := privacy.Controls()[verb]
		c.Run = obey(v.Orders, always, inWords(v, asBlock(c.Prompt, c.Run)))
		all.Controls[verb] = c
	}
	return all
}
