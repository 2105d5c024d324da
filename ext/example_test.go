package ext_test

import (
	"context"
	"fmt"
	"os"

	"quoin/ext"
)

// An extension with a route and a command.
func ExampleExtension() {
	x := ext.Extension{
		ID:       "hello",
		Info:     ext.Info{ID: "hello/hello", Title: "Hello", Version: "1.0"},
		Commands: []ext.Command{{Verb: "say", Short: "Say hello", Args: []string{"NAME"}}},
		New: func(*ext.Host) (*ext.Parts, error) {
			return &ext.Parts{
				Routes: []ext.Route{{
					Namespace: "hello/v1", Pattern: "/hello/v1/hello",
					Endpoints: []ext.Endpoint{{
						Methods: ext.Readable, Allow: ext.Public,
						Handle: func(*ext.Request) (*ext.Response, error) { return ext.OK(ext.NewJSON("hello", "world")), nil },
						Answer: ext.Members(ext.Member("hello", ext.Text("Whom it greets."))),
					}},
				}},
				Commands: map[string]func(context.Context, *ext.Call) error{
					"say": func(_ context.Context, c *ext.Call) error {
						return c.Say(ext.Values{"hello": c.Args[0]}, "Hello %s", c.Args[0])
					},
				},
			}, nil
		},
	}
	parts, err := x.New(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	err = parts.Commands["say"](context.Background(), &ext.Call{Args: []string{"world"}, Out: os.Stdout})
	fmt.Println(parts.Routes[0].Pattern, err)
	// Output:
	// Hello world
	// /hello/v1/hello <nil>
}

// A loader reads what many items have with one query, where they are listed, and
// remembers what one has, where it is alone.
func ExampleNewLoader() {
	notes := ext.NewLoader(func(e *ext.Entry) int64 { return e.ID }, func(_ context.Context, ids []int64) (map[int64]string, error) {
		fmt.Println("read", ids)
		return map[int64]string{1: "a note"}, nil
	})
	for id := range int64(2) {
		note, found, err := notes.Of(context.Background(), &ext.Entry{ID: id + 1})
		fmt.Printf("%q %v %v\n", note, found, err)
	}
	// Output:
	// read [1]
	// "a note" true <nil>
	// read [2]
	// "" false <nil>
}

// Schemas describe arguments, fields, options and answers; the site checks values by them.
func ExampleMembers() {
	answer := ext.Members(
		ext.Member("count", ext.Int("How many there are.", ext.Min(0))),
		ext.Member("names", ext.List(ext.Text("A name."), "Their names.")),
	)
	for _, m := range answer.Properties {
		fmt.Println(m.Name, m.Schema.Types)
	}
	// Output:
	// count [integer]
	// names [array]
}

// Refusals have a code for programs, a text for people, and the status of the answer.
func ExampleNotFound() {
	refused := ext.NotFound("hello_nobody", "There is nobody of this name.")
	fmt.Println(refused.HTTPStatus(), refused.Code, refused.Message)
	// Output: 404 hello_nobody There is nobody of this name.
}
