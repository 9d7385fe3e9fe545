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

// Seat is what a player keeps of a match for themselves: nobody else reads it. Beside the ids, the zero
// value is that of somebody who has never looked. It is stored as one JSON value.
type Seat struct {
	Match   match.ID       `json:"-"`
	Player  match.PlayerID `json:"-"`
	Look    Look           `json:"look,omitzero"`
	Plans   []Plan         `json:"plans,omitempty"` // by Ply, and those of one Ply in the order they were made
	Notes   []Note         `json:"notes,omitempty"` // the oldest first
	Notices Notices        `json:"notices,omitzero"`
	// Counter is the challenge on other terms with which the player answered this one; empty: none.
	Counter match.ID `json:"counter,omitempty"`
	// Shares says that the other may read the notes when the match is over, if they agree as well.
	Shares bool `json:"shares,omitempty"`
}

// Look is when a player last looked at a board. The zero value is never.
type Look struct {
	Moment int       `json:"moment"` // the match.Match.Moment that they saw
	At     time.Time `json:"at"`
}

// Note is what a player wrote to themselves.
type Note struct {
	Moment int       `json:"moment"` // the match.Match.Moment at which it was written
	Ply    int       `json:"ply"`    // the turns played then
	At     time.Time `json:"at"`
	Text   string    `json:"text"`
	// Planned is on how many turns it did not come back because they were played as planned.
	Planned int `json:"planned,omitempty"`
}

// Plan is a match.Plan as it is kept, with where it was made. One without lines ends those before it.
type Plan struct {
	Ply   int      `json:"ply"`             // the turns played when it was made
	At    string   `json:"at"`              // the position that its lines begin at (rules 6.1)
	Lines []string `json:"lines,omitempty"` // as match.Line.String writes them
}

// Seat returns what a keeps of a match; errors as Match, and match.ErrNotPlayer.
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

// HasSeen reports whether the player of s has looked at m as it stands.
func (s Seat) HasSeen(m *match.Match) bool { return !s.Look.At.IsZero() && s.Look.Moment >= m.Moment() }

// told returns when the player of s was last told of their time in this turn of m, or looked; zero: never.
func (s *Seat) told(m *Match) time.Time {
	if !s.HasSeen(&m.Match) {
		return s.Notices.Timed
	}
	return later(s.Notices.Timed, s.Look.At)
}

// missedTakeback reports whether the last turn of m replaces one that was taken back without asking the player of s,
// who has not looked since.
func (s Seat) missedTakeback(m *match.Match) bool {
	return m.Past.FreeTakeback == m.Game.Ply() && s.Look.Moment < m.Moment()-1
}

// The bounds of what a player notes to themselves.
const (
	MaxNotes = 200 // of a player in a match
	MaxNote  = 500 // characters of a note
)

// Notes is what a player may read of the notes of a match.
type Notes struct {
	Own    []Note // the oldest first
	Shares bool   // the player lets the other read them
	Asked  bool   // the other lets the player read theirs, if the player does as well
	Theirs []Note // nil unless both do so
}

// SeatIn returns what a keeps of m, the zero Seat when a does not play in it.
func (s Notebook) SeatIn(ctx context.Context, a Actor, m *Match) (Seat, error) {
	if !m.isOf(a.ID) {
		return Seat{}, nil
	}
	return s.deps.Store.Seat(ctx, m.ID, a.ID)
}

// HasParted reports whether a was told that m goes on in direct messages, and the bot is still not on its server.
func (s Notebook) HasParted(ctx context.Context, a Actor, m *Match) (bool, error) {
	seat, err := s.SeatIn(ctx, a, m)
	if err != nil {
		return false, err
	}
	return hasParted(ctx, s.deps.Store, m, &seat)
}

// Note keeps what by writes to themselves in place of what they wrote at the same moment; nothing removes
// that. A match that goes on or ends meanwhile is no hindrance. It returns ErrNotFound, match.ErrNotPlaying
// when the match has not begun, match.ErrNotPlayer, or ErrNotesFull.
func (s Notebook) Note(ctx context.Context, by Actor, id match.ID, text string) (m Match, err error) {
	now := s.deps.Now()
	return s.changeSeat(ctx, by, id, func(m *Match, seat *Seat) error {
		return seat.note(m, text, now)
	})
}

// ShareNotes lets the other player read the notes of by in a match that is over, once both do so. Errors
// are those of Note, and match.ErrNotPlaying also while the match is being played.
func (s Notebook) ShareNotes(ctx context.Context, by Actor, id match.ID) (Match, error) {
	return s.changeSeat(ctx, by, id, func(m *Match, seat *Seat) error {
		if m.Status != match.Finished {
			return match.ErrNotPlaying
		}
		seat.Shares = true
		return nil
	})
}

// NotesIn returns the notes of m that a may read: nobody reads those of the other before m is over.
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

