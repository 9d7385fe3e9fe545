package world

import (
	"slices"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
)

// Emojis are the application's emojis.
type Emojis struct {
	s    *State
	list []wire.Emoji
	ids  map[wire.Snowflake]bool
}

// All returns the emojis. The slice must not be modified.
func (e *Emojis) All() []wire.Emoji { return e.list }

// IDs returns the ids of the emojis. The map must not be modified.
func (e *Emojis) IDs() map[wire.Snowflake]bool { return e.ids }

// Add adds an emoji with its picture, and returns it with its id.
func (e *Emojis) Add(one wire.Emoji, picture []byte) (wire.Emoji, *check.Refusal) {
	one.ID = e.s.newID()
	if err := e.s.files.write(one.ID, picture); err != nil {
		e.s.Log().Error("keep emoji", "err", err)
		return one, check.Broken
	}
	e.set(append(slices.Clone(e.list), one))
	return one, nil
}

// Remove deletes an emoji. It returns false if there is none with that id.
func (e *Emojis) Remove(id wire.Snowflake) bool {
	if !e.ids[id] {
		return false
	}
	e.s.files.drop(id)
	e.set(slices.DeleteFunc(slices.Clone(e.list), func(o wire.Emoji) bool { return o.ID == id }))
	return true
}

func (e *Emojis) set(list []wire.Emoji) {
	e.list, e.ids = list, map[wire.Snowflake]bool{}
	for _, one := range list {
		e.ids[one.ID] = true
	}
	e.s.write(entry{Emojis: &e.list})
}

// name replaces the names of emojis in new components by their real ones.
func (e *Emojis) name(list []wire.Component) {
	name := func(shown *wire.PartialEmoji) {
		for _, one := range e.list {
			if shown != nil && shown.ID != nil && *shown.ID == one.ID {
				shown.Name, shown.Animated = one.Name, one.Animated
			}
		}
	}
	wire.Walk(list, nil, func(c *wire.Component, _ []string) {
		name(c.Emoji)
		for i := range c.Options {
			name(c.Options[i].Emoji)
		}
	})
}
