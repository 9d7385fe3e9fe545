package sandbox

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// filePath is where an attachment's bytes lie.
func (s *Server) filePath(id Snowflake) string {
	return filepath.Join(s.Dir, "attachments", id.String())
}

// writeFile keeps an attachment's bytes, in the folder or in memory. mu must be held.
func (s *Server) writeFile(id Snowflake, data []byte) error {
	if s.journal == nil {
		s.files[id] = data
		return nil
	}
	return os.WriteFile(s.filePath(id), data, 0o600)
}

// readFile gives an attachment's bytes, or fs.ErrNotExist. mu must be held.
func (s *Server) readFile(id Snowflake) ([]byte, error) {
	if s.journal == nil {
		data, ok := s.files[id]
		if !ok {
			return nil, fs.ErrNotExist
		}
		return data, nil
	}
	return os.ReadFile(s.filePath(id))
}

// dropFile forgets an attachment's bytes. mu must be held.
func (s *Server) dropFile(id Snowflake) {
	delete(s.files, id)
	if s.journal == nil {
		return
	}
	if err := os.Remove(s.filePath(id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.log().Warn("drop attachment", "err", err)
	}
}

// sweepFiles removes files that no message or emoji has: a kill between file and journal leaves
// them. mu must be held.
func (s *Server) sweepFiles() {
	wanted := map[string]bool{}
	for _, p := range s.posts {
		for _, a := range p.Files {
			wanted[a.ID.String()] = true
		}
	}
	for id := range s.emojiIDs() {
		wanted[id.String()] = true
	}
	names, err := os.ReadDir(filepath.Join(s.Dir, "attachments"))
	if err != nil {
		s.log().Warn("sweep attachments", "err", err)
	}
	for _, name := range names {
		if id, err := ParseSnowflake(name.Name()); err == nil && !wanted[name.Name()] {
			s.dropFile(id)
		}
	}
}
