package endpoint

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"time"
)

// The headers that Discord signs a request with.
const (
	signatureHeader = "X-Signature-Ed25519"
	timestampHeader = "X-Signature-Timestamp"
)

// maxSkew is how far the time of a request may be from ours: longer than any request is under way, and
// short for somebody who has got hold of one and sends it again.
const maxSkew = 5 * time.Minute

// ErrKey is returned by ParseKey for a text that is not a public key.
var ErrKey = errors.New("not a public key of 64 hexadecimal digits")

// The reasons to refuse a request. Nobody but the log learns which it was.
var (
	errSignature = errors.New("bad signature")
	errTimestamp = errors.New("signed too long ago, or in the future")
)

// Key is the public key of an application, by which requests of Discord are known. The zero value knows
// none.
type Key [ed25519.PublicKeySize]byte

// ParseKey reads a key as the developer portal shows it. The error is ErrKey.
func ParseKey(text string) (Key, error) {
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != len(Key{}) {
		return Key{}, ErrKey
	}
	return Key(raw), nil
}

// verify returns nil for a request of Discord with the headers h and this body, sent at about now.
func (k Key) verify(h http.Header, body []byte, now time.Time) error {
	stamp := h.Get(timestampHeader)
	signature, err := hex.DecodeString(h.Get(signatureHeader))
	if err != nil || !ed25519.Verify(k[:], append([]byte(stamp), body...), signature) {
		return errSignature
	}
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > maxSkew {
		return errTimestamp
	}
	return nil
}
