package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// call is one REST request of the bot, read and allowed.
type call struct {
	*http.Request
	version int
	raw     []byte
	body    any // the JSON of the body or of payload_json; nil when there was none
	files   []upload
}

// handler answers a call with a status and a body (nil for none), or refuses. Handlers run without
// the lock.
type handler func(*call) (int, any, *apiError)

// restRoutes registers what the bot may call, below /api/v9 and /api/v10.
func (s *Server) restRoutes(mux *http.ServeMux) {
	add := func(pattern string, h handler) {
		method, path, _ := strings.Cut(pattern, " ")
		mux.HandleFunc(method+" /api/{version}"+path, s.serveREST(h))
	}
	s.userRoutes(add)
	s.guildRoutes(add)
	s.channelRoutes(add)
	s.commandRoutes(add)
	s.emojiRoutes(add)
	s.interactionRoutes(add)
	mux.HandleFunc("/api/", s.serveREST(func(c *call) (int, any, *apiError) {
		return 0, nil, errUnhandled(c.Method + " " + c.URL.Path)
	}))
}

// serveREST does what is common to all calls: body, record, faults, who calls, and the form of the
// answer.
func (s *Server) serveREST(h handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			s.refuse(w, r, errTooLarge())
			return
		}
		s.record(r, raw)
		c := &call{Request: r, raw: raw}
		s.withFault(w, r, func(w http.ResponseWriter) {
			refusal := s.keepPace(w.Header(), r)
			if refusal == nil {
				refusal = s.admit(c)
			}
			if refusal != nil {
				s.refuse(w, r, refusal)
				return
			}
			status, body, refusal := h(c)
			if refusal != nil {
				s.refuse(w, r, refusal)
				return
			}
			s.answer(w, r, status, body)
		})
	}
}

// admit checks who calls and reads the body.
func (s *Server) admit(c *call) *apiError {
	switch c.PathValue("version") {
	case "v9":
		c.version = 9
	case "v10":
		c.version = 10
	case "":
	default:
		return refuse(http.StatusBadRequest, 50041, "Invalid API version specified")
	}
	if !regexp.MustCompile(`^DiscordBot \(.+, .+\)`).MatchString(c.UserAgent()) {
		return errUserAgent()
	}
	token, open := c.Header.Get("Authorization"), tokenInPath(c.URL.Path)
	if token != "Bot "+s.token() && (token != "" || !open) {
		return errUnauthorized()
	}
	return c.readBody()
}

// tokenInPath tells whether a call carries its right in its address: the gateway's address,
// callbacks and webhooks.
func tokenInPath(path string) bool {
	return strings.HasSuffix(path, "/gateway") || strings.Contains(path, "/webhooks/") ||
		strings.Contains(path, "/interactions/")
}

// readBody reads JSON, or the parts of a form with payload_json and files.
func (c *call) readBody() *apiError {
	if len(c.raw) == 0 {
		return nil
	}
	kind, params, err := mime.ParseMediaType(c.Header.Get("Content-Type"))
	switch {
	case err == nil && kind == "application/json":
		return c.readJSON(c.raw)
	case err == nil && kind == "multipart/form-data":
		return c.readParts(params["boundary"])
	}
	return refuse(http.StatusBadRequest, 50035, "Expected \"Content-Type\" header to be one of "+
		"{'multipart/form-data', 'application/json'}.")
}

// readJSON keeps numbers as they are written.
func (c *call) readJSON(data []byte) *apiError {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(&c.body); err != nil || dec.More() {
		return errJSON()
	}
	return nil
}

// readParts reads a multipart form: payload_json, and files[n] with distinct n.
func (c *call) readParts(boundary string) *apiError {
	reader := multipart.NewReader(bytes.NewReader(c.raw), boundary)
	seen := map[int]bool{}
	for {
		part, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return refuse(http.StatusBadRequest, 50035, "Invalid multipart body")
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return refuse(http.StatusBadRequest, 50035, "Invalid multipart body")
		}
		if part.FormName() == "payload_json" {
			if refusal := c.readJSON(data); refusal != nil {
				return refusal
			}
			continue
		}
		n, ok := fileIndex(part.FormName())
		switch {
		case !ok || seen[n] || part.FileName() == "":
			return refuse(http.StatusBadRequest, 50046, "Invalid file uploaded")
		case len(data) > maxFile:
			return errTooLarge()
		}
		seen[n] = true
		c.files = append(c.files, upload{n, part.FileName(), data})
	}
	if len(c.files) > maxFiles {
		return errTooManyFiles()
	}
	return nil
}

// fileIndex reads "files[n]".
func fileIndex(name string) (int, bool) {
	digits, ok := strings.CutPrefix(name, "files[")
	digits, closed := strings.CutSuffix(digits, "]")
	n, err := strconv.Atoi(digits)
	return n, ok && closed && err == nil && n >= 0
}

// form gives the body as an object to be checked; no body is an empty object.
func (c *call) form() form {
	obj, ok := c.body.(map[string]any)
	f := newForm(obj)
	if !ok && c.body != nil {
		f.complain("", "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
	}
	return f
}

// id reads an id in the address; what is no number fits nothing.
func (c *call) id(name string) Snowflake {
	id, err := ParseSnowflake(c.PathValue(name))
	if err != nil {
		return 0
	}
	return id
}

// refuse writes a refusal; loudly when the sandbox is at fault.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, why *apiError) {
	s.log().Debug("refused", "call", r.Method+" "+r.Pattern, "err", why)
	if why.Unhandled != "" {
		s.mu.Lock()
		s.unhandledLocked(why.Unhandled)
		s.mu.Unlock()
	}
	if why.Status == http.StatusTooManyRequests {
		slowDown(w.Header(), why)
	}
	s.answer(w, r, why.Status, why.body())
}

// answer writes a status and JSON, nothing for a nil body.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, status int, body any) {
	if body == nil {
		w.WriteHeader(status)
		return
	}
	data, err := json.Marshal(body)
	if err != nil {
		panic(err) // plain data
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(absolute(data, "http://"+host(r))) //nolint:errcheck // the bot has gone
}

// absolute puts the server's address before the paths of files in JSON that goes to the bot.
func absolute(data []byte, base string) []byte {
	for _, key := range []string{`"url":"`, `"proxy_url":"`} {
		data = bytes.ReplaceAll(data, []byte(key+"/cdn/"), []byte(key+base+"/cdn/"))
	}
	return data
}
