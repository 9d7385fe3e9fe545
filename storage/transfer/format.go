package transfer

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"

	"madbot/storage/sqlstore"
)

// formatVersion is the version of the export format. A program reads only its own version.
const formatVersion = 1

// exportWord is the value that identifies an export.
const exportWord = "export"

// head is the first line of an export.
type head struct {
	Madbot  string `json:"madbot"` // exportWord
	Version int    `json:"version"`
	Schema  int    `json:"schema"` // sqlstore.Version
}

// section is the line before the rows of a table; each row is a line with an array of the columns' values.
type section struct {
	Table   string   `json:"table"`
	Columns []string `json:"columns"`
}

// tail is the last line.
type tail struct {
	Rows   Counts `json:"rows"`
	SHA256 string `json:"sha256"` // of all lines before it, in hexadecimal
}

func sectionOf(t sqlstore.Table) section { return section{t.Name, t.Names()} }

func (s section) is(o section) bool { return s.Table == o.Table && slices.Equal(s.Columns, o.Columns) }

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

// decode reads a line that encode wrote. It rejects unknown fields.
func decode(line []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	return d.Decode(to)
}

func appendRow(line []byte, t sqlstore.Table, v values) ([]byte, error) {
	line = append(line, '[')
	for i, c := range t.Columns {
		if i > 0 {
			line = append(line, ',')
		}
		var err error
		if line, err = appendValue(line, c.Kind, v[i]); err != nil {
			return nil, err
		}
	}
	return append(line, ']', '\n'), nil
}

func appendValue(line []byte, k sqlstore.Kind, v any) ([]byte, error) {
	switch v := v.(type) {
	case int64:
		return strconv.AppendInt(line, v, 10), nil
	case bool:
		return strconv.AppendBool(line, v), nil
	case string:
		if k == sqlstore.JSON {
			return append(line, v...), nil
		}
		text, err := encode(v)
		return append(line, bytes.TrimSuffix(text, []byte("\n"))...), err
	}
	return append(line, "null"...), nil
}

// errShape is returned for a line that is not in its place in an export.
var errShape = errors.New("not what stands here in an export")

func parseRow(line []byte, t sqlstore.Table) (values, error) {
	var raw []json.RawMessage
	if err := json.Unmarshal(line, &raw); err != nil {
		return nil, err
	}
	if len(raw) != len(t.Columns) {
		return nil, errShape
	}
	v := make(values, len(raw))
	for i, column := range t.Columns {
		c := cell{Column: column}
		if err := c.parse(raw[i]); err != nil {
			return nil, err
		}
		v[i] = c.value
	}
	return v, nil
}

func (c *cell) parse(raw json.RawMessage) error {
	var v any = string(raw)
	if c.Kind != sqlstore.JSON {
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			return err
		}
	}
	if n, ok := v.(json.Number); ok {
		whole, err := n.Int64()
		if err != nil {
			return err
		}
		v = whole
	}
	var err error
	c.value, err = c.settle(v)
	return err
}
