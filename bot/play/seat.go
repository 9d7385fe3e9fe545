package play

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"madbot/rules"
	"madbot/rules/match"
)

// Seat is what belongs to one player of a match; except Helped, nobody else can read it. The zero value, apart from the
// ids, is for a player who has never looked. It is stored as one JSON value, with Helped in a column of its own.
type Seat struct {
	Match   match.ID       `json:"-"`
	Player  match.PlayerID `json:"-"`
	Look    Look           `json:"look,omitzero"`
	Plans   []Plan         `json:"plans,omitempty"` // sorted by Ply, then in the order they were made
	Notes   []Note         `json:"notes,omitempty"` // oldest first
	Notices Notices        `json:"notices,omitzero"`
	// Counter is the counter-challenge with which the player answered this challenge; empty: none.
	Counter match.ID `json:"counter,omitempty"`
	// Shares lets the other player read the notes after the match, if both agree.
	Shares bool `json:"shares,omitempty"`
	// Helped is how often the player had a hint or started a practice game elsewhere while this rated match was played. It
	// is the only part of a Seat that both players can read.
	Helped int `json:"-"`
}

// Look is when a player last looked at a board. The zero value means never.
type Look struct {
	Moment int       `json:"moment"` // the match.Match.Moment that they saw
	At     time.Time `json:"at"`
}

// Note is a text that a player wrote for themselves.
type Note struct {
	Moment int       `json:"moment"` // the match.Match.Moment at which it was written
	Ply    int       `json:"ply"`    // the turns played then
	At     time.Time `json:"at"`
	Text   string    `json:"text"`
	// Planned is the number of turns on which the note was not shown because they were played from a plan.
	Planned int `json:"planned,omitempty"`
}

// Plan is a match.Plan as stored, with the position where it was made. A plan without lines cancels earlier ones.
type Plan struct {
	Ply   int      `json:"ply"`             // the number of turns played when it was made
	At    string   `json:"at"`              // the position at which its lines begin (rules 6.1)
	Lines []string `json:"lines,omitempty"` // as returned by match.Line.String
}

// Seat returns a match and the seat of a in it. Errors are as for Match, and match.ErrNotPlayer.
func (s Notebook) Seat(ctx context.Context, a Actor, id match.ID) (Match, Seat, error) {
	m, err := Boards(s).Match(ctx, a, id)
	switch {
	case err != nil:
		return m, Seat{}, err
	case !m.isOf(a.ID):
		return m, Seat{}, match.ErrNotPlayer
	}
	seat, err := s.deps.Store.Seat(ctx, id, a.ID)
	return m, seat, err
}

// HasSeen reports whether the player of s has looked at m since its last change.
func (s Seat) HasSeen(m *match.Match) bool { return !s.Look.At.IsZero() && s.Look.Moment >= m.Moment() }

// lastTimed returns when the player of s last looked at m, or last got a notice of their time in this turn; zero means
// never.
func (s *Seat) lastTimed(m *Match) time.Time {
	if !s.HasSeen(&m.Match) {
		return s.Notices.Timed
	}
	return later(s.Notices.Timed, s.Look.At)
}

// missedTakeback reports whether the last turn of m replaces one that was taken back without asking the player of s,
// and they have not looked since.
func (s Seat) missedTakeback(m *match.Match) bool {
	return m.Past.FreeTakeback == m.Game.Ply() && s.Look.Moment < m.Moment()-1
}

// The limits of notes.
const (
	MaxNotes = 200 // notes of a player in a match
	MaxNote  = 500 // characters of a note
)

// Notes are the notes of a match that a player may read.
type Notes struct {
	Own    []Note // oldest first
	Shares bool   // the player has agreed to share notes
	Asked  bool   // the other player has agreed to share notes
	Theirs []Note // nil unless both have agreed
}

// SeatIn returns the seat of a in m, or the zero Seat if a does not play in it.
func (s Notebook) SeatIn(ctx context.Context, a Actor, m *Match) (Seat, error) {
	if !m.isOf(a.ID) {
		return Seat{}, nil
	}
	return s.deps.Store.Seat(ctx, m.ID, a.ID)
}

// HasParted reports whether a was notified that m continues in direct messages because the bot was removed from the
// server, and the bot is still not back.
func (s Notebook) HasParted(ctx context.Context, a Actor, m *Match) (bool, error) {
	seat, err := s.SeatIn(ctx, a, m)
	if err != nil {
		return false, err
	}
	return hasParted(ctx, s.deps.Store, m, &seat)
}

// Note saves a note of by at the current moment of the match, replacing an earlier note at that moment. An empty text
// deletes it. The match need not be running. It returns ErrNotFound, match.ErrNotPlaying if the match has not begun,
// match.ErrNotPlayer or ErrNotesFull.
func (s Notebook) Note(ctx context.Context, by Actor, id match.ID, text string) (m Match, err error) {
	now := s.deps.Now()
	return s.changeSeat(ctx, by, id, func(m *Match, seat *Seat) error {
		return seat.note(m, text, now)
	})
}

