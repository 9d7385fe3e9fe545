package main

import (
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// clockEnv names a file with the offset of a process's clock.
const clockEnv = "MADBOT_TEST_CLOCK"

// movable returns the clock of the machine with the offset in a file, if there is one.
func movable(path string) func() time.Time {
	if path == "" {
		return time.Now
	}
	return func() time.Time {
		text, _ := os.ReadFile(path)
		by, _ := time.ParseDuration(string(text)) // no file, no offset
		return time.Now().Add(by)
	}
}

// The faults of Discord's REST interface.
const (
	noFault = iota
	outage
	storm
)

// spoil returns the fault of a call.
func (e *evening) spoil(*http.Request) *sandbox.Fault {
	switch e.fault.Load() {
	case outage:
		return &sandbox.Fault{Status: http.StatusInternalServerError, After: rand.IntN(4) == 0, Drop: rand.IntN(4) == 0}
	case storm:
		if rand.IntN(2) == 0 {
			return &sandbox.Fault{Status: http.StatusTooManyRequests, Global: rand.IntN(10) == 0,
				RetryAfter: 100*time.Millisecond + rand.N(time.Second)}
		}
	}
	return nil
}

// smallDisk returns a folder on a small disk of its own, "" if none can be mounted.
func smallDisk(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := syscall.Mount("madbot", folder, "tmpfs", 0, "size=256m"); err != nil {
		t.Logf("no disk that can be full: %v", err)
		return folder
	}
	t.Cleanup(func() { assert.NoError(t, syscall.Unmount(folder, syscall.MNT_DETACH)) })
	return folder
}

// goesWrong records a failure until the returned function is called.
func (e *evening) goesWrong() (done func()) {
	count := func(n int) {
		e.trouble.Lock()
		defer e.trouble.Unlock()
		e.wrong += n
		e.last = time.Now()
	}
	count(1)
	return func() { count(-1) }
}

// recovery is the maximum time that a process takes to recover from a failure.
const recovery = 20 * time.Second

// wentWrongSince reports whether something has failed after t, or so shortly before that processes may not have
// recovered.
func (e *evening) wentWrongSince(t time.Time) bool {
	e.trouble.RLock()
	defer e.trouble.RUnlock()
	return e.wrong > 0 || e.last.Add(recovery).After(t)
}

func (e *evening) isWrong() bool { return e.wentWrongSince(time.Now()) }

// misfortune is a failure at a minute of an evening of thirty minutes.
type misfortune struct {
	at   float64
	name string
	do   func(minute time.Duration)
}

// misfortunes returns all failures in order.
func (e *evening) misfortunes() []misfortune {
	during := func(begin, end func()) func(time.Duration) {
		return func(minute time.Duration) { begin(); time.Sleep(minute); end() }
	}
	at := func(f func()) func(time.Duration) { return func(time.Duration) { f() } }
	faulty := func(n int32) func(time.Duration) {
		return during(func() { e.fault.Store(n) }, func() { e.fault.Store(noFault) })
	}
	seen := sandbox.Permission(discordgo.PermissionViewChannel)
	return []misfortune{
		{1, "500s", faulty(outage)},
		{4, "429s", faulty(storm)},
		{7, "op 7", at(e.server.Reconnect)},
		{8, "op 9", at(e.server.InvalidateSession)},
		{9, "closed sockets", at(e.server.Drop)},
		{9.5, "close 4000", at(func() { e.server.CloseGateway(4000) })},
		{10, "sessions refused", during(func() { e.shut.Store(9); e.server.Drop() }, func() { e.shut.Store(0) })},
		{12, "PostgreSQL restarts", at(func() { e.restartStore(false) })},
		{14, "clock an hour ahead", during(func() { e.move("1h") }, func() { e.move("") })},
		{17, "permissions taken", during(func() { e.server.SetPermissions(e.place, seen) },
			func() {
				e.server.SetPermissions(e.place, seen|discordgo.PermissionSendMessages|discordgo.PermissionAttachFiles|
					discordgo.PermissionReadMessageHistory)
			})},
		{19, "a channel is deleted", at(func() { e.server.DeleteChannel(e.server.Channel("general")) })},
		{21, "disk full", func(time.Duration) { e.fill(min(10*time.Second, *lengthOfEvening/10)) }},
		{23, "PostgreSQL crashes", at(func() { e.restartStore(true) })},
		{25, "clock an hour behind", during(func() { e.move("-1h") }, func() { e.move("") })},
		{27, "sockets hang", at(e.hang)},
	}
}

// fail makes them happen.
func (e *evening) fail() {
	minute := *lengthOfEvening / 30
	for _, m := range e.misfortunes() {
		if !e.pause(time.Until(e.began.Add(time.Duration(m.at * float64(minute))))) {
			break
		}
		e.note("%s", m.name)
		done := e.goesWrong()
		m.do(minute)
		done()
	}
}

// hang makes the gateway's connections silent until the bot notices, which takes a minute.
func (e *evening) hang() {
	if e.balancer != nil || *lengthOfEvening < 10*time.Minute {
		return
	}
	come := e.server.Arrivals()
	e.server.Hang()
	assert.NoError(e.t, e.server.AwaitArrivals(e.ctx, come+1))
}

// move sets the clock of the last process.
func (e *evening) move(by string) {
	assert.NoError(e.t, os.WriteFile(e.clocks[len(e.clocks)-1], []byte(by), 0o600))
}

// restartStore restarts PostgreSQL, if that is the store.
func (e *evening) restartStore(crash bool) {
	if e.restart == nil {
		return
	}
	e.store.Lock()
	defer e.store.Unlock()
	assert.NoError(e.t, e.restart(crash))
}

// fill fills the disk for a while.
func (e *evening) fill(long time.Duration) {
	if e.disk == "" {
		return
	}
	var disk syscall.Statfs_t
	require.NoError(e.t, syscall.Statfs(e.disk, &disk))
	if disk.Blocks*uint64(disk.Bsize) > 1<<30 {
		return // it is not a small disk
	}
	free := fillDisk(e.t, e.disk)
	time.Sleep(long)
	free()
}

// fillDisk fills the disk of a folder until the returned function is called.
func fillDisk(t testing.TB, folder string) (free func()) {
	t.Helper()
	path := filepath.Join(folder, "full")
	f, err := os.Create(path)
	require.NoError(t, err)
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	assert.ErrorIs(t, err, syscall.ENOSPC)
	return func() {
		assert.NoError(t, f.Close())
		assert.NoError(t, os.Remove(path))
	}
}
