package discord

import (
	"bufio"
	"net"
	"net/http"

	"github.com/gorilla/websocket"
)

// accept answers the WebSocket handshake that comes over conn.
func accept(conn net.Conn) (*websocket.Conn, error) {
	read := bufio.NewReader(conn)
	r, err := http.ReadRequest(read)
	if err != nil {
		return nil, err
	}
	w := hijacked{http.Header{}, conn, bufio.NewReadWriter(read, bufio.NewWriter(conn))}
	return new(websocket.Upgrader).Upgrade(w, r, nil)
}

// hijacked is the http.ResponseWriter of a handshake on a connection that no http.Server has.
type hijacked struct {
	header http.Header
	conn   net.Conn
	rw     *bufio.ReadWriter
}

// Header implements http.ResponseWriter.
func (h hijacked) Header() http.Header { return h.header }

// Write implements http.ResponseWriter. A handshake is only written to when it is refused.
func (h hijacked) Write(p []byte) (int, error) { return len(p), nil }

// WriteHeader implements http.ResponseWriter.
func (h hijacked) WriteHeader(int) {}

// Hijack implements http.Hijacker.
func (h hijacked) Hijack() (net.Conn, *bufio.ReadWriter, error) { return h.conn, h.rw, nil }
