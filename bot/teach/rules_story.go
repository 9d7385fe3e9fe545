package teach

import (
	"madbot/bot/i18n"
	"madbot/render"
)

// Pages of /rules: the tale around the game, for those who enjoy it. It explains no rule, so it can be told freely.
var (
	msgStory     = i18n.Message{ID: "option.section.choice.story", Other: "The story"}
	msgStoryText = i18n.Message{ID: "rules.story.text",
		Other: "*A tale. The rules don't need it.*\n\n" +
			"Far out, where the stars of the Milky Way grow sparse, two peoples settle an old quarrel: " +
			"which of them is to lead the known universe? One comes from a red world, the other from a blue " +
			"one, and their fleets wear the colours of home.\n\n" +
			"No one will die. The law of the galaxy protects every life, even in battle, so their **quantum " +
			"cannons** destroy nothing. When the **deflector shields** of a ship are too weak for them, " +
			"space tears open, and the ship falls, with everyone aboard safe and sound, into a **parallel " +
			"universe**.\n\n" +
			"**Gravitonic sails** carry the ships through the arena. When that takes too long, there's " +
			"**synchronous teleportation**: two or three ships of a fleet trade places in the blink of an " +
			"eye.\n\n" +
			"And then there's the corvette, the smallest of them all, and yet the flagship. It carries the " +
			"**energy sphere** on which the whole fleet runs."}
	msgStoryAlt = i18n.Message{ID: "rules.story.alt",
		Other: "A late board on which each side has four ships left. In the panels beside it, Red's 112, 122, 212 and 222 " +
			"and Blue's 121, 122, 212 and 221 are in exile."}
)

func storyPages() []RulePage {
	return []RulePage{{"story", msgStory, msgStoryText, render.ExileDiagram, msgStoryAlt}}
}
