// Package postgrestest is for tests: a PostgreSQL server of their own, in a temporary folder, that only a socket
// there leads to and that ends with the process that runs them.
package postgrestest

import (
	"context"
	"crypto/rand"
	"errors"
	"os"
	"sync"
	"testing"

	"madbot/storage/postgres"
)

// wanted is the variable that says what happens to tests where PostgreSQL is missing: they are skipped, but fail when
// it is "required". When it is "none", PostgreSQL is missing everywhere.
const wanted = "MADBOT_POSTGRES"

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

// Open returns a store that has nothing, until the test ends. Its database is emptied then and used again, as that is
// ten times as fast as another one. Without PostgreSQL it skips the test, or fails it when the environment says
// MADBOT_POSTGRES=required.
func Open(t testing.TB) *postgres.DB {
	t.Helper()
	c := running(t)
	db, err := c.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() { // nobody knows how it is
			return
		}
		if err := c.recycle(context.Background(), db); err != nil {
			t.Error(err)
		}
	})
	return db
}

// New returns the address of a database that nobody used, with the schema of postgres.Open, until the test ends,
// skipping as Open does.
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
	c := running(t)
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

// running returns the cluster of this process.
func running(t testing.TB) *cluster {
	t.Helper()
	c, err := shared()
	if errors.Is(err, errMissing) && os.Getenv(wanted) != "required" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}
