package main

import (
	"fmt"
	"strings"

	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// note remembers the form that an answer opened, if any.
func (s *stage) note(name string, answer sandbox.Answer) {
	s.opening.Lock()
	defer s.opening.Unlock()
	s.forms[name] = english(s, answer)
}

// hold remembers what somebody typed, which must not appear in logs. Short words may occur in them by chance.
func (s *stage) hold(text string) {
	s.opening.Lock()
	defer s.opening.Unlock()
	if len(text) > len("pass") {
		s.typed = append(s.typed, strings.ReplaceAll(text, "_", " "))
	}
}

// form returns the answer by which a person's last act opened a form; its Modal is nil if it did not.
func (s *stage) form(name string) sandbox.Answer {
	s.opening.Lock()
	defer s.opening.Unlock()
	return s.forms[name]
}

// opened returns the text of the open form; "" if there is none.
func (s *stage) opened(name string) string {
	form := s.form(name).Modal
	if form == nil {
		return ""
	}
	asked := form.Components[0]
	return fmt.Sprintf("  a form for %s: %s\n    %s: (%s)\n", name, form.Title, asked.Label, asked.Description)
}

// fill submits the form that a person's last act opened.
func (s *stage) fill(name, typed string) error {
	form := s.form(name)
	require.NotNil(s.t, form.Modal, "%s has no form", name)
	s.hold(typed)
	line := form.Modal.Components[0].Component
	_, err := s.server.Actor(name).Submit(s.ctx, form, sandbox.Input{CustomID: line.CustomID, Value: typed})
	return err
}
