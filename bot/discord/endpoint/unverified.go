package endpoint

import (
	"container/list"
	"context"
	"io"
	"net"
	"sync"
)

const (
	maxUnverified = 256     // at the same time
	maxUnsigned   = 4 << 20 // total bytes of their bodies
)

// unverified are the connections that have not sent a valid signature yet. If there are too many, or their requests
// are too large together, the oldest are closed: Discord sends its requests whole, within milliseconds.
type unverified struct {
	mu    sync.Mutex
	line  list.List // of *visitor, oldest first
	known map[net.Conn]*list.Element
	bytes int
}

type unverifiedConn struct {
	conn  net.Conn
	bytes int
}

// connKey is the context key of a request's connection.
type connKey struct{}

// add adds a connection and returns the context for its requests.
func (v *unverified) add(ctx context.Context, c net.Conn) context.Context {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.known == nil {
		v.known = map[net.Conn]*list.Element{}
	}
	v.known[c] = v.line.PushBack(&unverifiedConn{conn: c})
	v.evictLocked()
	return context.WithValue(ctx, connKey{}, c)
}

// remove removes a connection that has closed or is known to be Discord's.
func (v *unverified) remove(c net.Conn) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.removeLocked(c)
}

func (v *unverified) removeLocked(c net.Conn) {
	if place := v.known[c]; place != nil {
		v.bytes -= place.Value.(*unverifiedConn).bytes
		v.line.Remove(place)
		delete(v.known, c)
	}
}

// addBytes records that n more bytes have arrived on a connection.
func (v *unverified) addBytes(c net.Conn, n int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if place := v.known[c]; place != nil {
		place.Value.(*unverifiedConn).bytes += n
		v.bytes += n
		v.evictLocked()
	}
}

// evictLocked closes the oldest connections until the limits are met.
func (v *unverified) evictLocked() {
	for v.line.Len() > maxUnverified || v.bytes > maxUnsigned {
		first := v.line.Front().Value.(*unverifiedConn).conn
		_ = first.Close() // fails its request
		v.removeLocked(first)
	}
}

// countedBody is the body of a request, counted for its connection.
type countedBody struct {
	io.ReadCloser
	all *unverified
	on  net.Conn
}

func (c countedBody) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.all.addBytes(c.on, n)
	return n, err
}
