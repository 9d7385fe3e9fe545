package sandbox_test

import (
	"flag"
	"testing"
)

func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "16") // unless -parallel says otherwise: they wait for others more than for a core
	m.Run()
}
