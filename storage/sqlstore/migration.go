package sqlstore

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"regexp"
	"strings"
)

// Migration is a change of the schema. The n-th one leads to version n.
type Migration struct{ Name, SQL string }

// Migrations returns the migrations in files, the folder migrations, in the order of their names.
func Migrations(files fs.FS) (all []Migration, err error) {
	names, err := fs.Glob(files, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		all = append(all, Migration{name, string(text)})
	}
	return all, nil
}

var comment = regexp.MustCompile(`--[^\n]*`)

// Plain returns SQL without comments, and with single spaces.
func Plain(sql string) string {
	return strings.Join(strings.Fields(comment.ReplaceAllString(sql, "")), " ")
}

// Fingerprint identifies the schema that migrations create, ignoring comments.
func Fingerprint(all []Migration) string {
	hash := sha256.New()
	for _, m := range all {
		hash.Write([]byte(Plain(m.SQL) + "\n"))
	}
	return hex.EncodeToString(hash.Sum(nil))
}
