package bot

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/gate"
	"madbot/bot/play/rated"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// meeting is a way in which a person gets an error.
type meeting struct {
	name string
	err  error
	meet func(tb table) error
	want string
}

// meetings returns every error of match and play that a person can get, by what they do.
func meetings() []meeting {
	open := func(tb table, opponent ...string) match.ID {
		tb.ok(tb.run(alice, "challenge", opponent...))
		return "m1"
	}
	press := func(tb table, p match.PlayerID, id ui.ID) error {
		_, err := tb.press(p, id)
		return err
	}
	run := func(tb table, p match.PlayerID, name string, options ...string) error {
		_, err := tb.run(p, name, options...)
		return err
	}
	return []meeting{
		{"match.ErrID", match.ErrID, func(tb table) error {
			return run(tb, alice, "board", "game", "not an id!")
		}, "`/games` lists yours."},
		{"play.ErrNotFound", play.ErrNotFound, func(tb table) error {
			return run(tb, alice, "board", "game", "nosuch")
		}, "`/games` lists yours."},
		{"match.ErrTerms", match.ErrTerms, func(tb table) error {
			return run(tb, alice, "challenge", "board", "7x7")
		}, "can't be played on those terms"},
		{"match.ErrRated", match.ErrRated, func(tb table) error {
			return run(tb, alice, "challenge", "rated", "true", "pace", "none")
		}, "A rated game"},
		{"match.ErrSelf", match.ErrSelf, func(tb table) error {
			return run(tb, alice, "challenge", "opponent", string(alice))
		}, "You can't challenge yourself."},
		{"match.ErrOwnChallenge", match.ErrOwnChallenge, func(tb table) error {
			return press(tb, alice, ui.ID{Verb: "accept", Match: open(tb)})
		}, "This is your own challenge"},
		{"match.ErrNotInvited", match.ErrNotInvited, func(tb table) error {
			return press(tb, carol, ui.ID{Verb: "accept", Match: open(tb, "opponent", string(bob))})
		}, "This challenge is for someone else."},
		{"play.ErrTakenBefore", play.ErrTakenBefore, takeTwice, "open for somebody else"},
		{"match.ErrNotChallenger", match.ErrNotChallenger, func(tb table) error {
			return press(tb, bob, ui.ID{Verb: "withdraw", Match: open(tb)})
		}, "Only the person who made this challenge"},
		{"match.ErrNotPlaying", match.ErrNotPlaying, func(tb table) error {
			return run(tb, alice, "resign", "game", string(open(tb)))
		}, "its challenge hasn't been accepted"},
		{"match.ErrNoClock", match.ErrNoClock, func(tb table) error {
			return press(tb, bob, ui.ID{Verb: ui.GiveDay, Match: tb.start("pace", "none")})
		}, "no clock"},
		{"match.ErrNotPlayer", match.ErrNotPlayer, func(tb table) error {
			return press(tb, carol, ui.ID{Verb: "hint", Match: tb.start()})
		}, "You're not playing in this game."},
		{"match.ErrOfferedAlready", match.ErrOfferedAlready, func(tb table) error {
			id := tb.start()
			tb.offer(id, alice)
			require.NoError(tb.t, press(tb, bob, ui.ID{Verb: "stop", Match: id, Arg: ui.No}))
			return run(tb, alice, "stop")
		}, "You've already asked for that"},
		{"match.ErrNothingPlayed", match.ErrNothingPlayed, func(tb table) error {
			return press(tb, alice, ui.ID{Verb: ui.TakeBack, Match: tb.start()})
		}, "You haven't played a turn"},
		{"match.ErrNoTakebacks", match.ErrNoTakebacks, func(tb table) error {
			m := tb.match(tb.start())
			m.ID, m.Terms.NoTakebacks = "final", true
			tb.create(m)
			return press(tb, alice, ui.ID{Verb: ui.TakeBack, Match: "final"})
		}, "without takebacks"},
		{"play.ErrForeign", play.ErrForeign, func(tb table) error {
			c := tb.call(bob)
			c.ID = ui.ID{Verb: ui.MoveHere, Match: tb.start()}
			happensIn(c, "7002", channelID)
			_, err := tb.pressed(c)
			return err
		}, "belongs to another server"},
		{"play.ErrShown", play.ErrShown, func(tb table) error {
			return press(tb, bob, ui.ID{Verb: ui.MoveHere, Match: tb.start()})
		}, "it stays there"},
		{"gate.ErrStanding", gate.ErrStanding, func(tb table) error {
			m := tb.match(tb.start())
			arg := ui.PractiseArg{What: ui.PractiseBegin, Level: 3, Side: rules.Red, Limit: 40, From: m.Game.Position()}
			return press(tb, alice, ui.NoMatch(ui.Practise, arg.String()))
		}, "occurs in a game you're playing"},
		{"match.ErrNoHints", match.ErrNoHints, func(tb table) error {
			return press(tb, alice, ui.ID{Verb: "hint", Match: tb.start("preset", "serious")})
		}, "without hints"},
		{"play.ErrNoHint", play.ErrNoHint, func(tb table) error {
			tb.start()
			tb.serve(play.New(play.Deps{Store: tb.store, Now: time.Now}))
			return run(tb, alice, "hint")
		}, "I have no hint to give here."},
		{"match.ErrNotRated", match.ErrNotRated, func(tb table) error {
			return annul(tb, carol)
		}, "isn't rated, or no longer is"},
		{"play.ErrNobodyManages", play.ErrNobodyManages, func(tb table) error {
			m := tb.match(open(tb, "opponent", string(bob), "preset", "serious"))
			m.ID, m.Terms.Rated, m.Venue.Guild, m.Venue.Away = "rated", true, "", true
			tb.create(m)
			return press(tb, bob, ui.ID{Verb: "accept", Match: m.ID})
		}, "on a server that has me"},
		{"play.ErrOwnMatch", play.ErrOwnMatch, func(tb table) error {
			return annul(tb, bob)
		}, "You played in it"},
		{"play.ErrRival", play.ErrRival, func(tb table) error {
			id := tb.rated()
			season := rated.Season(tb.match(id).Ended)
			require.NoError(tb.t, tb.store.Do(tb.t.Context(), func(tx play.Tx) error {
				return tx.AddStanding(tb.t.Context(), rated.Standing{Server: guildID, Season: season, Player: carol,
					Matches: rated.Ranked})
			}))
			return decide(tb, ui.ID{Verb: ui.SubmitAnnul, Match: id}, "found out")
		}, "another manager must decide"},
		{"play.ErrTakesPart", play.ErrTakesPart, excludeInLeague, "another manager must decide"},
		{"match.ErrReason", match.ErrReason, func(tb table) error {
			return decide(tb, ui.ID{Verb: ui.SubmitAnnul, Match: tb.rated()}, " ")
		}, "Say why"},
		{"match.ErrNotAnnulled", match.ErrNotAnnulled, func(tb table) error {
			return decide(tb, ui.ID{Verb: ui.Reinstate, Match: tb.rated()}, "")
		}, "wasn't annulled"},
		{"play.ErrBlocked", play.ErrBlocked, func(tb table) error {
			desk, id := NewDesk(tb.store, time.Now), tb.start()
			tb.View.Orders = desk
			require.NoError(tb.t, desk.Order(tb.t.Context(), func(o *play.Orders) {
				o.People = map[match.PlayerID]string{bob: ""}
			}))
			tb.ok(tb.run(alice, "games"))
			return errors.Join(press(tb, bob, ui.ID{Verb: ui.OpenPanel, Match: id}), run(tb, bob, "games"))
		}, "has blocked you or this server"},
	}
}

