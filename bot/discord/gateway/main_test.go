package gateway

import (
	"flag"
	"testing"
	"time"
)

// patience bounds every wait for what happens.
const patience = 3 * time.Minute

func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "16") // unless -parallel says otherwise: they wait for others more than for a core
	m.Run()
}
