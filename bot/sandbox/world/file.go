package world

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"madbot/bot/sandbox/wire"
)

// files are the contents of attachments and emojis.
type files struct {
	s    *State
	kept map[wire.Snowflake][]byte // used without a journal
}

func (f *files) path(id wire.Snowflake) string {
	return filepath.Join(f.s.Dir, "attachments", id.String())
}

func (f *files) write(id wire.Snowflake, data []byte) error {
	if f.s.journal == nil {
		f.kept[id] = data
		return nil
	}
	return os.WriteFile(f.path(id), data, 0o600)
}

// File returns the content of an attachment or emoji, or fs.ErrNotExist.
func (s *State) File(id wire.Snowflake) ([]byte, error) {
	if s.journal != nil {
		return os.ReadFile(s.files.path(id))
	}
	data, ok := s.files.kept[id]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return data, nil
}

func (f *files) drop(id wire.Snowflake) {
	delete(f.kept, id)
	if f.s.journal == nil {
		return
	}
	if err := os.Remove(f.path(id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		f.s.Log().Warn("drop attachment", "err", err)
	}
}

// dropBut deletes the files of old that are not in kept. Call it after writing the journal: a crash may then leave an
// unused file, but never lose a used one.
func (f *files) dropBut(kept, old []wire.Attachment) {
	for _, a := range old {
		if !slices.ContainsFunc(kept, func(o wire.Attachment) bool { return o.ID == a.ID }) {
			f.drop(a.ID)
		}
	}
}

// sweep deletes the files that no message or emoji uses, which a crash can leave.
func (f *files) sweep() {
	wanted := map[string]bool{}
	for _, p := range f.s.Messages.posts.byID {
		for _, a := range p.Files {
			wanted[a.ID.String()] = true
		}
	}
	for id := range f.s.Emojis.ids {
		wanted[id.String()] = true
	}
	names, err := os.ReadDir(filepath.Join(f.s.Dir, "attachments"))
	if err != nil {
		f.s.Log().Warn("sweep attachments", "err", err)
	}
	for _, name := range names {
		if id, err := wire.ParseSnowflake(name.Name()); err == nil && !wanted[name.Name()] {
			f.drop(id)
		}
	}
}
