package server

import (
	"encoding/json"
	"mime"
	"net/http"
	"strings"
)

// record writes a request as a line of JSON, for a checker of Discord's OpenAPI document.
func (a *api) record(r *http.Request, raw []byte) {
	if a.Record == nil {
		return
	}
	line := struct {
		Name        string          `json:"name"`
		Method      string          `json:"method"`
		Path        string          `json:"path"`
		ContentType string          `json:"content_type"`
		Body        json.RawMessage `json:"body,omitempty"`
	}{Name: strings.Replace(r.Pattern, "/api/{version}", "", 1),
		Method: r.Method, Path: r.URL.RequestURI(),
		ContentType: r.Header.Get("Content-Type"), Body: recordBody(r, raw)}
	data, err := json.Marshal(line)
	if err != nil {
		a.Log().Error("record", "err", err)
		return
	}
	a.recordMu.Lock()
	defer a.recordMu.Unlock()
	if _, err := a.Record.Write(append(data, '\n')); err != nil {
		a.Log().Error("record", "err", err)
	}
}

// recordBody returns JSON as it is, and anything else as a JSON string.
func recordBody(r *http.Request, raw []byte) json.RawMessage {
	if len(raw) == 0 {
		return nil
	}
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind == "application/json" && json.Valid(raw) {
		return raw
	}
	text, err := json.Marshal(string(raw))
	if err != nil {
		return nil
	}
	return text
}
