package endpoint

import (
	"container/list"
	"context"
	"io"
	"net"
	"sync"
)

const (
	maxVisitors = 256     // at once
	maxUnsigned = 4 << 20 // bytes of their bodies, together
)

// visitors are the connections of which nobody knows yet whether Discord is at their other end. When there are too
// many, or they have sent too much, those are closed that came first: a request of Discord comes whole, and is known,
// within milliseconds.
type visitors struct {
	mu    sync.Mutex
	line  list.List // of *visitor, as they came
	known map[net.Conn]*list.Element
	bytes int
}

// visitor is one of them.
type visitor struct {
	conn  net.Conn
	bytes int
}

// visitorKey is that of the connection in the context of its requests.
type visitorKey struct{}

// enter notes a connection, and returns the context for its requests.
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

// leave forgets a connection that has ended, or is Discord's.
func (v *visitors) leave(c net.Conn) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.removeLocked(c)
}

// removeLocked is leave.
func (v *visitors) removeLocked(c net.Conn) {
	if place := v.known[c]; place != nil {
		v.bytes -= place.Value.(*visitor).bytes
		v.line.Remove(place)
		delete(v.known, c)
	}
}

// sent notes that n bytes more have come on a connection.
func (v *visitors) sent(c net.Conn, n int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if place := v.known[c]; place != nil {
		place.Value.(*visitor).bytes += n
		v.bytes += n
		v.boundLocked()
	}
}

// boundLocked closes connections until there are not too many, nor too many bytes.
func (v *visitors) boundLocked() {
	for v.line.Len() > maxVisitors || v.bytes > maxUnsigned {
		first := v.line.Front().Value.(*visitor).conn
		_ = first.Close() // its request fails
		v.removeLocked(first)
	}
}

// counted is the body of a request on a connection.
type counted struct {
	io.ReadCloser
	all *visitors
	on  net.Conn
}

// Read implements io.Reader.
func (c counted) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.all.sent(c.on, n)
	return n, err
}