// staleMeetings come from controls of an older state: the reply shows the current match.
func staleMeetings() []meeting {
	return []meeting{
		{"match.ErrNotProposed", match.ErrNotProposed, func(tb table) error {
			return meetStale(tb, bob, ui.ID{Verb: "decline", Match: tb.start()})
		}, "no longer waits for an answer"},
		{"match.ErrNotYourTurn", match.ErrNotYourTurn, func(tb table) error {
			return meetStale(tb, bob, ui.ID{Verb: "move", Match: tb.start(), Arg: "pass"})
		}, "It isn't your turn yet."},
		{"play.ErrStale", play.ErrStale, func(tb table) error {
			id := tb.start()
			tb.turns(id, "pass", "pass")
			return meetStale(tb, alice, ui.ID{Verb: "giveup", Match: id, Arg: ui.Yes})
		}, "This is how it stands"},
		{"match.ErrSuspended", match.ErrSuspended, func(tb table) error {
			m := tb.match(tb.start())
			m.ID = "stopped"
			_, err := m.Arbiter().Suspend(match.ServerBlocked, m.Changed, m.Changed)
			require.NoError(tb.t, err)
			tb.create(m)
			return meetStale(tb, bob, ui.ID{Verb: ui.Claim, Match: m.ID})
		}, "The clock is stopped"},
		{"match.ErrNotOverdue", match.ErrNotOverdue, func(tb table) error {
			return meetStale(tb, bob, ui.ID{Verb: ui.GiveDay, Match: tb.start()})
		}, "There's time left"},
		{"match.ErrGiftUsed", match.ErrGiftUsed, func(tb table) error {
			id := tb.start()
			give := ui.ID{Verb: ui.GiveDay, Match: id}
			tb.runOut(id)
			tb.ok(tb.press(bob, give))
			tb.runOut(id)
			return meetStale(tb, bob, give)
		}, "Time has already been given this turn."},
		{"match.ErrOwnClock", match.ErrOwnClock, func(tb table) error {
			id := tb.start()
			tb.runOut(id)
			return meetStale(tb, alice, ui.ID{Verb: ui.Claim, Match: id})
		}, "It's your turn, so only the other side"},
		{"match.ErrBinding", match.ErrBinding, func(tb table) error {
			_, err := tb.press(bob, ui.ID{Verb: ui.CallOff, Match: tb.overdueBinding(), Arg: ui.Yes})
			return err
		}, "can't be called off"},
		{"match.ErrOtherOffer", match.ErrOtherOffer, func(tb table) error {
			id := tb.start()
			tb.offer(id, bob)
			return meetStale(tb, alice, ui.ID{Verb: ui.AskCallOff, Match: id})
		}, "There's an offer to end this game already."},
		{"match.ErrCallOffsUsed", match.ErrCallOffsUsed, func(tb table) error {
			id := tb.start()
			for _, turn := range []string{"pass", "pass", "112=221"} {
				tb.ask(id, alice, match.ToCallOff)
				tb.turns(id, turn)
			}
			_, err := tb.press(alice, ui.ID{Verb: ui.AskCallOff, Match: id, Ply: play.AnyPly})
			return err
		}, "You've offered that three times"},
		{"match.ErrPaused", match.ErrPaused, func(tb table) error {
			return meetStale(tb, alice, ui.ID{Verb: ui.MakeOffer, Match: tb.paused(),
				Arg: ui.OfferArg{Answer: ui.Yes, Kind: match.ToPause}.String()})
		}, "The clock is already paused."},
		{"match.ErrNotPaused", match.ErrNotPaused, func(tb table) error {
			return meetStale(tb, alice, ui.ID{Verb: ui.ResumeClock, Match: tb.start()})
		}, "The clock is running."},
		{"match.ErrNoOffer", match.ErrNoOffer, func(tb table) error {
			return meetStale(tb, bob, ui.ID{Verb: "stop", Match: tb.start(), Arg: ui.No})
		}, "This offer is no longer open."},
		{"match.ErrOfferOpen", match.ErrOfferOpen, func(tb table) error {
			id := tb.start()
			tb.offer(id, alice)
			return meetStale(tb, alice, ui.ID{Verb: "halt", Match: id})
		}, "waiting for an answer"},
		{"match.ErrOwnOffer", match.ErrOwnOffer, func(tb table) error {
			id := tb.start()
			tb.offer(id, alice)
			return meetStale(tb, alice, ui.ID{Verb: "stop", Match: id, Arg: ui.Yes})
		}, "This is your own offer"},
		{"match.ErrNotOfferer", match.ErrNotOfferer, func(tb table) error {
			id := tb.start()
			tb.offer(id, alice)
			return meetStale(tb, bob, ui.ID{Verb: "unoffer", Match: id})
		}, "Only the person who made this offer"},
		{"match.ErrFinished", match.ErrFinished, func(tb table) error {
			id := tb.start()
			tb.resign(id, bob)
			return meetStale(tb, alice, ui.ID{Verb: "resign", Match: id})
		}, "This game is over."},
	}
}

