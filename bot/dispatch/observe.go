package dispatch

import "madbot/bot/discord"

// Observer is told of each interaction.
type Observer interface {
	// Interaction says that one begins. Both words are from a list that the program has.
	Interaction(kind, command string) Observation
}

// Observation is of one interaction.
type Observation interface {
	// Answered says that its answer was given, or deferred. It may be called again.
	Answered()
	// Ended says what came of it.
	Ended(Outcome)
}

// Outcome is what came of an interaction.
type Outcome string

// The outcomes.
const (
	OutcomeAnswered Outcome = "answered"
	OutcomeRefused  Outcome = "refused" // by the rules, or for too much to do
	OutcomeFailed   Outcome = "failed"  // for a fault of ours
	OutcomeLate     Outcome = "late"    // it took too long
	OutcomeUnsent   Outcome = "unsent"  // the answer did not reach Discord
	OutcomeDropped  Outcome = "dropped" // there were too many
)

// unobserved is told in vain.
type unobserved struct{}

func (unobserved) Interaction(string, string) Observation { return unobserved{} }
func (unobserved) Answered()                              {}
func (unobserved) Ended(Outcome)                          {}

// observe has an interaction observed from now on.
func (d *Dispatcher) observe(in *discord.Interaction) Observation {
	if d.deps.Observer == nil {
		return unobserved{}
	}
	what, kind := subject(in), kindOf(in.Type)
	_, command := d.commands[what]
	if _, control := d.controlOf(in); !command && !control {
		what, kind = "unknown", "unknown"
	}
	return d.deps.Observer.Interaction(kind, what)
}
