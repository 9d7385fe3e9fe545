package needcgo_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestMissing: a build without a C compiler ends with a line that says what to install.
func TestMissing(t *testing.T) {
	t.Parallel()
	build := exec.Command("go", "build", "madbot/storage/sqlite")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	assert.Error(t, err)
	assert.Regexp(t, `\A# madbot/storage/sqlite/needcgo\n.*madbot_needs_a_C_compiler__install_gcc`, string(out))
}
