package text

import (
	"fmt"
	"time"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/rules/match"
)

// How much time there is, a label in lists of terms and in menus. Time and Bank are lengths, as in “3 days”. The
// bank is spare time for the whole match.
var (
	msgPace   = i18n.Message{ID: "terms.pace", Other: "{{.Time}} per turn, bank {{.Bank}}"}
	msgNoBank = i18n.Message{ID: "terms.nobank", Other: "{{.Time}} per turn, no bank"}
	msgNoPace = i18n.Message{ID: "terms.noclock", Other: "no clock"}
)

// Lines about the clock on a public board and in private. When is as in “in 3 days”, At a date and a time;
// RedBank and BlueBank are lengths, as in “3 days”, or “nothing”.
var (
	msgDeadline = i18n.Message{ID: "clock.deadline",
		Other: "Deadline {{.When}}"}
	msgDeadlineBare = i18n.Message{ID: "clock.nobank",
		Other: "Deadline {{.When}}, the bank is empty"}
	msgBanks       = i18n.Message{ID: "clock.banks", Other: "In the bank: {{.Red}} {{.RedBank}}, {{.Blue}} {{.BlueBank}}."}
	msgEmptyBank   = i18n.Message{ID: "clock.empty", Other: "nothing"}
	msgStandsStill = i18n.Message{ID: "clock.paused",
		Other: "The clock is paused until a turn is played, either side resumes it or the pause ends {{.When}}."}
	msgServerGone = i18n.Message{ID: "clock.gone",
		Other: "The clock is stopped until I'm back on the game's server."}
	msgServerBlocked = i18n.Message{ID: "clock.blocked",
		Other: "The clock is stopped while whoever runs this bot blocks the game's server."}
	msgAwaited = i18n.Message{ID: "clock.awaited",
		Other: "{{.Player}} can't be reached. Their clock starts when they're back, on {{.At}} at the latest."}
	msgLate = i18n.Message{ID: "clock.late",
		Other: "{{.Player}} played late; the turn counts."}
)

// The line above a board when time is up. Late is who should have played, Waits the other. Early is before both have
// played twice, when nobody wins. When is as in “in 2 days”.
var (
	msgUp = i18n.Message{ID: "overdue.up",
		Other: "**{{.Late}}'s time is up.** Unless they play, {{.Waits}} wins {{.When}}."}
	msgUpEarly = i18n.Message{ID: "overdue.early",
		Other: "**{{.Late}}'s time is up.** Without a turn, the game ends {{.When}} and doesn't count."}
	msgYourTimeIsUp = i18n.Message{ID: "overdue.you",
		Other: "**Your time is up.** Unless you play, {{.Waits}} wins {{.When}}."}
	msgYourTimeIsUpEarly = i18n.Message{ID: "overdue.youearly",
		Other: "**Your time is up.** Unless you play, the game ends {{.When}} and doesn't count."}
	msgSummons = i18n.Message{ID: "gone.board",
		Other: "**{{.Late}} has until {{.At}} for a turn.** Without one, the game ends and doesn't count."}
	msgSummonsYou = i18n.Message{ID: "gone.you",
		Other: "**You have until {{.At}} for a turn.** Without one, the game ends and doesn't count."}
)

// Labels in a private list of matches, after a dot.
var (
	msgDue   = i18n.Message{ID: "games.deadline", Other: "deadline {{.When}}"}
	msgLast  = i18n.Message{ID: "games.gone", Other: "ends {{.When}} without a turn"}
	msgIsUp  = i18n.Message{ID: "games.up", Other: "time is up"}
	msgStill = i18n.Message{ID: "games.paused", Other: "the clock is paused"}
	msgStop  = i18n.Message{ID: "games.suspended", Other: "the clock is stopped"}
	msgGone  = i18n.Message{ID: "games.awaited", Other: "can't be reached; their time begins {{.When}} at the latest"}
)

// Clock returns the line about the time of the side to move. It returns "" without a clock, if no side is to move,
// and after the deadline.
func Clock(t i18n.Printer, m *match.Match) string {
	side := m.ColorOf(m.ToMove())
	deadline := m.Deadline()
	switch {
	case m.Status != match.Playing || !m.Terms.Pace.HasClock() || m.TimeUpRecorded():
		return ""
	case m.Clock.Suspension.IsOn():
		return Suspended(t, m)
	case deadline.IsZero():
		return t.Text(msgStandsStill, i18n.Args{"When": FromNow(m.PauseEnd())})
	}
	if await := m.Clock.HeldUntil; !await.IsZero() {
		return t.Text(msgAwaited, i18n.Args{"Player": Player(t, m, m.ToMove()), "At": Moment(await)})
	}
	empty := m.Terms.Pace.Bank > 0 && m.Clock.Reserves.Of(side).Bank+min(0, m.Clock.Left) <= 0
	return t.Text(i18n.Either(empty, msgDeadlineBare, msgDeadline), i18n.Args{"When": FromNow(deadline)})
}

