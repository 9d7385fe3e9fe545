package bot

import (
	"flag"
	"testing"
)

func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "16") // unless -parallel is given: tests wait for others more than for a core
	m.Run()
}
