package match

import (
	"fmt"
	"strings"
)

// ID names a match: 1 to MaxID lower-case letters and digits, otherwise opaque.
type ID string

// MaxID is the length of the longest ID.
const MaxID = 16

// PlayerID names a person, and is opaque here. The empty one is nobody.
type PlayerID string

// Former begins the id of somebody who was forgotten, in place of theirs.
const Former = "former-"

// IsFormer reports whether p was forgotten.
func (p PlayerID) IsFormer() bool { return strings.HasPrefix(string(p), Former) }

// ParseID checks that s can be an ID; the error wraps ErrID.
func ParseID(s string) (ID, error) {
	if s == "" || len(s) > MaxID {
		return "", fmt.Errorf("parse id of %d bytes: %w", len(s), ErrID)
	}
	for _, c := range []byte(s) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return "", fmt.Errorf("parse id %q: %w", s, ErrID)
		}
	}
	return ID(s), nil
}
