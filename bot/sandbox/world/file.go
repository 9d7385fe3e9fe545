package world

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
)

// filePath is where the bytes of an attachment or emoji lie.
func (s *State) filePath(id wire.Snowflake) string {
	return filepath.Join(s.Dir, "attachments", id.String())
}

func (s *State) writeFile(id wire.Snowflake, data []byte) error {
	if s.journal == nil {
		s.files[id] = data
		return nil
	}
	return os.WriteFile(s.filePath(id), data, 0o600)
}

// File returns the bytes of an attachment or emoji, or fs.ErrNotExist.
func (s *State) File(id wire.Snowflake) ([]byte, error) {
	if s.journal != nil {
		return os.ReadFile(s.filePath(id))
	}
	data, ok := s.files[id]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return data, nil
}

func (s *State) dropFile(id wire.Snowflake) {
	delete(s.files, id)
	if s.journal == nil {
		return
	}
	if err := os.Remove(s.filePath(id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.Log().Warn("drop attachment", "err", err)
	}
}

// dropFiles forgets the files of a list that another has not. It comes after the journal knows, so
// that a kill leaves a file too many and never one too few.
func (s *State) dropFiles(old, kept []wire.Attachment) {
	for _, a := range old {
		if !slices.ContainsFunc(kept, func(o wire.Attachment) bool { return o.ID == a.ID }) {
			s.dropFile(a.ID)
		}
	}
}

// sweepFiles removes files that no message or emoji has: a kill between file and journal leaves
// them.
func (s *State) sweepFiles() {
	wanted := map[string]bool{}
	for _, p := range s.posts.byID {
		for _, a := range p.Files {
			wanted[a.ID.String()] = true
		}
	}
	for id := range s.emojiIDs {
		wanted[id.String()] = true
	}
	names, err := os.ReadDir(filepath.Join(s.Dir, "attachments"))
	if err != nil {
		s.Log().Warn("sweep attachments", "err", err)
	}
	for _, name := range names {
		if id, err := wire.ParseSnowflake(name.Name()); err == nil && !wanted[name.Name()] {
			s.dropFile(id)
		}
	}
}

// Emojis are the application's own.
func (s *State) Emojis() []wire.Emoji { return s.emojis }

// EmojiIDs are those of the application's own. The map must not be changed.
func (s *State) EmojiIDs() map[wire.Snowflake]bool { return s.emojiIDs }

// nameEmojis gives the application's emojis in new components their own names, whatever the bot
// calls them.
func (s *State) nameEmojis(list []wire.Component) {
	name := func(shown *wire.PartialEmoji) {
		for _, e := range s.emojis {
			if shown != nil && shown.ID != nil && *shown.ID == e.ID && shown.Name != e.Name {
				shown.Name, shown.Animated = e.Name, e.Animated
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

// AddEmoji keeps an emoji with its picture, and returns it with its id.
func (s *State) AddEmoji(e wire.Emoji, picture []byte) (wire.Emoji, *check.Refusal) {
	e.ID = s.newID()
	if err := s.writeFile(e.ID, picture); err != nil {
		s.Log().Error("keep emoji", "err", err)
		return e, check.Broken
	}
	s.setEmojis(append(slices.Clone(s.emojis), e))
	return e, nil
}

// RemoveEmoji deletes an emoji; false when there is none of that id.
func (s *State) RemoveEmoji(id wire.Snowflake) bool {
	if !s.emojiIDs[id] {
		return false
	}
	s.dropFile(id)
	s.setEmojis(slices.DeleteFunc(slices.Clone(s.emojis),
		func(e wire.Emoji) bool { return e.ID == id }))
	return true
}

func (s *State) setEmojis(list []wire.Emoji) {
	s.emojis, s.emojiIDs = list, map[wire.Snowflake]bool{}
	for _, e := range list {
		s.emojiIDs[e.ID] = true
	}
	s.write(entry{Emojis: &s.emojis})
}
