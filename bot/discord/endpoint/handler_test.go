package endpoint

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
)

const (
	ping  = `{"id":"1","application_id":"2","type":1,"token":"t","version":1}`
	click = `{"id":"7","application_id":"2","type":3,"token":"t","data":{"custom_id":"go"},"channel_id":"4"}`
)

func noon() time.Time { return time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC) }

// pair returns a signing key and the Key that verifies it.
func pair(t *testing.T) (ed25519.PrivateKey, Key) {
	t.Helper()
	public, private, err := ed25519.GenerateKey(nil)
	require.NoError(t, err)
	key, err := ParseKey(hex.EncodeToString(public))
	require.NoError(t, err)
	return private, key
}

type sent struct{ method, stamp, signature, body string }

// signed returns a request with a valid signature.
func signed(key ed25519.PrivateKey, at time.Time, body string) sent {
	stamp := strconv.FormatInt(at.Unix(), 10)
	signature := ed25519.Sign(key, []byte(stamp+body))
	return sent{http.MethodPost, stamp, hex.EncodeToString(signature), body}
}

// request returns the HTTP request for s. Empty headers are left out.
func (s sent) request(url string) *http.Request {
	r := httptest.NewRequest(s.method, url, strings.NewReader(s.body))
	for name, value := range map[string]string{"X-Signature-Ed25519": s.signature, timestampHeader: s.stamp} {
		if value != "" {
			r.Header.Set(name, value)
		}
	}
	return r
}

// answered is the outcome of a request.
type answered struct {
	*httptest.ResponseRecorder
	got []*discord.Interaction
	log string
}

// serve handles requests at noon and returns the outcome of the last one.
func serve(key Key, requests ...sent) answered {
	var out answered
	var logs bytes.Buffer
	e := New(Config{Key: key, Now: noon, Log: slog.New(slog.NewTextHandler(&logs, nil))})
	h := e.server(func(in *discord.Interaction) { out.got = append(out.got, in) }, nil).Handler
	for _, s := range requests {
		out.ResponseRecorder = httptest.NewRecorder()
		h.ServeHTTP(out, s.request(Path))
	}
	out.log = logs.String()
	return out
}

func TestEndpoint_Answers(t *testing.T) {
	t.Parallel()
	private, key := pair(t)
	pong := serve(key, signed(private, noon(), ping))
	assert.Equal(t, http.StatusOK, pong.Code)
	assert.Equal(t, "application/json", pong.Header().Get("Content-Type"))
	assert.JSONEq(t, `{"type":1}`, pong.Body.String())
	assert.Empty(t, pong.got, "a ping is nobody else's business")

	for name, at := range map[string]time.Time{"now": noon(), "slow": noon().Add(-maxSkew), "ahead": noon().Add(maxSkew)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := serve(key, signed(private, at, click))
			assert.Equal(t, http.StatusAccepted, a.Code)
			assert.Empty(t, a.Body.String())
			assert.True(t, a.Flushed, "before it is handled")
			require.Len(t, a.got, 1)
			assert.Equal(t, "go", a.got[0].Data.CustomID)
		})
	}
}

// TestEndpoint_Refuses: requests with a wrong signature or an old timestamp are refused unread.
func TestEndpoint_Refuses(t *testing.T) {
	t.Parallel()
	private, key := pair(t)
	other, _ := pair(t)
	good := signed(private, noon(), click)
	with := func(change func(*sent)) sent { s := good; change(&s); return s }
	for name, c := range map[string]struct {
		sent
		code int
	}{
		"another key":        {signed(other, noon(), click), 401},
		"no signature":       {with(func(s *sent) { s.signature = "" }), 401},
		"no timestamp":       {with(func(s *sent) { s.stamp = "" }), 401},
		"signature cut":      {with(func(s *sent) { s.signature = s.signature[:126] }), 401},
		"half a digit":       {with(func(s *sent) { s.signature = s.signature[:127] }), 401},
		"signature too long": {with(func(s *sent) { s.signature += "00" }), 401},
		"not digits":         {with(func(s *sent) { s.signature = strings.Repeat("z", 128) }), 401},
		"zeros":              {with(func(s *sent) { s.signature = strings.Repeat("0", 128) }), 401},
		"another time":       {with(func(s *sent) { s.stamp = strconv.FormatInt(noon().Unix()+1, 10) }), 401},
		"another body":       {with(func(s *sent) { s.body = strings.Replace(s.body, "go", "gu", 1) }), 401},
		"longer body":        {with(func(s *sent) { s.body += " " }), 401},
		"ping, bad":          {with(func(s *sent) { s.body = ping }), 401},
		"not JSON, bad":      {with(func(s *sent) { s.body = "{" }), 401},
		"again, much later":  {signed(private, noon().Add(-6*time.Minute), click), 401},
		"too old by a bit":   {signed(private, noon().Add(-maxSkew-time.Second), click), 401},
		"from the future":    {signed(private, noon().Add(maxSkew+time.Second), click), 401},
		"no number":          {stamped(private, "noon", click), 401},
		"number too long":    {stamped(private, "99999999999999999999", click), 401},
		"before all time":    {stamped(private, "-9223372036854775808", click), 401},
		"old ping":           {signed(private, noon().Add(-time.Hour), ping), 401},
		"GET":                {with(func(s *sent) { s.method = http.MethodGet }), 405},
		"PUT":                {with(func(s *sent) { s.method = http.MethodPut }), 405},
		"huge":               {signed(private, noon(), `"`+strings.Repeat("x", maxBody)+`"`), 401},
		"empty":              {signed(private, noon(), ""), 400},
		"not JSON":           {signed(private, noon(), "{"), 400},
		"no object":          {signed(private, noon(), "[]"), 400},
		"no interaction":     {signed(private, noon(), `{"type":3}`), 400},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := serve(key, c.sent)
			assert.Equal(t, c.code, a.Code)
			assert.Empty(t, a.got)
			assert.NotContains(t, a.Body.String(), `"type":1`, "no pong")
		})
	}
	assert.Equal(t, http.StatusUnauthorized, serve(Key{}, good).Code, "a key that was not set knows nobody")
}