// ShareNotes agrees for by to share the notes of a finished match; the players see each other's notes once both have
// agreed. Errors are as for Note, and match.ErrNotPlaying also if the match is still being played.
func (s Notebook) ShareNotes(ctx context.Context, by Actor, id match.ID) (Match, error) {
	return s.changeSeat(ctx, by, id, func(m *Match, seat *Seat) error {
		if m.Status != match.Finished {
			return match.ErrNotPlaying
		}
		seat.Shares = true
		return nil
	})
}

// NotesIn returns the notes of m that the actor may read: only their own before m is over.
func (s Notebook) NotesIn(ctx context.Context, a Actor, m *Match) (Notes, error) {
	own, err := s.SeatIn(ctx, a, m)
	list := Notes{Own: own.Notes, Shares: own.Shares}
	other := m.Players.Of(m.ColorOf(a.ID).Other())
	if err != nil || own.Player == "" || m.Status != match.Finished || other == "" {
		return list, err
	}
	theirs, err := s.deps.Store.Seat(ctx, m.ID, other)
	if err != nil {
		return list, err
	}
	if list.Asked = theirs.Shares; list.Asked && list.Shares {
		list.Theirs = theirs.Notes
	}
	return list, nil
}

func (s Notebook) changeSeat(ctx context.Context, by Actor, id match.ID,
	change func(*Match, *Seat) error) (m Match, err error) {
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		if m, err = tx.Match(ctx, id); err != nil {
			return err
		}
		if err := checkSeat(&m, by); err != nil {
			return err
		}
		seat, err := tx.Seat(ctx, id, by.ID)
		if err != nil {
			return err
		}
		if err := change(&m, &seat); err != nil {
			return err
		}
		return tx.SaveSeat(ctx, seat)
	})
	if m.ID != "" && !m.visibleTo(by) {
		return Match{}, ErrNotFound
	}
	return m, err
}

func checkSeat(m *Match, by Actor) error {
	switch {
	case !m.isOf(by.ID):
		return match.ErrNotPlayer
	case m.Status != match.Playing && m.Status != match.Finished:
		return match.ErrNotPlaying
	}
	return nil
}

// note sets the note for the current moment of m; an empty text deletes it.
func (s *Seat) note(m *Match, text string, now time.Time) error {
	text = strings.TrimSpace(text)
	if utf8.RuneCountInString(text) > MaxNote {
		text = string([]rune(text)[:MaxNote])
	}
	kept := slices.DeleteFunc(slices.Clone(s.Notes), func(n Note) bool { return n.Moment == m.Moment() })
	switch {
	case text == "":
		s.Notes = kept
		return nil
	case len(kept) >= MaxNotes:
		return ErrNotesFull
	}
	s.Notes = append(kept, Note{Moment: m.Moment(), Ply: m.Game.Ply(), At: now, Text: text})
	return nil
}

// NoteAt returns the note that the player of s wrote at the current moment of m, or the zero Note.
func (s Seat) NoteAt(m *match.Match) Note {
	if last := s.lastNote(); last.Moment == m.Moment() {
		return last
	}
	return Note{}
}

// noteSpan is how many turns later a note is shown again: on the writer's next turn.
const noteSpan = 2

// Reminder returns the last note of the player of s if it was written on or after their last turn in m, not counting
// planned turns. Otherwise it returns the zero Note.
func (s Seat) Reminder(m *match.Match) Note {
	if last := s.lastNote(); last.Ply+noteSpan*(1+last.Planned) >= m.Game.Ply() {
		return last
	}
	return Note{}
}

// postponeNote moves a note that would be shown on this turn of m to the player's next turn.
func (s *Seat) postponeNote(m *match.Match) {
	if s.Reminder(m).Text == "" {
		return
	}
	s.Notes = slices.Clone(s.Notes)
	s.Notes[len(s.Notes)-1].Planned++
}

func (s Seat) lastNote() Note {
	if len(s.Notes) == 0 {
		return Note{}
	}
	return s.Notes[len(s.Notes)-1]
}

// maxPlans is the maximum number of stored plans of a player in a match: the current one, and older ones that apply
// again when turns are taken back.
const maxPlans = 8

// PlanIn returns the plan of the player of s for the position of m. It is empty when it is their turn.
func (s Seat) PlanIn(m *match.Match) match.Plan {
	plan, since := s.plan(m)
	if len(since)%2 != 0 {
		return match.Plan{}
	}
	return plan.After(since)
}

