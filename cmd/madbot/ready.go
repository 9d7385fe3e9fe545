package main

import (
	"context"
	"errors"
	"time"

	"madbot/bot/discord/gateway"
)

// readyLimit bounds the questions whether the bot is ready, and is less than healthTimeout.
const readyLimit = 2 * time.Second

// ready returns nil while interactions can be served here, else the causes why not, without what follows from them.
// It is
// gateway.ErrStandby, and nothing else, while another process serves them, for which this one stands by.
func (a *App) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readyLimit)
	defer cancel()
	store, discord := a.storeReady(ctx), a.bot.Ready()
	switch {
	case store == nil:
		return discord
	case errors.Is(discord, gateway.ErrStandby): // which nobody knows without the store
		return store
	}
	return errors.Join(store, discord)
}

// storeReady returns nil while the store can be written, has the same time, and jobs are claimed.
func (a *App) storeReady(ctx context.Context) error {
	if err := a.db.Ping(ctx); err != nil {
		return err
	}
	if err := checkClock(ctx, a.db, a.clock); err != nil {
		return err
	}
	return a.worker.Claims(ctx)
}
