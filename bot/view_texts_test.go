package bot

import (
	"fmt"
	"strings"
	"testing"

	"madbot/bot/ui"
	"madbot/rules/match"
)

// TestWhatPeopleSee compares the public message of every state of a match with a golden file.
func TestWhatPeopleSee(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	var out strings.Builder
	look := func(title string, id match.ID) {
		msg := tb.boardMessage(tb.match(id))
		fmt.Fprintf(&out, "== %s\n%s\n", title, msg.Text)
		if msg.Picture != nil {
			fmt.Fprintf(&out, "(%s)\n", msg.Picture.Alt)
		}
		for _, row := range msg.Rows {
			for _, b := range row.Buttons {
				fmt.Fprintf(&out, "[%s] ", b.Label)
			}
			out.WriteString("\n")
		}
		out.WriteString("\n")
	}
	tb.ok(tb.run(alice, "challenge", "board", "5x5", "side", "blue", "positioning", "false", "stall_limit", "30"))
	look("an open challenge", "m1")
	tb.ok(tb.press(alice, ui.ID{Verb: "withdraw", Match: "m1"}))
	look("withdrawn", "m1")
	tb.ok(tb.run(alice, "challenge", "opponent", string(bob)))
	look("a challenge to bob", "m2")
	tb.ok(tb.press(bob, ui.ID{Verb: "decline", Match: "m2"}))
	look("declined", "m2")
	id := tb.start()
	look("the match begins", id)
	tb.turns(id, "pass")
	look("a pass", id)
	tb.turns(id, "122>212>221")
	look("a rotation", id)
	tb.turns(id, "211-c4")
	look("a movement", id)
	tb.turns(id, "211xc4")
	look("an expulsion", id)
	tb.offer(id, bob)
	look("an offer to stop", id)
	tb.ok(tb.press(alice, ui.ID{Verb: "stop", Match: id, Ply: 4, Arg: ui.No}))
	look("refused", id)
	tb.offer(id, alice)
	look("offered the other way", id)
	tb.ok(tb.press(alice, ui.ID{Verb: "unoffer", Match: id, Ply: 4}))
	look("both have offered", id)
	tb.turns(id, "121=212")
	tb.offer(id, alice)
	tb.ok(tb.press(alice, ui.ID{Verb: "unoffer", Match: id, Ply: 5}))
	look("withdrawn by its maker", id)
	tb.set("e1", "6x4 b1d2a2b2c2d1a1c1 c3d5a5b5c5d6a6c6 r - 0 b")
	tb.turns("e1", "211xc3")
	look("the corvette expelled", "e1")
	tb.set("e2", "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 39 b")
	tb.turns("e2", "211-c4")
	look("stall", "e2")
	tb.set("e3", "6x4 b1d2a2b2c2d5a1c1 b6--a5b5c5a6d6c6 r - 0 r")
	tb.turns("e3", "212xd6+121=212")
	look("a bonus", "e3")
	golden(t, "texts.golden.txt", []byte(out.String()))
}