// Suspended says why the clock of m is stopped, or "" if it is not or m has none.
func Suspended(t i18n.Printer, m *match.Match) string {
	switch why := m.Clock.Suspension.Reason; {
	case !m.Terms.Pace.HasClock(), why == match.NotSuspended:
		return ""
	case why == match.ServerBlocked:
		return t.Text(msgServerBlocked, nil)
	}
	return t.Text(msgServerGone, nil)
}

// Times returns everything about the time of m, which has a clock: offers about it, who is away, the deadline and the
// banks.
func Times(t i18n.Printer, m *match.Match, reader match.PlayerID) string {
	bank := func(p match.PlayerID) string {
		left := m.Clock.Reserves.Of(m.ColorOf(p)).Bank
		if p == m.ToMove() {
			left += min(0, m.Clock.Left)
		}
		if left <= 0 {
			return t.Text(msgEmptyBank, nil)
		}
		return Length(t, left)
	}
	clock := Clock(t, m)
	if deadline := m.Deadline(); clock != "" && !deadline.IsZero() && m.Clock.HeldUntil.IsZero() {
		clock = turns.Joined(labelGoesOn, clock, Moment(deadline))
	}
	return turns.Joined("\n", "**"+paceWords(t, m.Terms.Pace)+"**", Overdue(t, m, reader), Offers(t, m, reader),
		absences(t, m, reader, Background{}), clock, t.Text(msgBanks, i18n.Args{"Red": Player(t, m, m.Players.Red),
			"RedBank": bank(m.Players.Red), "Blue": Player(t, m, m.Players.Blue), "BlueBank": bank(m.Players.Blue)}))
}

// Overdue tells reader that the side to move has used up its time and what happens automatically, or by when the side
// was summoned to play. It returns "" while there is time left.
func Overdue(t i18n.Printer, m *match.Match, reader match.PlayerID) string {
	late := m.ToMove()
	summons, early, up := msgSummons, msgUpEarly, msgUp
	if late == reader {
		summons, early, up = msgSummonsYou, msgYourTimeIsUpEarly, msgYourTimeIsUp
	}
	switch {
	case m.IsSummoned():
		return t.Text(summons, i18n.Args{"Late": Mention(t, late), "At": Moment(m.Deadline())})
	case !m.TimeUpRecorded():
		return ""
	}
	waits := m.Players.Of(m.ColorOf(late).Other())
	return t.Text(i18n.Either(m.TimeAborts(), early, up), i18n.Args{"Late": Mention(t, late),
		"Waits": Player(t, m, waits), "When": FromNow(m.LapseAt())})
}

// late says that the last turn was played after its deadline; "" if it was not.
func late(t i18n.Printer, m *match.Match) string {
	if !m.PlayedLate() || m.Game.Ply() == 0 {
		return ""
	}
	before, _ := m.Game.Last()
	return t.Text(msgLate, i18n.Args{"Player": Mention(t, m.Players.Of(before.Side()))})
}

// due returns the time of m in a list, "" without a clock and if no side is to move.
func due(t i18n.Printer, m *play.Summary) string {
	switch {
	case m.Status != match.Playing || !m.Terms.Pace.HasClock() && m.Deadline.IsZero():
		return ""
	case m.Suspended:
		return t.Text(msgStop, nil)
	case !m.Terms.Pace.HasClock():
		return t.Text(msgLast, i18n.Args{"When": FromNow(m.Deadline)})
	case m.Deadline.IsZero():
		return t.Text(msgStill, nil)
	case m.Late:
		return t.Text(msgIsUp, nil)
	case !m.Awaited.IsZero():
		return t.Text(msgGone, i18n.Args{"When": FromNow(m.Awaited)})
	}
	return t.Text(msgDue, i18n.Args{"When": FromNow(m.Deadline)})
}

func paceWords(t i18n.Printer, p match.Pace) string {
	switch {
	case !p.HasClock():
		return t.Text(msgNoPace, nil)
	case p.Bank == 0:
		return t.Text(msgNoBank, i18n.Args{"Time": Length(t, p.PerTurn)})
	}
	return t.Text(msgPace, i18n.Args{"Time": Length(t, p.PerTurn), "Bank": Length(t, p.Bank)})
}

// Gift returns how much time a player of m can give the other.
func Gift(t i18n.Printer, m *match.Match) string { return Length(t, m.Terms.Pace.Gift()) }

// Length is like Duration, but writes whole days and hours as such, however few.
func Length(t i18n.Printer, d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d >= day && d%day == 0:
		return t.Text(msgDays, i18n.Args{"N": int(d / day)})
	case d >= time.Hour && d%time.Hour == 0:
		return t.Text(msgHours, i18n.Args{"N": int(d / time.Hour)})
	}
	return Duration(t, d)
}

// FromNow returns a timestamp that Discord shows as "in 5 minutes" or "5 minutes ago".
func FromNow(at time.Time) string { return timestamp(at, "R") }

// Moment returns a timestamp that Discord shows as a date and time in the reader's zone.
func Moment(at time.Time) string { return timestamp(at, "f") }

// Date returns a timestamp that Discord shows as a date in the reader's format.
func Date(at time.Time) string { return timestamp(at, "D") }

func timestamp(at time.Time, style string) string { return fmt.Sprintf("<t:%d:%s>", at.Unix(), style) }
