package gateway

import "sync"

// signal is something that happens once.
type signal struct {
	c   chan struct{} // closed when it has happened
	set func()        // it happens; more often is the same
}

func newSignal() *signal {
	s := &signal{c: make(chan struct{})}
	s.set = sync.OnceFunc(func() { close(s.c) })
	return s
}

// happened reports whether it has.
func (s *signal) happened() bool {
	select {
	case <-s.c:
		return true
	default:
		return false
	}
}
