package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// call is an authorized REST request of the bot with its decoded body.
type call struct {
	*http.Request
	*world.State
	version int // 9 or 10
	raw     []byte
	body    any // JSON of the body or of payload_json; nil if there is none
	files   []check.Upload
}

func (c *call) form() check.Form { return check.NewForm(c.body) }

// id returns an id in the path, or 0 if it is not a number.
func (c *call) id(name string) wire.Snowflake {
	id, err := wire.ParseSnowflake(c.PathValue(name))
	if err != nil {
		return 0
	}
	return id
}

// admit authorizes the call and reads its body.
func (c *call) admit(want string) *check.Refusal {
	switch c.PathValue("version") {
	case "v9":
		c.version = 9
	case "v10":
		c.version = 10
	case "":
	default:
		return check.BadVersion
	}
	agent, named := strings.CutPrefix(c.UserAgent(), "DiscordBot (")
	url, rest, _ := strings.Cut(agent, ", ")
	if !named || url == "" || strings.Index(rest, ")") < 1 {
		return check.BadUserAgent
	}
	token, open := c.Header.Get("Authorization"), tokenInPath(c.URL.Path)
	if token != "Bot "+want && (token != "" || !open) {
		return check.Unauthorized
	}
	return c.readBody()
}

// tokenInPath reports whether a call needs no Authorization header: the gateway's address, callbacks and webhooks.
func tokenInPath(path string) bool {
	return strings.HasSuffix(path, "/gateway") || strings.Contains(path, "/webhooks/") ||
		strings.Contains(path, "/interactions/")
}

// readBody reads JSON, or a multipart form with payload_json and files.
func (c *call) readBody() *check.Refusal {
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
	return check.InvalidForm("Expected \"Content-Type\" header to be one of " +
		"{'multipart/form-data', 'application/json'}.")
}

// readJSON decodes JSON. Numbers keep their digits.
func (c *call) readJSON(data []byte) *check.Refusal {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(&c.body); err != nil || dec.More() {
		return check.InvalidJSON
	}
	return nil
}

// readParts reads a multipart form: payload_json, and files[n] with distinct n.
func (c *call) readParts(boundary string) *check.Refusal {
	reader := multipart.NewReader(bytes.NewReader(c.raw), boundary)
	for {
		part, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			return check.Uploads(c.files)
		}
		var data []byte
		if err == nil {
			data, err = io.ReadAll(part)
		}
		if err != nil {
			return check.InvalidForm("Invalid multipart body")
		}
		if part.FormName() == "payload_json" {
			if refusal := c.readJSON(data); refusal != nil {
				return refusal
			}
			continue
		}
		n, ok := fileIndex(part.FormName())
		if !ok {
			return check.BadFile
		}
		c.files = append(c.files, check.Upload{Index: n, Name: part.FileName(), Data: data})
	}
}

// fileIndex parses "files[n]".
func fileIndex(name string) (int, bool) {
	digits, ok := strings.CutPrefix(name, "files[")
	digits, closed := strings.CutSuffix(digits, "]")
	n, err := strconv.Atoi(digits)
	return n, ok && closed && err == nil && n >= 0
}
