package sqlstore_test

import (
	"context"
	"database/sql"
	"errors"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
	"madbot/storage/sqlstore"
)

// order records the order of locks and statements, and makes the statements fail.
type order struct{ steps []string }

const (
	locks = "lock"
	runs  = "run"
)

var errRefused = errors.New("refused")

func (o *order) ExecContext(context.Context, string, ...any) (sql.Result, error) {
	o.steps = append(o.steps, runs)
	return nil, errRefused
}

func (o *order) QueryContext(context.Context, string, ...any) (*sql.Rows, error) {
	o.steps = append(o.steps, runs)
	return nil, errRefused
}

func (o *order) Exclusive(_ context.Context, names ...sqlstore.Name) error { return o.lock(names) }

func (o *order) Shared(_ context.Context, names ...sqlstore.Name) error { return o.lock(names) }

func (o *order) lock(names []sqlstore.Name) error {
	if len(names) > 0 {
		o.steps = append(o.steps, locks)
	}
	return nil
}

// TestTx_Locks: every method of a unit of work takes a lock before its first statement.
func TestTx_Locks(t *testing.T) {
	t.Parallel()
	without := map[string]bool{
		"Claim": true, // PostgreSQL has its own
		"Part":  true, // a savepoint
		"Now":   true, // reads nothing
	}
	methods := reflect.TypeFor[play.Tx]()
	for i := range methods.NumMethod() {
		name := methods.Method(i).Name
		if without[name] {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := &order{}
			does := reflect.ValueOf(sqlstore.NewTx(o, sqlstore.Dialect{}, o, nil)).MethodByName(name)
			args := []reflect.Value{reflect.ValueOf(t.Context())}
			for j := 1; j < does.Type().NumIn(); j++ {
				args = append(args, argument(does.Type().In(j)))
			}
			does.Call(args)
			require.Contains(t, o.steps, runs)
			assert.Equal(t, locks, o.steps[0])
		})
	}
}

// argument returns the zero value of a type, and for a list of matches one with an element, because methods may do
// nothing without.
func argument(of reflect.Type) reflect.Value {
	if of == reflect.TypeFor[[]match.ID]() {
		return reflect.ValueOf([]match.ID{""})
	}
	return reflect.Zero(of)
}
