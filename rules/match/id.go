package match

import (
	"fmt"
	"strings"
)

// ID names a match. It is opaque: 1 to MaxID lower-case letters and digits.
type ID string

// MaxID is the length of the longest ID.
const MaxID = 16

// PlayerID is the opaque id of a person. The empty id is nobody.
type PlayerID string

// Former is the prefix of the ids that replace the ids of people who deleted their profile.
const Former = "former-"

// IsFormer reports whether p has deleted their profile.
func (p PlayerID) IsFormer() bool { return strings.HasPrefix(string(p), Former) }

// ParseID returns s as an ID. The error wraps ErrID.
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
