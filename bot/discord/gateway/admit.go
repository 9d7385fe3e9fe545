package gateway

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/gorilla/websocket"
)

// receive carries packets from the gateway to discordgo.
func (r *relay) receive(up, down *websocket.Conn) error {
	for {
		_, line, err := up.ReadMessage()
		if err != nil {
			return err
		}
		var p packet
		if json.Unmarshal(line, &p) != nil && r.interval.Load() != 0 {
			continue // what cannot be read has nothing for us
		}
		forward, err := r.admit(up, p)
		if err != nil {
			return err
		}
		if forward == nil {
			r.at.advance(p.Seq)
			continue
		}
		if p.Type == createEvent {
			r.pending.Add(1)
		}
		if err := r.hand(down, forward); err != nil {
			return err
		}
		r.at.advance(p.Seq)
	}
}

// admit returns what discordgo is to get for p, nil for nothing. The error ends the connection.
func (r *relay) admit(up *websocket.Conn, p packet) ([]byte, error) {
	if r.interval.Load() == 0 {
		every, err := parseHello(p)
		if err != nil {
			return nil, err
		}
		r.interval.Store(int64(every))
		return newPacket(opHello, "", map[string]int64{"heartbeat_interval": every.Milliseconds()}), nil
	}
	switch p.Op {
	case opDispatch:
		return r.event(p), nil
	case opHeartbeat:
		return nil, r.beat(up)
	case opReconnect:
		r.asked.set()
	case opInvalid:
		if string(p.Data) != "true" {
			r.at.forget()
		}
		return nil, errInvalid
	case opAck:
		if r.opened { // before, discordgo would wait for itself
			return newPacket(opAck, "", nil), nil
		}
	}
	return nil, nil
}

// event returns what discordgo is to get for an event.
func (r *relay) event(p packet) []byte {
	switch p.Type {
	case readyEvent:
		r.at.begin(p.Data)
		r.opened = true
		r.ready.set()
		return newPacket(opDispatch, readyEvent, struct{}{})
	case resumedEvent:
		r.opened = true
		r.ready.set()
		return newPacket(opDispatch, resumedEvent, struct{}{})
	case createEvent:
		r.opened = true
		return newPacket(opDispatch, interactionEvent, p.Data)
	}
	return nil
}

// send carries packets from discordgo to the gateway.
func (r *relay) send(up, down *websocket.Conn) error {
	for {
		_, line, err := down.ReadMessage()
		if err != nil {
			return err
		}
		var p packet
		if err := json.Unmarshal(line, &p); err != nil {
			return err
		}
		switch p.Op {
		case opHeartbeat:
			err = r.beat(up)
		case opIdentify:
			err = r.identify(up, line)
		}
		if err != nil {
			return err
		}
	}
}

// beat sends a heartbeat.
func (r *relay) beat(up *websocket.Conn) error {
	var last any // null before the first event
	if seq := r.at.now().Seq; seq > 0 {
		last = seq
	}
	return r.write(up, websocket.TextMessage, newPacket(opHeartbeat, "", last))
}

// identify sends IDENTIFY, or RESUME in its place.
func (r *relay) identify(up *websocket.Conn, line []byte) error {
	r.yield()
	if !r.resuming {
		r.at.forget()
		if err := r.start(); err != nil {
			return err
		}
		return r.write(up, websocket.TextMessage, line)
	}
	var own struct {
		Data struct {
			Token string `json:"token"`
		} `json:"d"`
	}
	from := r.at.now()
	if err := json.Unmarshal(line, &own); err != nil || from.Session == "" {
		return errors.Join(errUnresumed, err)
	}
	return r.write(up, websocket.TextMessage, newPacket(opResume, "", map[string]any{"token": own.Data.Token,
		"session_id": from.Session, "seq": from.Seq}))
}

// write sends a message of a kind to the gateway.
func (r *relay) write(up *websocket.Conn, kind int, line []byte) error {
	r.writing.Lock()
	defer r.writing.Unlock()
	late := time.AfterFunc(writeLimit, func() { r.end(errSlow) })
	defer late.Stop()
	return up.WriteMessage(kind, line)
}

// hand hands a packet to discordgo.
func (r *relay) hand(down *websocket.Conn, line []byte) error {
	late := time.AfterFunc(writeLimit, func() { r.end(errSlow) })
	defer late.Stop()
	return down.WriteMessage(websocket.TextMessage, line)
}
