package bot

import (
	"context"

	"madbot/bot/dispatch"
)

// inWords returns commands whose private answers have words in place of pictures, for people who want that.
func (h *handlers) inWords(commands []dispatch.Command) []dispatch.Command {
	for _, command := range commands {
		for verb, control := range command.Components {
			control.Run = h.worded(control.Run)
			command.Components[verb] = control
		}
	}
	for i := range commands {
		commands[i].Run = h.worded(commands[i].Run)
	}
	return commands
}

// worded is run, with an answer in words if the person wants no pictures.
func (h *handlers) worded(run dispatch.Handler) dispatch.Handler {
	return func(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
		r, err := run(ctx, c)
		if err == nil && r.Message.Picture != nil && h.settings(ctx, c).NoPictures {
			r.Message = r.Message.InWords()
		}
		return r, err
	}
}