// planMeetings come from planning ahead and taking notes.
func planMeetings() []meeting {
	plans := func(tb table, line string) ui.Message {
		m := tb.match(tb.start("positioning", "false"))
		return tb.fillsPlan(bob, tb.planner(bob, &m), line)
	}
	return []meeting{
		{"match.ErrPlan", match.ErrPlan, func(tb table) error {
			lead, _, _ := strings.Cut(plans(tb, "112=221 112=221 112=221").Text, "\n")
			return shownError(lead)
		}, "ends with your answer"},
		{"match.ErrPlanFull", match.ErrPlanFull, func(tb table) error {
			press, _ := control(tb.t, plans(tb, "112>121>211 112=221"), "Confirm")
			m := tb.match("m1")
			full := play.Seat{Match: "m1", Player: bob, Plans: []play.Plan{
				{At: m.Game.Position().String(), Lines: fullPlan(tb.t, &m.Match)}}}
			tb.do(func(tx play.Tx) error { return tx.SaveSeat(tb.t.Context(), full) })
			_, err := tb.pressed(onPanel(tb.call(bob), press))
			return err
		}, "up to 32 lines"},
		{"play.ErrNotesFull", play.ErrNotesFull, func(tb table) error {
			id := tb.start()
			full := play.Seat{Match: id, Player: bob, Notes: make([]play.Note, play.MaxNotes)}
			for i := range full.Notes {
				full.Notes[i].Moment = i + 1
			}
			tb.do(func(tx play.Tx) error { return tx.SaveSeat(tb.t.Context(), full) })
			c := tb.call(bob)
			c.ID, c.Submitted, c.Input = ui.ID{Verb: ui.SubmitNote, Match: id}, true, "one more"
			_, err := tb.pressed(c)
			return err
		}, "200 notes"},
	}
}

