// Package render draws MAD: a position as a picture, a game as a film, a ship as an emoji, and the
// diagrams of the rules.
//
// Everything that does not change from picture to picture is drawn once with gg and kept in the
// colours of a palette: the ground (space, squares, trays, coordinates) and the sprites of the
// ships. A board is then a copy of the ground with sprites laid on it, and only the few marks of
// the last turn are drawn afresh. Pictures hold no words; what a picture shows is told as data by
// Describe, and the sentence is the caller's.
//
// The language of the picture: the hull tells the class, wings are sails, barrels are cannons, arcs
// before the bow are shields, and the number stays in the middle. Red and Blue differ by colour,
// by heading, by the cut of their wings and by the plate the number stands on, so nobody needs
// colour to tell them apart.
// The ring round the number is shared by the two ships of a complementary pair.
package render
