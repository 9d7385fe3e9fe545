package world

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"madbot/bot/sandbox/wire"
)

// ErrInUse is returned by Open if another process uses the folder.
var ErrInUse = errors.New("sandbox: the folder is in use by another process")

// entry is a line of the journal. Exactly one field is set.
type entry struct {
	Post        *Post          `json:"post,omitempty"`
	Gone        wire.Snowflake `json:"gone,omitempty"`
	DM          *dmEntry       `json:"dm,omitempty"`
	Thread      *wire.Channel  `json:"thread,omitempty"`
	DMs         *dmsEntry      `json:"dms,omitempty"`
	Locale      *localeEntry   `json:"locale,omitempty"`
	Left        *leftEntry     `json:"left,omitempty"`
	Role        *roleEntry     `json:"role,omitempty"`
	Read        *readEntry     `json:"read,omitempty"`
	Commands    *commandEntry  `json:"commands,omitempty"`
	Interaction *Interaction   `json:"interaction,omitempty"`
	Emojis      *[]wire.Emoji  `json:"emojis,omitempty"`
	Key         []byte         `json:"key,omitempty"` // the seed of the signing key
}

type dmEntry struct {
	ID     wire.Snowflake `json:"id"`
	Person wire.Snowflake `json:"person"`
}

type dmsEntry struct {
	Person wire.Snowflake `json:"person"`
	DMs    DMs            `json:"dms"`
}

type localeEntry struct {
	Of     wire.Snowflake `json:"of"` // a person or a guild
	Locale string         `json:"locale"`
}

type leftEntry struct {
	Person wire.Snowflake `json:"person"`
	Left   bool           `json:"left"`
}

// roleEntry says that a person has a role; with Person 0, that the role was deleted.
type roleEntry struct {
	Person wire.Snowflake `json:"person,omitempty"`
	Role   wire.Snowflake `json:"role"`
	Has    bool           `json:"has,omitempty"`
}

type readEntry struct {
	Person  wire.Snowflake `json:"person"`
	Channel wire.Snowflake `json:"channel"`
	Message wire.Snowflake `json:"message"`
}

type commandEntry struct {
	Guild wire.Snowflake  `json:"guild,omitempty"`
	List  []*wire.Command `json:"list"`
}

// journal is the file that stores the state. Changes are appended. The file is rewritten when it is opened, and
// when it has grown to several times the state. A line is written before its effect becomes visible, so that a
// crash loses nothing that anybody has seen.
type journal struct {
	file  *os.File
	lock  *flock.Flock
	lines int // appended since the last rewrite
}

const journalName = "sandbox.jsonl"

// openJournal loads the state from the folder and rewrites the journal.
func (s *State) openJournal() error {
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
		s.journal = &journal{lock: lock}
		err = s.compact()
	}
	if err != nil {
		s.journal = nil
		return errors.Join(err, lock.Unlock())
	}
	s.files.sweep()
	return nil
}

// load replays the journal. It ignores an incomplete last line, which a crash may leave; any other invalid line is
// an error.
func (s *State) load(name string) error {
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
			break // incomplete, or empty after the last line
		}
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			return fmt.Errorf("sandbox: journal line %d: %w", i+1, err)
		}
		s.replay(e)
	}
	return nil
}

