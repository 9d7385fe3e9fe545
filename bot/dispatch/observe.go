package dispatch

import "madbot/bot/discord"

// Observer is notified of each interaction, for metrics.
type Observer interface {
	// Interaction is called when an interaction starts. Both names come from a fixed set.
	Interaction(kind, command string) Observation
}

// Observation observes one interaction.
type Observation interface {
	// Answered is called when a first response was sent, perhaps a deferral. It may be called again.
	Answered()
	// Ended is called when the interaction is done.
	Ended(Outcome)
}

// Outcome is the result of an interaction.
type Outcome string

// The outcomes.
const (
	OutcomeAnswered Outcome = "answered"
	OutcomeRefused  Outcome = "refused"  // by the rules, or because the bot is too busy
	OutcomeFailed   Outcome = "failed"   // because of a defect or an outage
	OutcomeLate     Outcome = "late"     // the handler took too long
	OutcomeUnsent   Outcome = "unsent"   // the answer did not reach Discord
	OutcomeDropped  Outcome = "dropped"  // too many interactions at the same time
	OutcomeRepeated Outcome = "repeated" // another process handles it
)

// Outcomes returns all outcomes.
func Outcomes() []Outcome {
	return []Outcome{OutcomeAnswered, OutcomeRefused, OutcomeFailed, OutcomeLate, OutcomeUnsent, OutcomeDropped,
		OutcomeRepeated}
}

type unobserved struct{}

func (unobserved) Interaction(string, string) Observation { return unobserved{} }
func (unobserved) Answered()                              {}
func (unobserved) Ended(Outcome)                          {}

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