// stamped returns a request signed with the given timestamp.
func stamped(key ed25519.PrivateKey, stamp, body string) sent {
	return sent{http.MethodPost, stamp, hex.EncodeToString(ed25519.Sign(key, []byte(stamp+body))), body}
}

// TestEndpoint_LogsFew: repeated bad requests do not fill the log.
func TestEndpoint_LogsFew(t *testing.T) {
	t.Parallel()
	private, key := pair(t)
	bad := signed(private, noon(), click)
	bad.body += " "
	a := serve(key, bad, bad, bad)
	assert.Equal(t, 1, strings.Count(a.log, "\n"), a.log)
	assert.Contains(t, a.log, `why="bad signature"`)
}

func TestParseKey(t *testing.T) {
	t.Parallel()
	_, key := pair(t)
	text := hex.EncodeToString(key[:])
	got, err := ParseKey(strings.ToUpper(text))
	require.NoError(t, err)
	assert.Equal(t, key, got)
	for _, bad := range []string{"", text[:62], text[:63], text + "00", strings.Repeat("g", 64), " " + text[:63],
		strings.Repeat("0", 64), "01" + strings.Repeat("0", 60) + "80"} {
		_, err := ParseKey(bad)
		assert.ErrorIs(t, err, ErrKey, bad)
	}
}

// TestWeakKey: keys of small order, for which signatures can be forged, are refused.
func TestWeakKey(t *testing.T) {
	t.Parallel()
	s := sent{method: http.MethodPost, signature: "01" + strings.Repeat("0", 126), stamp: strconv.FormatInt(noon().Unix(), 10)}
	for i := range 100 {
		s.body = fmt.Sprint(i)
		require.ErrorIs(t, Key{}.verify(s.request(Path), noon()), errSignature, i)
	}
}

// FuzzVerify: only the signed request is accepted, whatever the headers and the body.
func FuzzVerify(f *testing.F) {
	public, private, err := ed25519.GenerateKey(nil)
	require.NoError(f, err)
	good := signed(private, noon(), click)
	f.Add(good.signature, good.stamp, good.body)
	f.Add("", "", "")
	f.Add(good.signature, good.stamp+"\n", good.body)
	f.Add(good.signature[:127]+"g", good.stamp, good.body)
	f.Fuzz(func(t *testing.T, signature, stamp, body string) {
		err := Key(public).verify(sent{http.MethodPost, stamp, signature, body}.request(Path), noon())
		same := strings.EqualFold(signature, good.signature) && stamp+body == good.stamp+good.body
		assert.Equal(t, same && stamp == good.stamp, err == nil, "%v", err)
	})
}

// TestEndpoint_CutShort: a request whose body breaks off is not handled.
func TestEndpoint_CutShort(t *testing.T) {
	t.Parallel()
	private, key := pair(t)
	r := signed(private, noon(), click).request(Path)
	r.Body = io.NopCloser(io.MultiReader(strings.NewReader(click[:9]), brokenReader{}))
	w := httptest.NewRecorder()
	newHandler(Config{Key: key, Now: noon, Log: slog.New(slog.DiscardHandler)}, nil).ServeHTTP(w, r)
	assert.Equal(t, http.StatusUnauthorized, w.Code)
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
