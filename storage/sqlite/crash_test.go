package sqlite_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/storage/sqlite"
	"madbot/storage/storagetest"
)

// crashEnv makes this binary write to the database it names until it is killed.
const crashEnv = "MADBOT_TEST_CRASH_DB"

func TestMain(m *testing.M) {
	if path := os.Getenv(crashEnv); path != "" {
		if err := writeForever(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(1) // it should only end by being killed
	}
	os.Exit(m.Run())
}

// ack is what the child prints after each stored event.
type ack struct {
	id   match.ID
	seq  int
	ply  int
	turn string // "-": the event is not a turn
}

// TestCrash kills a process that writes, again and again on one file. Everything it has acknowledged is there, each
// turn with its event and its job, and nothing is there in part.
func TestCrash(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	path := filepath.Join(t.TempDir(), "mad.db")
	var all []ack
	for round := range 3 {
		acks := crash(ctx, t, path, 60+50*round)
		all = append(all, acks...)
		requireKept(t, path, all)
	}
}

// crash runs the child, kills it after n acknowledgements, and returns all of them.
func crash(ctx context.Context, t *testing.T, path string, n int) []ack {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	child := exec.CommandContext(ctx, program)
	child.Env = append(os.Environ(), crashEnv+"="+path)
	child.Stderr = t.Output()
	out, err := child.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, child.Start())

	var acks []ack
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadString('\n')
		if err == io.EOF { // the last line may be cut off
			break
		}
		require.NoError(t, err)
		var a ack
		_, err = fmt.Sscan(line, &a.id, &a.seq, &a.ply, &a.turn)
		require.NoError(t, err, line)
		if acks = append(acks, a); len(acks) == n {
			require.NoError(t, child.Process.Kill())
		}
	}
	require.ErrorContains(t, child.Wait(), "signal: killed")
	require.GreaterOrEqual(t, len(acks), n)
	return acks
}

// requireKept reopens the database and looks for everything acknowledged.
func requireKept(t *testing.T, path string, acks []ack) {
	t.Helper()
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	require.NoError(t, err)
	defer func() { assert.NoError(t, db.Close()) }()
	assert.Empty(t, storagetest.Faults(t, db))

	jobs := map[string]play.Job{} // nothing was announced, so each job is still there and can be claimed
	for _, j := range playtest.Claim(t, db, 1e6, time.Minute) {
		jobs[j.Subject] = j
	}
	for _, a := range acks {
		m, err := db.Match(t.Context(), a.id)
		require.NoError(t, err)
		all := events(t, db, a.id)
		require.Len(t, all, m.Seq, "an event by half")
		require.Equal(t, steps(&m), jobs[play.Subject(play.JobTell, a.id)].Version, "its job is scheduled with each step")
		require.Equal(t, steps(&m), m.Serial, "its delivery counts each step")
		e := all[a.seq-1]
		require.Equal(t, a.seq, e.Seq)
		require.Equal(t, a.ply, e.Ply)
		if a.turn != "-" {
			require.Equal(t, a.turn, m.Game.Turns()[a.ply-1].String())
		}
	}
}

// steps returns the number of units of work that made m: the challenge, its acceptance, and one a turn.
func steps(m *play.Match) int {
	if m.Status == match.Proposed {
		return 1
	}
	return 2 + m.Game.Ply()
}

// writeForever plays matches on the database at path, four at a time, and prints an ack for each event. It returns only
// on an error.
func writeForever(path string) error {
	ctx := context.Background()
	db, err := sqlite.Open(ctx, path, sqlite.Options{})
	if err != nil {
		return err
	}
	errs := make(chan error)
	for range 4 {
		go func() {
			for {
				if err := writeMatch(ctx, db); err != nil {
					errs <- err
					return
				}
			}
		}()
	}
	return <-errs
}

// writeMatch plays a match of random turns.
func writeMatch(ctx context.Context, db *sqlite.DB) error {
	id := match.ID(fmt.Sprintf("m%015x", rand.Uint64()>>4))
	proposed, events, err := match.Propose(match.Proposal{ID: id, By: "1", To: "2",
		Terms: match.Terms{Options: rules.Options{Board: rules.Board5x5, StallLimit: 8}}}, playtest.Now())
	if err != nil {
		return err
	}
	m := play.Match{Match: proposed, Delivery: play.Delivery{Serial: 1}}
	err = db.Do(ctx, func(tx play.Tx) error {
		if err := tx.CreateMatch(ctx, m, events); err != nil {
			return err
		}
		if err := tx.Schedule(ctx, play.JobFlag, play.Subject(play.JobFlag, id), playtest.Now().Add(time.Hour)); err != nil {
			return err
		}
		return tx.Schedule(ctx, play.JobTell, play.Subject(play.JobTell, id), playtest.Now())
	})
	if err != nil {
		return err
	}
	for printAck(&m.Match); m.Status.IsOpen(); printAck(&m.Match) {
		if m, err = writeStep(ctx, db, id); err != nil {
			return err
		}
	}
	return nil
}

// writeStep accepts a match or plays a turn in it, and counts it in the match's delivery.
func writeStep(ctx context.Context, db *sqlite.DB, id match.ID) (m play.Match, err error) {
	err = db.Do(ctx, func(tx play.Tx) error {
		m, err = play.Change(ctx, playtest.At(tx, playtest.Now()), play.Ref{ID: id, Ply: play.AnyPly}, randomStep)
		return err
	})
	return m, err
}

// randomStep accepts m or plays a random turn.
func randomStep(tx play.Tx, m *play.Match) (events []match.Event, err error) {
	if m.Status == match.Proposed {
		events, err = m.As("2").Accept(rules.Red, tx.Now())
	} else {
		p := m.Game.Position()
		turns := p.AppendTurns(nil)
		events, err = m.As(m.ToMove()).Play(turns[rand.IntN(len(turns))], tx.Now())
	}
	m.Serial++
	return events, err
}

// printAck prints the ack of m's last turn, or of its last event if it has no turns, in one write.
func printAck(m *match.Match) {
	a := ack{m.ID, m.Seq, m.Game.Ply(), "-"}
	if a.ply > 0 {
		a.turn = m.Game.Turns()[a.ply-1].String()
		a.seq = a.ply + 2 // the challenge and its acceptance come before the turns
	}
	fmt.Printf("%s %d %d %s\n", a.id, a.seq, a.ply, a.turn)
}
