// Package postgrestest is for tests: a PostgreSQL server of their own, in a temporary folder, that only a socket
// there leads to and that ends with the process that runs them.
package postgrestest

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"os"
	"sync"
	"testing"

	"madbot/storage/postgres"
)

// required is the variable that says whether tests may be skipped where PostgreSQL is missing: not when it is
// "required".
const required = "MADBOT_POSTGRES"

// template is the database that those of the tests are copies of.
const template = "fresh"

// shared is the cluster of this process, with the template in it.
var shared = sync.OnceValues(func() (*cluster, error) {
	c, err := start()
	if err != nil {
		return nil, err
	}
	return c, c.migrate()
})

// migrate makes the template.
func (c *cluster) migrate() error {
	if err := c.exec("CREATE DATABASE " + template); err != nil {
		return err
	}
	db, err := postgres.Open(context.Background(), address(c.folder, template), postgres.Options{})
	if err != nil {
		return err
	}
	return db.Close()
}

// exec runs a statement that is about databases.
func (c *cluster) exec(statement string) error {
	db, err := sql.Open("pgx", c.admin)
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.Exec(statement)
	return err
}

// New returns the address of a database that nobody used, with the schema of postgres.Open, until the test ends.
// Without PostgreSQL it skips the test, or fails it when the environment says MADBOT_POSTGRES=required.
func New(t testing.TB) string {
	t.Helper()
	return create(t, " TEMPLATE "+template)
}

// NewEmpty returns the address of a database without anything in it, as New does.
func NewEmpty(t testing.TB) string {
	t.Helper()
	return create(t, "")
}

// create creates a database for the length of a test.
func create(t testing.TB, from string) string {
	t.Helper()
	c, err := shared()
	if errors.Is(err, errMissing) && !isRequired() {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	name := "test_" + rand.Text()
	if err := c.exec(`CREATE DATABASE "` + name + `"` + from); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.exec(`DROP DATABASE "` + name + `" WITH (FORCE)`); err != nil {
			t.Error(err)
		}
	})
	return address(c.folder, name)
}

// isRequired reports whether a test without PostgreSQL fails.
func isRequired() bool {
	value, _ := os.LookupEnv(required)
	return value == "required"
}
