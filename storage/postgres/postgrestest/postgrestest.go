// Package postgrestest gives tests a PostgreSQL server of their own, in a temporary folder. It listens only on a socket
// in that folder and ends with the test process.
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

// wanted is the environment variable that controls tests of PostgreSQL: "required" makes them fail without it, "none"
// skips them even if it is installed. Otherwise they are skipped without it.
const wanted = "MADBOT_POSTGRES"

// template is the migrated database that test databases are copied from.
const template = "fresh"

// shared is the cluster of this process, with the template.
var shared = sync.OnceValues(func() (*cluster, error) {
	c, err := start()
	if err != nil {
		return nil, err
	}
	return c, c.migrate()
})

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

// Open returns an empty store for the duration of the test. Its database is emptied afterwards and used again, which is
// ten times as fast as creating one. Without PostgreSQL it skips the test, or fails it if MADBOT_POSTGRES=required.
func Open(t testing.TB) *postgres.DB {
	t.Helper()
	c := running(t)
	db, err := c.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() { // its state is unknown
			return
		}
		if err := c.recycle(context.Background(), db); err != nil {
			t.Error(err)
		}
	})
	return db
}

// New returns the address of a new database with the newest schema, for the duration of the test. Without PostgreSQL it
// does as Open.
func New(t testing.TB) string {
	t.Helper()
	return create(t, " TEMPLATE "+template)
}

// NewEmpty is New without a schema.
func NewEmpty(t testing.TB) string {
	t.Helper()
	return create(t, "")
}

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

// running returns the cluster of this process, or skips or fails the test.
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
