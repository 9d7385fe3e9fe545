package main

import (
	"bytes"
	"fmt"
	"io"
	"sync"

	"madbot/bot"
	"madbot/bot/sandbox/pagetest"
	"madbot/render"
	"madbot/rules"
)

// small is a Renderer that draws each board only once, and as narrow as possible unless the page shows it, because
// scenarios show only the descriptions of pictures.
type small struct {
	bot.Renderer
	drawn *sync.Map // func() ([]byte, error), which draws once, by position and options
}

func (s small) Board(w io.Writer, p rules.Position, o render.Options) error {
	if !pagetest.Enabled() {
		o.Width = render.MinWidth
	}
	draw, _ := s.drawn.LoadOrStore(fmt.Sprintf("%#v", [2]any{p, o}), sync.OnceValues(func() ([]byte, error) {
		var png bytes.Buffer
		err := s.Renderer.Board(&png, p, o)
		return png.Bytes(), err
	}))
	png, err := draw.(func() ([]byte, error))()
	if err != nil {
		return err
	}
	_, err = w.Write(png)
	return err
}

// smallRenderer is the renderer that all stages share.
var smallRenderer = sync.OnceValues(func() (bot.Renderer, error) {
	r, err := renderer()
	return small{r, new(sync.Map)}, err
})
