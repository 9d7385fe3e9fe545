// Package wire defines the objects of Discord's API in their JSON form, and functions of those objects alone.
package wire

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Snowflake is a Discord id: milliseconds since 2015 in the upper 42 bits, a counter below. Zero is no id. In JSON
// it is a string of digits; numbers are accepted too.
type Snowflake uint64

const epoch = 1420070400000

// SnowflakeAt returns the lowest id of a time.
func SnowflakeAt(t time.Time) Snowflake { return Snowflake(t.UnixMilli()-epoch) << 22 }

// ParseSnowflake parses the digits of an id. The error quotes the text.
func ParseSnowflake(text string) (Snowflake, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("wire: %q is not a snowflake", text)
	}
	return Snowflake(n), nil
}

func (id Snowflake) String() string { return strconv.FormatUint(uint64(id), 10) }

// MarshalText returns the digits, so that ids are strings in JSON.
func (id Snowflake) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// UnmarshalText parses the digits. An empty text is no id.
func (id *Snowflake) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*id = 0
		return nil
	}
	n, err := ParseSnowflake(string(text))
	*id = n
	return err
}

// UnmarshalJSON parses a string or a number. null is no id.
func (id *Snowflake) UnmarshalJSON(data []byte) error {
	text := strings.Trim(string(data), `"`)
	if text == "null" {
		text = ""
	}
	return id.UnmarshalText([]byte(text))
}
