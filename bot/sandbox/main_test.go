package sandbox_test

import (
	"flag"
	"testing"
)

func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "16") // unless -parallel is set: the tests mostly wait for timers
	m.Run()
}