// shownError is the text of a reply that shows the current match instead of an error.
type shownError string

func (e shownError) Error() string { return string(e) }

// meetStale presses a control and returns the text of the reply as an error.
func meetStale(tb table, p match.PlayerID, id ui.ID) error {
	reply := tb.ok(tb.press(p, id))
	require.Contains(tb.t, reply.Message.Text, "\n", "how the game stands")
	lead, _, _ := strings.Cut(reply.Message.Text, "\n")
	return shownError(lead)
}

// paused starts a match and pauses it.
func (tb table) paused() match.ID {
	id := tb.start()
	tb.ask(id, alice, match.ToPause)
	_, err := tb.service().AnswerOffer(tb.t.Context(), actor(bob), play.Ref{ID: id, Ply: play.AnyPly}, match.ToPause, true)
	require.NoError(tb.t, err)
	return id
}

// unmet are errors that no person gets unless the program has a defect.
func unmet() map[string]string {
	return map[string]string{
		"play.ErrUnjudged":      "of what happens by itself",
		"match.ErrTooEarly":     "of what happens by itself",
		"match.ErrTimeUp":       "the other side is asked for a takeback then; and of what happens by itself",
		"match.ErrDuration":     "what is given is fixed",
		"match.ErrTooFast":      "a vacation leaves out such a game",
		"match.ErrAway":         "a vacation leaves out such a game",
		"match.ErrNotAway":      "a vacation that ends leaves out such a game",
		"match.ErrNothingLost":  "of what happens by itself",
		"match.ErrHeld":         "of what happens by itself",
		"match.ErrNotHeld":      "of what happens by itself",
		"match.ErrNotSuspended": "of what happens by itself",
		"match.ErrNotFree":      "the other side is asked then",
		"match.ErrKept":         "it stays kept; and of what happens by itself",
		"match.ErrHintsUsed":    "it is said how many there were",
		"match.ErrNotTheirTurn": "the panel of the turn that it is now is shown",
		"play.ErrStarts":        "said with when there is another",
		"play.ErrVacation":      "said with how much there is",
		"play.ErrExists":        "the service tries another id",
		"play.ErrCrossed":       "the challenge that waits is shown",
		"play.ErrSame":          "the challenge that waits is shown",
		"play.ErrGone":          "of an Announcer, met when a game is told",
		"play.ErrFull":          "of a Threads, met when a game is told",
		"play.ErrUnfit":         "of a Threads, met when a game is told",
		"play.ErrLeaseLost":     "of a Tx, met by a worker",
		"play.ErrNobody":        "of a command of whoever runs the bot",
		"play.ErrClosed":        "of an Announcer, met when a game is told",
	}
}

// TestRefusals: each refusal of match and play has a text, and all other texts and errors are in unmet.
func TestRefusals(t *testing.T) {
	t.Parallel()
	said, known := map[string]bool{}, unmet()
	for _, m := range slices.Concat(meetings(), staleMeetings(), planMeetings(), reviewMeetings()) {
		tb := newTable(t)
		err := m.meet(tb)
		require.Error(t, err, m.name)
		words, shown := err.(shownError)
		if !shown {
			require.ErrorIs(t, err, m.err, m.name)
			words = shownError(tb.refusal(err))
		}
		assert.Equal(t, tb.refusal(m.err), string(words), m.name)
		assert.Contains(t, words, m.want)
		said[string(words)], known[m.name] = true, "met"
	}
	for pkg, folder := range map[string]string{"match": "../rules/match", "play": "play"} {
		for _, name := range exportedErrors(t, folder) {
			assert.Contains(t, known, pkg+"."+name, "it is new: show here how it is met")
		}
	}
	shown := map[string]bool{}
	for _, m := range sourceMessages(t) {
		if strings.HasPrefix(m.id, "error.") {
			shown[m.other] = true
		}
	}
	assert.Equal(t, shown, said, "each is told somebody")
}

// exportedErrors returns the exported error variables of a package.
func exportedErrors(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	require.NoError(t, err)
	var names []string
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		for _, decl := range file.Decls {
			names = append(names, errorsIn(decl)...)
		}
	}
	require.NotEmpty(t, names, folder)
	return names
}

func errorsIn(decl ast.Decl) (names []string) {
	general, ok := decl.(*ast.GenDecl)
	if !ok {
		return nil
	}
	for _, spec := range general.Specs {
		value, ok := spec.(*ast.ValueSpec)
		if ok && strings.HasPrefix(value.Names[0].Name, "Err") {
			names = append(names, value.Names[0].Name)
		}
	}
	return names
}
