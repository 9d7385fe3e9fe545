package endpoint

import (
	"container/list"
	"context"
	"io"
	"net"
	"sync"
)

const (
	maxVisitors = 256     // at the same time
	maxUnsigned = 4 << 20 // total bytes of their bodies
)

// visitors are the connections that have not sent a valid signature yet. If there are too many, or their requests
// are too large together, the oldest are closed: Discord sends its requests whole, within milliseconds.
type visitors struct {
	mu    sync.Mutex
	line  list.List // of *visitor, oldest first
	known map[net.Conn]*list.Element
	bytes int
}

type visitor struct {
	conn  net.Conn
	bytes int
}

// visitorKey is the context key of a request's connection.
type visitorKey struct{}

// enter adds a connection and returns the context for its requests.
func (v *visitors) enter(ctx context.Context, c net.Conn) context.Context {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.known == nil {
		v.known = map[net.Conn]*list.Element{}
	}
	v.known[c] = v.line.PushBack(&visitor{conn: c})
	v.boundLocked()
	return context.WithValue(ctx, visitorKey{}, c)
}

// leave removes a connection that has closed or is known to be Discord's.
func (v *visitors) leave(c net.Conn) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.removeLocked(c)
}

// removeLocked implements leave.
func (v *visitors) removeLocked(c net.Conn) {
	if place := v.known[c]; place != nil {
		v.bytes -= place.Value.(*visitor).bytes
		v.line.Remove(place)
		delete(v.known, c)
	}
}

// sent records that n more bytes have arrived on a connection.
func (v *visitors) sent(c net.Conn, n int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if place := v.known[c]; place != nil {
		place.Value.(*visitor).bytes += n
		v.bytes += n
		v.boundLocked()
	}
}

// boundLocked closes the oldest connections until the limits are met.
func (v *visitors) boundLocked() {
	for v.line.Len() > maxVisitors || v.bytes > maxUnsigned {
		first := v.line.Front().Value.(*visitor).conn
		_ = first.Close() // fails its request
		v.removeLocked(first)
	}
}

// counted is the body of a request, counted for its connection.
type counted struct {
	io.ReadCloser
	all *visitors
	on  net.Conn
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.all.sent(c.on, n)
	return n, err
}
