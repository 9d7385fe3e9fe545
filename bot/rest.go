package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/bwmarrin/discordgo"
)

// rest makes the calls whose form discordgo does not know: alt text, flags on edits, nonces. It
// uses discordgo's addresses, headers and multipart bodies through a session that is never
// opened, with a throwaway bucket a call: the limits are the transport's.
type rest struct {
	session *discordgo.Session
	red     redactor
}

// newRest returns the calls made with token over t.
func newRest(token string, t *transport) (*rest, error) {
	session, err := discordgo.New(token)
	if err != nil {
		return nil, err
	}
	session.Client = &http.Client{Transport: t}
	session.LogLevel = silent
	session.MaxRestRetries = 0
	session.ShouldRetryOnRateLimit = false
	return &rest{session: session, red: redactor{token}}, nil
}

// request is one call.
type request struct {
	op     string // what it does, for errors
	method string
	url    string
	body   any // nil: none
	files  []upload
	again  bool // may be sent again when it is not known to have arrived
	// arrived is the code with which Discord refuses a second sending when the first arrived.
	arrived int
}

// upload is a file to send.
type upload struct {
	name, contentType string
	data              []byte
}

// tries is how often a request that may be sent again is sent.
const tries = 3

// apiError is a refusal by Discord, without the secrets that discordgo's own carries.
type apiError struct {
	Status int    // HTTP
	Code   int    // Discord's, 0 when it gave none
	Detail string // the answer, cut to a length for logs
}

// Error implements error.
func (e *apiError) Error() string {
	return fmt.Sprintf("discord answered %d, code %d: %s", e.Status, e.Code, e.Detail)
}

// errUnreadable is returned by do when the call was carried out but its answer made no sense.
var errUnreadable = errors.New("answer cannot be read")

// do makes the call and reads its answer into answer, nil to drop it. Its errors hold no token.
func (r *rest) do(ctx context.Context, q request, answer any) error {
	for try := 1; ; try++ {
		err := r.once(ctx, q, answer)
		if err == nil || try > 1 && q.arrived != 0 && codeOf(err) == q.arrived {
			return nil
		}
		if !q.again || try == tries || ctx.Err() != nil || !isPassing(err) {
			return fmt.Errorf("%s: %w", q.op, err)
		}
		if err := sleep(ctx, time.Duration(try)*200*time.Millisecond); err != nil {
			return fmt.Errorf("%s: %w", q.op, err)
		}
	}
}

// once sends q once.
func (r *rest) once(ctx context.Context, q request, answer any) error {
	contentType, body, err := q.encode()
	if err != nil {
		return err
	}
	bucket := discordgo.NewRatelimiter().LockBucket(q.op)
	got, err := r.session.RequestWithLockedBucket(q.method, q.url, contentType, body, bucket, 0,
		discordgo.WithContext(ctx))
	if err != nil {
		return r.plain(err)
	}
	if answer == nil {
		return nil
	}
	if err := json.Unmarshal(got, answer); err != nil {
		return fmt.Errorf("%w: %w", errUnreadable, err)
	}
	return nil
}

// encode returns the content type and the body, nil when there is none.
func (q request) encode() (string, []byte, error) {
	switch {
	case q.body == nil:
		return "", nil, nil
	case len(q.files) > 0:
		files := make([]*discordgo.File, len(q.files))
		for i, f := range q.files {
			files[i] = &discordgo.File{Name: f.name, ContentType: f.contentType,
				Reader: bytes.NewReader(f.data)}
		}
		return discordgo.MultipartBodyWithJSON(q.body, files)
	}
	body, err := json.Marshal(q.body)
	return "application/json", body, err
}

// plain returns err without the request it carries, whose address and headers hold tokens.
func (r *rest) plain(err error) error {
	if refused, ok := errors.AsType[*discordgo.RESTError](err); ok {
		plain := &apiError{Status: refused.Response.StatusCode,
			Detail: r.red.clean(cut(string(refused.ResponseBody), 500))}
		if refused.Message != nil {
			plain.Code = refused.Message.Code
		}
		return plain
	}
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return failed.Err
	}
	return errors.New(r.red.clean(err.Error()))
}

// isPassing reports whether err may be gone at the next try.
func isPassing(err error) bool {
	if refused, ok := errors.AsType[*apiError](err); ok {
		return refused.Status >= 500
	}
	return !errors.Is(err, errUnreadable)
}

// codeOf returns Discord's code in err, 0 when there is none.
func codeOf(err error) int {
	if refused, ok := errors.AsType[*apiError](err); ok {
		return refused.Code
	}
	return 0
}

// cut returns at most the first n runes of text.
func cut(text string, n int) string {
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return text
}