// PlanLost reports whether the plan of the player of s, whose turn it is, had no answer to the last turn of m.
func (s Seat) PlanLost(m *match.Match) bool {
	plan, since := s.plan(m)
	last := len(since) - 1
	return len(since)%2 != 0 && !plan.After(since[:last]).IsEmpty() && plan.After(since).IsEmpty()
}

// plan returns the latest plan that was made in an earlier or the current position of m, and the turns since.
func (s Seat) plan(m *match.Match) (plan match.Plan, since match.Line) {
	for _, p := range slices.Backward(s.Plans) {
		if at := m.Game.At(p.Ply); p.Ply <= m.Game.Ply() && p.At == at.Position().String() {
			return p.read(at), m.Game.Turns()[p.Ply:]
		}
	}
	return match.Plan{}, nil
}

// read parses the lines of p, which begin in the position of at. It skips lines that cannot be played.
func (p Plan) read(at rules.Game) (plan match.Plan) {
	start := at.Position()
	for _, text := range p.Lines {
		line, err := match.ParseLine(start, text)
		if err != nil {
			continue
		}
		if longer, err := plan.Add(&at, start.Side().Other(), line); err == nil {
			plan = longer
		}
	}
	return plan
}

// savePlan stores plan for the position of m, replacing a plan that was made there.
func (s *Seat) savePlan(plan match.Plan, m *match.Match) {
	made := Plan{Ply: m.Game.Ply(), At: m.Game.Position().String()}
	for _, line := range plan.Lines() {
		made.Lines = append(made.Lines, line.String())
	}
	s.Plans = slices.DeleteFunc(slices.Clone(s.Plans), func(p Plan) bool { return p.Ply == made.Ply && p.At == made.At })
	if s.Plans = append(s.Plans, made); len(s.Plans) == 1 && plan.IsEmpty() {
		s.Plans = nil
	}
	slices.SortStableFunc(s.Plans, func(a, b Plan) int { return cmp.Compare(a.Ply, b.Ply) })
	s.Plans = s.Plans[max(0, len(s.Plans)-maxPlans):]
}

// followPlans plays planned turns in m for as long as a plan answers the last turn.
func followPlans(ctx context.Context, tx Tx, m *Match, events []match.Event) ([]match.Event, error) {
	var all []match.Event
	for endsWithTurn(events) && m.Status == match.Playing {
		var err error
		if events, err = followPlan(ctx, tx, m); err != nil {
			return nil, err
		}
		all = append(all, events...)
	}
	return all, nil
}

// endsWithTurn reports whether the last event is a turn.
func endsWithTurn(events []match.Event) bool {
	return len(events) > 0 && events[len(events)-1].Kind == match.Played
}

// followPlan plays the answer that the side to move has planned to the last turn of m, if there is one.
func followPlan(ctx context.Context, tx Tx, m *Match) ([]match.Event, error) {
	by := m.ToMove()
	if by == m.Robot() {
		return nil, nil
	}
	seat, err := tx.Seat(ctx, m.ID, by)
	if err != nil || len(seat.Plans) == 0 {
		return nil, err
	}
	plan, since := seat.plan(&m.Match)
	if len(since)%2 == 0 {
		return nil, nil
	}
	last := len(since) - 1
	answer, _, ok := plan.After(since[:last]).Answer(since[last])
	if !ok {
		return nil, nil
	}
	seat.postponeNote(&m.Match)
	events, err := m.As(by).PlayPlanned(answer, tx.Now())
	return events, cmp.Or(err, tx.SaveSeat(ctx, seat))
}

// SetPlan changes the actor's plan in r's match. It calls change with the current plan. It returns an error of change,
// ErrNotFound, ErrStale, match.ErrNotPlayer, match.ErrNotPlaying, match.ErrFinished or match.ErrNotTheirTurn.
func (s Notebook) SetPlan(ctx context.Context, by Actor, r Ref,
	change func(*match.Match, match.Plan) (match.Plan, error)) (m Match, plan match.Plan, err error) {
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		if m, err = tx.Match(ctx, r.ID); err != nil {
			return err
		}
		if err := checkPlan(&m, by, r); err != nil {
			return err
		}
		seat, err := tx.Seat(ctx, m.ID, by.ID)
		if err != nil {
			return err
		}
		if plan, err = change(&m.Match, seat.PlanIn(&m.Match)); err != nil {
			return err
		}
		seat.savePlan(plan, &m.Match)
		return tx.SaveSeat(ctx, seat)
	})
	if err != nil && m.ID != "" && !m.visibleTo(by) {
		return Match{}, match.Plan{}, ErrNotFound
	}
	return m, plan, err
}

// checkPlan returns why the actor cannot plan in m at r, or nil.
func checkPlan(m *Match, by Actor, r Ref) error {
	switch err := m.As(by.ID).OnTurn(); {
	case err == nil:
		return match.ErrNotTheirTurn
	case err != match.ErrNotYourTurn:
		return err
	}
	return r.check(m)
}
