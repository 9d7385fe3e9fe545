package transfer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"madbot/storage/sqlstore"
)

// key holds the indexes of the primary key's columns in a row.
type key []int

func keyOf(t sqlstore.Table) key {
	var k key
	for _, name := range t.Key {
		k = append(k, slices.IndexFunc(t.Columns, func(c sqlstore.Column) bool { return c.Name == name }))
	}
	return k
}

// compare orders two rows by their keys: numbers by value, texts by their bytes.
func (k key) compare(a, b values) int {
	for _, i := range k {
		var order int
		switch x := a[i].(type) {
		case string:
			order = cmp.Compare(x, b[i].(string))
		case int64:
			order = cmp.Compare(x, b[i].(int64))
		}
		if order != 0 {
			return order
		}
	}
	return 0
}

func (k key) text(v values) string {
	var parts []string
	for _, i := range k {
		parts = append(parts, fmt.Sprint(v[i]))
	}
	return strings.Join(parts, " ")
}
