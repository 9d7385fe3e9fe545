package discord

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPermissions_Has(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name         string
		held, wanted Permissions
		want         bool
	}{
		{"the one", ViewChannel, ViewChannel, true},
		{"another", ViewChannel, SendMessages, false},
		{"one of two", ViewChannel, ViewChannel | SendMessages, false},
		{"both", ViewChannel | SendMessages | AttachFiles, ViewChannel | SendMessages, true},
		{"an administrator", Administrator, ViewChannel | SendMessagesInThreads, true},
		{"nobody", 0, ViewChannel, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, test.want, test.held.Has(test.wanted))
		})
	}
}

func TestParsePermissions(t *testing.T) {
	t.Parallel()
	p, ok := ParsePermissions("274877906952")
	assert.True(t, ok)
	assert.Equal(t, Administrator|SendMessagesInThreads, p)
	for _, text := range []string{"", "x", "-1", "1.5"} {
		_, ok = ParsePermissions(text)
		assert.False(t, ok, "%q", text)
	}
}
