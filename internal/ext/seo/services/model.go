package services

import (
	"context"
	"net/http"
	"strings"

	"quoin/internal/platform/wire"
)

// Model is any endpoint that answers chats as that of OpenAI does; it stands in
// for the Writer where a site has an account of its own.
type Model struct {
	*Client
	URL  string // of the endpoint, such as https://api.example/v1/chat/completions
	Key  string
	Name string
}

// chat asks one question and gives the text of the answer.
func (m *Model) chat(ctx context.Context, system, question string) (string, error) {
	message := func(role, text string) *wire.Object { return wire.NewObject("role", role, "content", text) }
	v, err := m.Ask(ctx, Call{Method: http.MethodPost, URL: m.URL, Bearer: m.Key, Body: wire.NewObject("model", m.Name,
		"messages", []any{message("system", system), message("user", question)})})
	if err != nil {
		return "", err
	}
	for _, c := range choices(v) {
		return c.Object("message").Text("content"), nil
	}
	return "", nil
}

// Suggest suggests texts.
func (m *Model) Suggest(ctx context.Context, wish Wish) ([]string, error) {
	what := "page titles of at most 60 characters"
	if strings.Contains(wish.Kind, "description") {
		what = "meta descriptions of at most 155 characters"
	}
	answer, err := m.chat(ctx, "You write "+what+" for "+wish.Platform+", in the language "+wish.Language+
		". Answer five of them, each on a line of its own, with nothing else.",
		"Keyphrase: "+wish.Keyphrase+"\n\nText:\n"+wish.Content)
	if err != nil {
		return nil, err
	}
	out := []string{}
	for line := range strings.Lines(answer) {
		if line = listed(line); line != "" {
			out = append(out, line)
		}
	}
	return out, nil
}

// listed is an item of a list without its number and quotes.
func listed(line string) string {
	line = strings.TrimSpace(line)
	line = strings.TrimLeft(line, "-*• ")
	if i := strings.IndexAny(line, ".)"); i > 0 && i < 3 && strings.Trim(line[:i], "0123456789") == "" {
		line = line[i+1:]
	}
	return strings.Trim(strings.TrimSpace(line), `"`)
}

// Plan suggests topics or the parts of a text, as objects with members.
func (m *Model) Plan(ctx context.Context, what string, members []string, subject *wire.Object) ([]*wire.Object, error) {
	answer, err := m.chat(ctx, "You suggest "+what+". Answer a JSON object with one member \"choices\", a list of objects with the members "+
		strings.Join(members, ", ")+", and nothing else.", string(wire.Encode(subject, nil)))
	if err != nil {
		return nil, err
	}
	start, end := strings.IndexByte(answer, '{'), strings.LastIndexByte(answer, '}')
	if start < 0 || end < start {
		return nil, &Problem{Status: http.StatusBadGateway, Message: "the model answers no JSON"}
	}
	v, err := wire.Decode([]byte(answer[start : end+1]))
	if err != nil {
		return nil, &Problem{Status: http.StatusBadGateway, Message: "the model answers no JSON"}
	}
	return choices(v), nil
}
