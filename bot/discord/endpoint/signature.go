package endpoint

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The headers with the signature and its time.
const (
	signatureHeader = "X-Signature-Ed25519"
	timestampHeader = "X-Signature-Timestamp"
)

// maxSkew is how old a signature may be, or how far in the future. It is longer than any request takes, and limits
// the replay of a recorded one.
const maxSkew = 5 * time.Minute

// ErrKey is returned by ParseKey for text that is not a usable public key.
var ErrKey = errors.New("not a public key of 64 hexadecimal digits")

// The reasons to refuse a request. They are only logged.
var (
	errSignature = errors.New("bad signature")
	errTimestamp = errors.New("signed too long ago, or in the future")
)

// weakKeys are the points of small order without their sign bits. Signatures for them can be forged.
// https://github.com/jedisct1/libsodium, crypto_core/ed25519/ref10/ed25519_ref10.c, ge25519_has_small_order
const weakKeys = "0000000000000000000000000000000000000000000000000000000000000000 " +
	"0100000000000000000000000000000000000000000000000000000000000000 " +
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05 " +
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a " +
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f " +
	"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f " +
	"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"

// Key is the public key of an application, which verifies Discord's requests. The zero value verifies none.
type Key [ed25519.PublicKeySize]byte

// ParseKey parses a key in the form that the developer portal shows. The error is ErrKey, also for weak keys.
func ParseKey(text string) (Key, error) {
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != len(Key{}) || Key(raw).isWeak() {
		return Key{}, ErrKey
	}
	return Key(raw), nil
}

func (k Key) isWeak() bool {
	k[len(k)-1] &= 0x7f // the sign bit
	return strings.Contains(weakKeys, hex.EncodeToString(k[:]))
}

// verify returns nil if Discord signed the request at about now. It leaves the body readable. If the headers alone
// are invalid, it does not read the body.
func (k Key) verify(r *http.Request, now time.Time) error {
	signature, err := hex.DecodeString(r.Header.Get(signatureHeader))
	if err != nil || len(signature) != ed25519.SignatureSize || k.isWeak() {
		return errSignature
	}
	stamp := r.Header.Get(timestampHeader)
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > maxSkew {
		return errTimestamp
	}
	signed := bytes.NewBufferString(stamp)
	if _, err := signed.ReadFrom(r.Body); err != nil || !ed25519.Verify(k[:], signed.Bytes(), signature) {
		return errSignature
	}
	signed.Next(len(stamp))
	r.Body = io.NopCloser(signed)
	return nil
}
