package main

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// decode decodes the document in raw into cfg, strictly. An empty one changes nothing. An error starts with the line
// number and does not quote the line, which may hold a token by mistake.
func decode(raw []byte, cfg *Config) error {
	file, err := parser.ParseBytes(raw, 0)
	if err != nil {
		return plain(err)
	}
	if len(file.Docs) > 1 {
		line := file.Docs[1].Start.Position.Line
		return fmt.Errorf("line %d: a second document begins here, but only one is read", line)
	}
	if len(file.Docs) == 0 || file.Docs[0].Body == nil {
		return nil
	}
	if err := yaml.NodeToValue(file.Docs[0].Body, cfg, yaml.Strict()); err != nil {
		return plain(err)
	}
	return nil
}

// plain returns err in one line, without the names of Go types.
func plain(err error) error {
	fault, ok := errors.AsType[yaml.Error](err)
	if !ok || fault.GetToken() == nil {
		return err
	}
	message := fault.GetMessage()
	if wrong, ok := errors.AsType[*yaml.TypeError](err); ok {
		message = "a text is expected here"
		if wrong.DstType.Kind() == reflect.Int {
			message = "a whole number is expected here"
		}
	}
	if _, ok := errors.AsType[*yaml.UnexpectedNodeTypeError](err); ok {
		message = "a group of keys is expected here"
	}
	if message == `unknown field "shards"` {
		message = shardsGone
	}
	if strings.HasPrefix(message, "unknown field") {
		message += ": config.example.yaml explains each"
	}
	return fmt.Errorf("line %d: %s", fault.GetToken().Position.Line, message)
}

// shardsGone explains what replaced discord.shards.
const shardsGone = "discord.shards is no longer a setting: over the gateway one process has all shards; for several " +
	"processes, let interactions come over HTTP, by discord.public_key and discord.interactions"

// whole is a whole number. It refuses fractions, which the yaml package would truncate.
type whole int

func (w *whole) UnmarshalYAML(n ast.Node) error {
	wrong := &yaml.TypeError{DstType: reflect.TypeFor[int](), SrcType: reflect.TypeFor[string](),
		Token: n.GetToken()}
	if _, ok := n.(*ast.IntegerNode); !ok {
		return wrong
	}
	if err := yaml.NodeToValue(n, (*int)(w)); err != nil {
		return wrong
	}
	return nil
}
