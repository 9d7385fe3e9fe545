package sandbox

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// ErrInUse is returned by Open when another process keeps its state in the same folder.
var ErrInUse = errors.New("sandbox: the folder is in use by another process")

// entry is one line of the journal: exactly one field is set.
type entry struct {
	Post        *post         `json:"post,omitempty"`
	Gone        Snowflake     `json:"gone,omitempty"`
	DM          *dmEntry      `json:"dm,omitempty"`
	Read        *readEntry    `json:"read,omitempty"`
	Commands    *commandEntry `json:"commands,omitempty"`
	Interaction *interaction  `json:"interaction,omitempty"`
	Emojis      *[]Emoji      `json:"emojis,omitempty"`
}

type dmEntry struct {
	ID     Snowflake `json:"id"`
	Person Snowflake `json:"person"`
}

type readEntry struct {
	Person  Snowflake `json:"person"`
	Channel Snowflake `json:"channel"`
	Message Snowflake `json:"message"`
}

type commandEntry struct {
	Guild Snowflake  `json:"guild,omitempty"`
	List  []*Command `json:"list"`
}

// journal is the file that keeps the state: appended to as things happen, rewritten when it is
// opened. A line is in the file before its effect is told, so that a killed process forgets nothing
// it said. nil keeps nothing.
type journal struct {
	dir  string
	file *os.File
	lock *flock.Flock
}

const journalName = "sandbox.jsonl"

// openStore reads the folder and starts a fresh journal with what is still true. mu must be held.
func (s *Server) openStore() error {
	if s.Dir == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Join(s.Dir, "attachments"), 0o700); err != nil {
		return fmt.Errorf("sandbox: make folder: %w", err)
	}
	lock := flock.New(filepath.Join(s.Dir, "sandbox.lock"))
	switch ok, err := lock.TryLock(); {
	case err != nil:
		return fmt.Errorf("sandbox: lock folder: %w", err)
	case !ok:
		return ErrInUse
	}
	name := filepath.Join(s.Dir, journalName)
	err := s.load(name)
	if err == nil {
		err = s.compact(name)
	}
	if err != nil {
		return errors.Join(err, lock.Unlock())
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return errors.Join(fmt.Errorf("sandbox: open journal: %w", err), lock.Unlock())
	}
	s.journal = &journal{s.Dir, file, lock}
	s.sweepFiles()
	return nil
}

// load replays the journal. A torn last line is what a killed process may leave, and is dropped;
// any other bad line is an error.
func (s *Server) load(name string) error {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("sandbox: read journal: %w", err)
	}
	lines := bytes.SplitAfter(data, []byte("\n"))
	for i, line := range lines {
		if !bytes.HasSuffix(line, []byte("\n")) {
			break // torn, or the empty rest after the last line
		}
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			return fmt.Errorf("sandbox: journal line %d: %w", i+1, err)
		}
		s.replay(e)
	}
	return nil
}

// replay does again what an entry says. mu must be held.
func (s *Server) replay(e entry) {
	switch {
	case e.Post != nil:
		s.lastID = max(s.lastID, e.Post.ID)
		if old := s.post(e.Post.ID); old != nil {
			*old = *e.Post
			return
		}
		s.posts = append(s.posts, e.Post)
	case e.Gone != 0:
		if p := s.post(e.Gone); p != nil {
			s.posts = without(s.posts, p)
		}
	case e.DM != nil:
		s.lastID = max(s.lastID, e.DM.ID)
		s.channels = append(s.channels,
			&Channel{ID: e.DM.ID, Type: ChannelDM, Recipients: []*User{s.users[e.DM.Person]}})
	case e.Read != nil:
		s.markRead(e.Read.Person, e.Read.Channel, e.Read.Message)
	case e.Commands != nil:
		s.commands[e.Commands.Guild] = e.Commands.List
	case e.Interaction != nil:
		s.lastID = max(s.lastID, e.Interaction.ID)
		e.Interaction.revive()
		s.interactions[e.Interaction.Token] = e.Interaction
	case e.Emojis != nil:
		s.emojis = *e.Emojis
	}
}

// entries are the whole state as a journal. mu must be held.
func (s *Server) entries() []entry {
	var out []entry
	for _, c := range s.channels {
		if c.Type == ChannelDM {
			out = append(out, entry{DM: &dmEntry{c.ID, c.recipient()}})
		}
	}
	for _, p := range s.posts {
		out = append(out, entry{Post: p})
	}
	for person, channels := range s.read {
		for channel, message := range channels {
			out = append(out, entry{Read: &readEntry{person, channel, message}})
		}
	}
	for guild, list := range s.commands {
		out = append(out, entry{Commands: &commandEntry{guild, list}})
	}
	for _, i := range s.interactions {
		out = append(out, entry{Interaction: i})
	}
	return append(out, entry{Emojis: &s.emojis})
}

// compact rewrites the journal, through a second file so that a kill leaves one or the other. mu
// must be held.
func (s *Server) compact(name string) error {
	s.forgetInteractions()
	file, err := os.OpenFile(name+".new", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("sandbox: write journal: %w", err)
	}
	w := bufio.NewWriter(file)
	enc := json.NewEncoder(w)
	for _, e := range s.entries() {
		err = errors.Join(err, enc.Encode(e))
	}
	if err = errors.Join(err, w.Flush(), file.Sync(), file.Close()); err != nil {
		return fmt.Errorf("sandbox: write journal: %w", err)
	}
	return os.Rename(name+".new", name)
}

// write appends an entry. A failure cannot be undone here; it is logged and shown on the page. mu
// must be held.
func (s *Server) write(e entry) {
	if s.journal == nil {
		return
	}
	line, err := json.Marshal(e)
	if err == nil {
		_, err = s.journal.file.Write(append(line, '\n'))
	}
	if err != nil {
		s.unhandledLocked("sandbox state is not kept: " + err.Error())
	}
}

// closeStore ends the journal. mu must be held.
func (s *Server) closeStore() error {
	if s.journal == nil {
		return nil
	}
	j := s.journal
	s.journal = nil
	return errors.Join(j.file.Sync(), j.file.Close(), j.lock.Unlock())
}