// changeSeat changes what by keeps of a match that has begun.
func (s Notebook) changeSeat(ctx context.Context, by Actor, id match.ID,
	change func(*Match, *Seat) error) (m Match, err error) {
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		if m, err = tx.Match(ctx, id); err != nil {
			return err
		}
		if err := canKeep(&m, by); err != nil {
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

// canKeep returns why by cannot keep anything of m.
func canKeep(m *Match, by Actor) error {
	switch {
	case !m.isOf(by.ID):
		return match.ErrNotPlayer
	case m.Status != match.Playing && m.Status != match.Finished:
		return match.ErrNotPlaying
	}
	return nil
}

// note keeps text as the note of the present moment of m.
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

// NoteAt returns the note that the player of s wrote at the present moment of m, the zero Note for none.
func (s Seat) NoteAt(m *match.Match) Note {
	if last := s.lastNote(); last.Moment == m.Moment() {
		return last
	}
	return Note{}
}

// noteSpan is for how many turns a note comes back: from one turn of its writer to the next.
const noteSpan = 2

// Reminder returns the last note that the player of s wrote on their last turn in m or since, apart from
// turns that were played as planned; the zero Note for none.
func (s Seat) Reminder(m *match.Match) Note {
	if last := s.lastNote(); last.Ply+noteSpan*(1+last.Planned) >= m.Game.Ply() {
		return last
	}
	return Note{}
}

// postponeNote keeps the note that would come back on this turn of m for the next one.
func (s *Seat) postponeNote(m *match.Match) {
	if s.Reminder(m).Text == "" {
		return
	}
	s.Notes = slices.Clone(s.Notes)
	s.Notes[len(s.Notes)-1].Planned++
}

// lastNote returns the note that was written last.
func (s Seat) lastNote() Note {
	if len(s.Notes) == 0 {
		return Note{}
	}
	return s.Notes[len(s.Notes)-1]
}

// maxPlans is how many plans a player keeps in a match: the present one, and those that stand again when turns are
// taken back.
const maxPlans = 8

// PlanIn returns what the player of s has planned for the position of m; no lines when it is their turn.
func (s Seat) PlanIn(m *match.Match) match.Plan {
	plan, since := s.plan(m)
	if len(since)%2 != 0 {
		return match.Plan{}
	}
	return plan.After(since)
}

// PlanLost reports whether the last turn of m is one to which the plan of the player of s, whose turn it is, has
// no answer.
func (s Seat) PlanLost(m *match.Match) bool {
	plan, since := s.plan(m)
	last := len(since) - 1
	return len(since)%2 != 0 && !plan.After(since[:last]).IsEmpty() && plan.After(since).IsEmpty()
}

// plan returns the plan that was made last on the way to the position of m, and the turns since.
func (s Seat) plan(m *match.Match) (plan match.Plan, since match.Line) {
	for _, p := range slices.Backward(s.Plans) {
		if at := m.Game.At(p.Ply); p.Ply <= m.Game.Ply() && p.At == at.Position().String() {
			return p.read(at), m.Game.Turns()[p.Ply:]
		}
	}
	return match.Plan{}, nil
}

// read reads the lines of p, which begin at the position of at. One that cannot be played is left out.
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

// keepPlan keeps plan, which begins at the position of m, in place of one that was made there.
func (s *Seat) keepPlan(plan match.Plan, m *match.Match) {
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

// followPlans plays what the sides of m have planned, as long as it applies to what was just played.
func followPlans(ctx context.Context, tx Tx, m *Match, events []match.Event) ([]match.Event, error) {
	var all []match.Event
	for played(events) && m.Status == match.Playing {
		var err error
		if events, err = followPlan(ctx, tx, m); err != nil {
			return nil, err
		}
		all = append(all, events...)
	}
	return all, nil
}

// played reports whether the last thing that happened is a turn.
func played(events []match.Event) bool {
	return len(events) > 0 && events[len(events)-1].Kind == match.Played
}

// followPlan plays the answer that the side to move has planned to the last turn of m, if it has.
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

// SetPlan changes the plan of by for the match of r by change, which gets what they planned so far. It
// returns an error of change, ErrNotFound, ErrStale, match.ErrNotPlayer, match.ErrNotPlaying,
// match.ErrFinished or match.ErrNotTheirTurn.
func (s Notebook) SetPlan(ctx context.Context, by Actor, r Ref,
	change func(*match.Match, match.Plan) (match.Plan, error)) (m Match, plan match.Plan, err error) {
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		if m, err = tx.Match(ctx, r.ID); err != nil {
			return err
		}
		if err := canPlan(&m, by, r); err != nil {
			return err
		}
		seat, err := tx.Seat(ctx, m.ID, by.ID)
		if err != nil {
			return err
		}
		if plan, err = change(&m.Match, seat.PlanIn(&m.Match)); err != nil {
			return err
		}
		seat.keepPlan(plan, &m.Match)
		return tx.SaveSeat(ctx, seat)
	})
	if err != nil && m.ID != "" && !m.visibleTo(by) {
		return Match{}, match.Plan{}, ErrNotFound
	}
	return m, plan, err
}

// canPlan returns why by cannot plan an answer in m as they saw it.
func canPlan(m *Match, by Actor, r Ref) error {
	switch err := m.As(by.ID).OnTurn(); {
	case err == nil:
		return match.ErrNotTheirTurn
	case err != match.ErrNotYourTurn:
		return err
	}
	return r.check(m)
}
