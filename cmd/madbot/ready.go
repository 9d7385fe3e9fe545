package main

import (
	"context"
	"errors"
	"time"

	"madbot/bot/discord/gateway"
)

// readyLimit is how long the readiness checks may take; it is less than healthTimeout.
const readyLimit = 2 * time.Second

// ready returns nil while this process can serve interactions, or the root causes why not. It returns exactly
// gateway.ErrStandby while this process stands by for another one.
func (a *App) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readyLimit)
	defer cancel()
	store, discord := a.storeReady(ctx), a.bot.Ready()
	switch {
	case store == nil:
		return discord
	case errors.Is(discord, gateway.ErrStandby): // without the store it could not know
		return store
	}
	return errors.Join(store, discord)
}

// storeReady returns nil while the store is writable, the clocks agree and jobs are claimed.
func (a *App) storeReady(ctx context.Context) error {
	if err := a.db.Ping(ctx); err != nil {
		return err
	}
	if err := checkClock(ctx, a.db, a.clock); err != nil {
		return err
	}
	return a.worker.CheckClaims(ctx)
}