func (s *State) replay(e entry) {
	switch {
	case e.Post != nil:
		s.lastID = max(s.lastID, e.Post.ID)
		s.Messages.keep(e.Post)
	case e.Gone != 0:
		if p := s.Messages.Get(e.Gone); p != nil {
			s.Messages.forget(p)
		}
	case e.DM != nil:
		s.lastID = max(s.lastID, e.DM.ID)
		s.Channels.add(wire.ConversationWithBot(e.DM.ID, e.DM.Person))
	case e.Thread != nil:
		s.lastID = max(s.lastID, e.Thread.ID)
		s.Channels.add(e.Thread)
	case e.DMs != nil:
		s.People.dms[e.DMs.Person] = e.DMs.DMs
	case e.Locale != nil:
		s.People.locales[e.Locale.Of] = e.Locale.Locale
	case e.Left != nil:
		s.People.left[e.Left.Person] = e.Left.Left
	case e.Role != nil:
		s.Roles.replay(*e.Role)
	case e.Read != nil:
		s.Reads.until(place{e.Read.Person, e.Read.Channel}, e.Read.Message)
	case e.Commands != nil:
		s.Commands.of[e.Commands.Guild] = e.Commands.List
	case e.Interaction != nil:
		s.lastID = max(s.lastID, e.Interaction.ID)
		e.Interaction.revive()
		s.Interactions.add(e.Interaction)
	case e.Emojis != nil:
		s.Emojis.set(*e.Emojis)
	case len(e.Key) == ed25519.SeedSize:
		s.Bot.key = ed25519.NewKeyFromSeed(e.Key)
	}
}

func (s *State) entries(write func(entry)) {
	for _, c := range s.Channels.list {
		if c.Recipient() != 0 {
			write(entry{DM: &dmEntry{c.ID, c.Recipient()}})
		}
		if c.IsThread() {
			write(entry{Thread: c})
		}
	}
	for person, dms := range s.People.dms {
		write(entry{DMs: &dmsEntry{person, dms}})
	}
	for of, locale := range s.People.locales {
		write(entry{Locale: &localeEntry{of, locale}})
	}
	for person, left := range s.People.left {
		write(entry{Left: &leftEntry{person, left}})
	}
	s.Roles.entries(write)
	for _, list := range s.Messages.posts.lines {
		for _, p := range list {
			write(entry{Post: p})
		}
	}
	for in, m := range s.Reads.marks {
		write(entry{Read: &readEntry{in.person, in.channel, m.last}})
	}
	for guild, list := range s.Commands.of {
		write(entry{Commands: &commandEntry{guild, list}})
	}
	for _, i := range s.Interactions.queue {
		if i.Answered != 0 {
			write(entry{Interaction: i})
		}
	}
	write(entry{Emojis: &s.Emojis.list})
	write(entry{Key: s.Bot.key.Seed()})
}

// compact rewrites the journal. It writes a second file first, so that a crash leaves one of the two.
func (s *State) compact() error {
	name := filepath.Join(s.Dir, journalName)
	file, err := os.OpenFile(name+".new", os.O_CREATE|os.O_TRUNC|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("sandbox: write journal: %w", err)
	}
	w := bufio.NewWriter(file)
	enc := json.NewEncoder(w)
	s.entries(func(e entry) { err = errors.Join(err, enc.Encode(e)) })
	err = errors.Join(err, w.Flush(), file.Sync())
	if err == nil {
		err = os.Rename(name+".new", name)
	}
	if err != nil {
		return fmt.Errorf("sandbox: write journal: %w", errors.Join(err, file.Close()))
	}
	if s.journal.file != nil {
		s.journal.file.Close() //nolint:errcheck // it has no name any more
	}
	s.journal.file, s.journal.lines = file, 0
	return nil
}

// write appends an entry. The caller cannot handle an error, so it is logged and shown on the page.
func (s *State) write(e entry) {
	if s.journal == nil {
		return
	}
	line, err := json.Marshal(e)
	if err == nil {
		_, err = s.journal.file.Write(append(line, '\n'))
	}
	s.journal.lines++
	if s.journal.lines > 10_000+4*(len(s.Messages.posts.byID)+len(s.Interactions.queue)) {
		err = errors.Join(err, s.compact())
	}
	if err != nil {
		s.Bot.Unhandled("sandbox state is not kept: " + err.Error())
	}
}

func (s *State) closeJournal() error {
	if s.journal == nil {
		return nil
	}
	j := s.journal
	s.journal = nil
	return errors.Join(j.file.Sync(), j.file.Close(), j.lock.Unlock())
}
