package rules

import "errors"

// ErrSyntax is returned by the parsers when a text is not of their notation.
var ErrSyntax = errors.New("not in the notation")
