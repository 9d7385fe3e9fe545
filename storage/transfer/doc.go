// Package transfer moves everything that a store keeps: from one store into another, and into a file of text
// and back. It knows rows and no games: what they mean is checked by package verify.
package transfer
