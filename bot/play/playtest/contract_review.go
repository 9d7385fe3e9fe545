package playtest

import (
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/tries"
	"madbot/rules/match"
	"madbot/rules/rating"
)

// testReviews: reviews are read back equal, and counted while in progress and by person.
func testReviews(f fixture) {
	for _, id := range []match.ID{"m", "n", "o"} {
		f.start(id, terms(), 0)
	}
	begun := play.Review{Match: "m", Asker: alice, Asked: at(1), All: 30, Version: "7"}
	further, made := begun, begun
	further.Done = 11
	made.Done, made.Made, made.Found = 30, at(2), []byte(`[{"Best":1,"Score":-3}]`)
	failed := made
	failed.Found = nil
	for _, r := range []play.Review{begun, further, made, failed, begun} {
		f.do(func(tx play.Tx) error {
			require.NoError(f, tx.SaveReview(f.Context(), r))
			got, err := tx.Review(f.Context(), "m")
			require.Equal(f, r, got)
			return err
		})
		equals(f, r)(f.Review(f.Context(), "m"))
	}
	equals(f, play.Review{Match: "n"})(f.Review(f.Context(), "n"))
	f.do(func(tx play.Tx) error {
		require.NoError(f, tx.SaveReview(f.Context(), play.Review{Match: "n", Asker: bob, Asked: at(3)}))
		return tx.SaveReview(f.Context(), play.Review{Match: "o", Asker: bob, Asked: at(4), Made: at(5)})
	})
	load := in(f, func(tx play.Tx) (play.ReviewLoad, error) { return tx.ReviewLoad(f.Context(), bob, at(4)) })
	assert.Equal(f, play.ReviewLoad{All: 2, Own: 1, Asked: 1}, load)
	require.Error(f, f.Do(f.Context(), func(tx play.Tx) error {
		return tx.SaveReview(f.Context(), play.Review{Match: "nothere", Asker: bob, Asked: at(3)})
	}))
}

// testPuzzles: tries, numbers and own puzzles are read back equal, newest try first, and a try cannot be stored twice.
// Removing a player removes them.
func testPuzzles(f fixture) {
	for _, id := range []match.ID{"m", "n"} {
		f.start(id, terms(), 0)
	}
	hers := []tries.Try{try(alice, "q", 2), try(alice, "p", 1)}
	easy, hard := tries.Number{Puzzle: "p", Rating: hers[0].After}, tries.Number{Puzzle: "p", Rating: hers[1].After}
	elsewhere := own("n", bob, 5)
	elsewhere.Guild = ""
	for _, t := range []tries.Try{hers[1], try(bob, "p", 1), hers[0]} {
		f.do(func(tx play.Tx) error { return tx.AddPuzzleTry(f.Context(), t) })
	}
	f.do(func(tx play.Tx) error {
		equals(f, tries.Number{Puzzle: "p"})(tx.PuzzleNumber(f.Context(), "p"))
		require.NoError(f, tx.SavePuzzleNumber(f.Context(), easy))
		require.NoError(f, tx.SavePuzzleNumber(f.Context(), hard))
		for _, o := range []tries.Own{own("n", alice, 4), own("m", alice, 1), own("m", bob, 2), own("m", alice, 3), elsewhere} {
			require.NoError(f, tx.SaveOwnPuzzle(f.Context(), o))
		}
		got, err := tx.PuzzleNumber(f.Context(), "p")
		assert.Equal(f, hard, got)
		return err
	})
	for _, wrong := range []tries.Try{try(alice, "p", 3), try(alice, "r", 2)} {
		assert.Error(f, f.Do(f.Context(), func(tx play.Tx) error { return tx.AddPuzzleTry(f.Context(), wrong) }))
	}
	require.Error(f, f.Do(f.Context(), func(tx play.Tx) error {
		return tx.SaveOwnPuzzle(f.Context(), own("nothere", alice, 1))
	}))
	f.hasPuzzles(hers, []tries.Own{own("m", alice, 3), own("n", alice, 4)})
	f.hasHere(2, own("m", alice, 3), own("m", bob, 2))
	equals(f, []tries.Number{hard})(f.PuzzleNumbers(f.Context()))
	f.do(func(tx play.Tx) error { return tx.Rename(f.Context(), "n", alice, match.Former+"x") })
	f.hasPuzzles(hers, []tries.Own{own("m", alice, 3)})
	f.do(func(tx play.Tx) error { return tx.RemovePlayer(f.Context(), alice) })
	f.hasPuzzles(nil, nil)
	f.hasHere(9, own("m", bob, 2))
}

// testOneTry: of many concurrent tries by a person at one puzzle, only the first counts, and all get its result. Tries
// at other puzzles and by others count independently, and each changes the puzzle's number.
func testOneTry(f fixture) {
	const each = 6
	of := []tries.Try{{Player: alice, Puzzle: "p"}, {Player: alice, Puzzle: "q"}, {Player: bob, Puzzle: "p"}}
	made := make([]tries.Result, each*len(of))
	f.atOnce(len(made), func(i int) {
		one := of[i%len(of)]
		one.At, one.Right = at(i), i%2 == 0
		assert.NoError(f, f.Do(f.Context(), func(tx play.Tx) (err error) {
			made[i], err = tries.Add(f.Context(), tx, one, tries.Fresh(one.Puzzle, 1500))
			return err
		}))
	})
	counts := map[tries.Try]int{}
	for i, r := range made {
		assert.Equal(f, of[i%len(of)].Puzzle, r.Puzzle)
		if r.First {
			counts[r.Try]++
		}
	}
	assert.Len(f, counts, len(of))
	for i, r := range made {
		assert.Equal(f, 1, counts[r.Try], i)
	}
	hasLen(f, 2)(f.PuzzleTries(f.Context(), alice))
	numbers, err := f.PuzzleNumbers(f.Context())
	require.NoError(f, err)
	deviations := map[string]float64{}
	for _, n := range numbers {
		deviations[n.Puzzle] = n.Deviation
	}
	assert.Less(f, deviations["p"], deviations["q"], "two people tried it")
}

// hasHere checks the first puzzles from games on server 7.
func (f fixture) hasHere(limit int, want ...tries.Own) {
	f.Helper()
	equals(f, want)(f.GuildPuzzles(f.Context(), "7", limit))
}

func try(p match.PlayerID, puzzle string, n int) tries.Try {
	return tries.Try{Player: p, Puzzle: puzzle, N: n, Right: n == 1, Hinted: n == 2, At: at(n),
		After: rating.Rating{Points: 1178.1234567890123 + float64(n), Deviation: 1 / 3.0}}
}

func own(id match.ID, p match.PlayerID, ply int) tries.Own {
	return tries.Own{Match: id, Player: p, Guild: "7", Ply: ply, Turn: "211xb3", Wins: ply == 3}
}

// hasPuzzles checks Alice's tries, and the puzzles from her games.
func (f fixture) hasPuzzles(tried []tries.Try, own []tries.Own) {
	f.Helper()
	equals(f, tried)(f.PuzzleTries(f.Context(), alice))
	f.do(func(tx play.Tx) error { equals(f, tried)(tx.PuzzleTries(f.Context(), alice)); return nil })
	equals(f, own)(f.OwnPuzzles(f.Context(), alice))
}
