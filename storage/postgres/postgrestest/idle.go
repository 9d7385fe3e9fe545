package postgrestest

import (
	"context"
	"crypto/rand"
	"sync"
	"time"

	"madbot/bot/play/playtest"
	"madbot/storage/postgres"
	"madbot/storage/sqlstore"
)

type idle struct {
	mu  sync.Mutex
	dbs []*postgres.DB
}

func (i *idle) take() *postgres.DB {
	i.mu.Lock()
	defer i.mu.Unlock()
	if len(i.dbs) == 0 {
		return nil
	}
	last := len(i.dbs) - 1
	db := i.dbs[last]
	i.dbs = i.dbs[:last]
	return db
}

func (i *idle) give(db *postgres.DB) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.dbs = append(i.dbs, db)
}

// open returns an empty store, if possible one that was used before.
func (c *cluster) open(ctx context.Context) (*postgres.DB, error) {
	if db := c.idle.take(); db != nil {
		return db, nil
	}
	name := "idle_" + rand.Text()
	if err := c.exec(`CREATE DATABASE "` + name + `" TEMPLATE ` + template); err != nil {
		return nil, err
	}
	return postgres.Open(ctx, address(c.folder, name), postgres.Options{Tries: 5 * time.Minute, Clock: playtest.Clock})
}

// recycle empties a store for another test.
func (c *cluster) recycle(ctx context.Context, db *postgres.DB) error {
	err := db.Fill(ctx, func(conn sqlstore.Conn) error {
		// Replicas run no triggers, which would refuse to delete turns and events.
		statements := "SET LOCAL session_replication_role = replica;"
		for _, t := range sqlstore.Tables() {
			statements += "DELETE FROM " + t.Name + ";"
		}
		_, err := conn.ExecContext(ctx, statements)
		return err
	})
	if err == nil {
		c.idle.give(db)
	}
	return err
}
