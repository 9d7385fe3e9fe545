package postgres_test

import (
	"flag"
	"testing"
)

func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "16") // unless -parallel is given: the tests wait for the server more than for a core
	m.Run()
}
