package gateway

import (
	"flag"
	"testing"
	"time"
)

// patience bounds every wait in the tests.
const patience = 3 * time.Minute

func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "16") // unless -parallel is set: the tests mostly wait for timers
	m.Run()
}
