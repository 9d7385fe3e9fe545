package sqlstore

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"time"

	"madbot/rules"
)

// Columns are read into pointers and written from the same pointers, so that a table needs only one list of fields. The
// types below are stored in another form than in Go.

// instant is stored as Unix milliseconds, NULL for the zero time.
type instant struct{ at *time.Time }

func (i instant) Value() (driver.Value, error) {
	if i.at.IsZero() {
		return nil, nil
	}
	return i.at.UnixMilli(), nil
}

func (i instant) Scan(from any) error {
	var n sql.NullInt64
	err := n.Scan(from)
	*i.at = time.Time{}
	if n.Valid {
		*i.at = time.UnixMilli(n.Int64).UTC()
	}
	return err
}

func scanInstant(from Scanner) (at time.Time, err error) {
	err = from.Scan(instant{&at})
	return at, err
}

// length is stored in milliseconds, rounded down.
type length struct{ d *time.Duration }

func (l length) Value() (driver.Value, error) { return l.d.Milliseconds(), nil }

func (l length) Scan(from any) error {
	var n sql.NullInt64
	err := n.Scan(from)
	*l.d = time.Duration(n.Int64) * time.Millisecond
	return err
}

// position is stored in the notation of RULES.md 6.1, the zero position as "".
type position struct{ p *rules.Position }

func (p position) Value() (driver.Value, error) {
	if *p.p == (rules.Position{}) {
		return "", nil
	}
	return p.p.String(), nil
}

func (p position) Scan(from any) (err error) {
	var text sql.NullString
	*p.p = rules.Position{}
	if err := text.Scan(from); err != nil || text.String == "" {
		return err
	}
	*p.p, err = rules.ParsePosition(text.String)
	return err
}

// document is stored as JSON.
type document struct{ of any }

func (d document) Value() (driver.Value, error) {
	text, err := json.Marshal(d.of)
	return string(text), err
}

func (d document) Scan(from any) error {
	var text sql.NullString
	if err := text.Scan(from); err != nil {
		return err
	}
	return json.Unmarshal([]byte(text.String), d.of)
}

// raw is JSON that is stored unchanged; an empty value is stored as null.
type raw struct{ text *[]byte }

func (r raw) Value() (driver.Value, error) {
	if len(*r.text) == 0 {
		return "null", nil
	}
	return string(*r.text), nil
}

func (r raw) Scan(from any) error {
	var text sql.NullString
	err := text.Scan(from)
	if *r.text = nil; text.String != "null" {
		*r.text = []byte(text.String)
	}
	return err
}
