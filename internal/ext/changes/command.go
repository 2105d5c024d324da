package changes

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"quoin/internal/ext"
	"quoin/internal/platform/fault"
)

// group is that of the commands: quoin webhook VERB.
const group = "webhook"

func commands() []ext.Command {
	return []ext.Command{
		{Group: group, Verb: "list", Short: "Print the webhooks and how they do"},
		{
			Group: group, Verb: "add", Short: "Make a webhook, and print its secret, which is shown only now", Args: []string{"URL"}, Check: wantsAddress,
			Flags: []ext.Flag{
				{Name: "name", Usage: "a name for people", Default: ""},
				{Name: "events", Usage: "what it is told of, separated by commas: " + strings.Join(eventNames(), ", ") + " (default: all)", Default: "", Check: func(text string) error {
					_, err := names(text, "event", eventNames())
					return err
				}},
				{Name: "types", Usage: "the types that it is told of, separated by commas, such as post,page,category,comment (default: all)", Default: ""},
				{Name: "audience", Usage: "readers, or editors for drafts and what else isn't public", Default: audienceReaders, Check: func(text string) error {
					if text != audienceReaders && text != audienceEditors {
						return fmt.Errorf("there is no audience %q; there are %s, %s", text, audienceReaders, audienceEditors)
					}
					return nil
				}},
			},
		},
		{Group: group, Verb: "enable", Short: "Switch a webhook on again, which goes on where it stopped", Args: []string{"ID"}, Check: wantsID("ID")},
		{Group: group, Verb: "disable", Short: "Switch a webhook off", Args: []string{"ID"}, Check: wantsID("ID")},
		{Group: group, Verb: "remove", Short: "Remove a webhook with its deliveries", Args: []string{"ID"}, Check: wantsID("ID")},
		{
			Group: group, Verb: "deliveries", Short: "Print the last deliveries to a webhook", Args: []string{"ID"}, Check: wantsID("ID"),
			Flags: []ext.Flag{{Name: "limit", Usage: "deliveries that are listed", Default: int64(20), Least: 1}},
		},
		{Group: group, Verb: "redeliver", Short: "Send a delivery again and print what came of it", Args: []string{"DELIVERY"}, Check: wantsID("DELIVERY")},
		{Group: group, Verb: "test", Short: "Send a webhook a ping and print what came of it", Args: []string{"ID"}, Check: wantsID("ID")},
	}
}

// run are what the commands do.
func (s *commandLine) run() map[string]func(context.Context, *ext.Call) error {
	out := map[string]func(context.Context, *ext.Call) error{
		"list": s.printHooks, "add": s.addCommand, "deliveries": s.printDeliveries, "redeliver": s.redeliverCommand, "test": s.testCommand,
		"enable": s.switchCommand(true), "disable": s.switchCommand(false), "remove": s.removeCommand,
	}
	for verb, do := range out {
		out[verb] = func(ctx context.Context, c *ext.Call) error {
			err := do(ctx, c)
			if f := fault.As(err); f != nil {
				return refused{f}
			}
			return err
		}
	}
	return out
}

// wantsID lets an argument pass that can be an id.
func wantsID(name string) func(args []string) error {
	return func(args []string) error {
		if _, err := idOf(args[0]); err != nil {
			return fmt.Errorf("%s wants a number, 1 or more, not %q", name, args[0])
		}
		return nil
	}
}

// wantsAddress lets an argument pass that can be asked by http. Whether the site may
// ask it is known to the site.
func wantsAddress(args []string) error {
	u, err := url.Parse(args[0])
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return fmt.Errorf("URL wants an address that begins with http:// or https:// and a host, not %q", args[0])
	}
	return nil
}

// idOf reads an id that a command is given.
func idOf(text string) (int64, error) {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 {
		return 0, fmt.Errorf("%q is no id", text)
	}
	return id, nil
}

// hookArg is the webhook that a command names.
func (s *commandLine) hookArg(ctx context.Context, c *ext.Call) (*hook, error) {
	id, err := idOf(c.Args[0])
	if err != nil {
		return nil, err
	}
	return s.webhooks.hook(ctx, id)
}

func (s *commandLine) printHooks(ctx context.Context, c *ext.Call) error {
	list, err := s.webhooks.hooks(ctx, "ORDER BY id")
	if err != nil {
		return err
	}
	any := func(list []string) string {
		if len(list) == 0 {
			return "all"
		}
		return strings.Join(list, ",")
	}
	for _, h := range list {
		state := "on"
		switch {
		case !h.Active:
			state = strings.TrimSpace("off " + h.Note)
		case h.FailingSince > 0:
			state = "failing since " + shownTime(h.FailingSince)
		}
		shown := ext.Values{"id": h.ID, "url": h.URL, "name": h.Name, "events": append([]string{}, h.Events...), "types": append([]string{}, h.Types...), "audience": h.Audience, "state": state}
		if err := c.Row(shown, "%d\t%s\t%s\tevents %s\ttypes %s\tfor %s\t%s", h.ID, h.URL, h.Name, any(h.Events), any(h.Types), h.Audience, state); err != nil {
			return err
		}
	}
	return nil
}

// names reads a list of names, all of which must be known.
func names(text, what string, known []string) ([]string, error) {
	var list []string
	for name := range strings.SplitSeq(text, ",") {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("there is no %s %q; there are %s", what, name, strings.Join(known, ", "))
		}
		list = append(list, name)
	}
	return list, nil
}

func (s *commandLine) addCommand(ctx context.Context, c *ext.Call) error {
	h := &hook{URL: c.Args[0], Name: nameOf(c.Text("name")), Audience: c.Text("audience")}
	if h.Audience != audienceReaders && h.Audience != audienceEditors {
		return fmt.Errorf("the audience is %s or %s", audienceReaders, audienceEditors)
	}
	if len(h.URL) > mostURL {
		return ext.WrongValue("the address has more than %d characters", mostURL)
	}
	var err error
	if h.Events, err = names(c.Text("events"), "event", eventNames()); err != nil {
		return err
	}
	if h.Types, err = names(c.Text("types"), "type", s.typeNames()); err != nil {
		return ext.WrongValue("--types: %v", err)
	}
	if err := s.webhooks.checkURL(ctx, h.URL); err != nil {
		return err
	}
	secret, err := s.webhooks.insertHook(ctx, h)
	if err != nil {
		return err
	}
	return c.Say(ext.Values{"id": h.ID, "secret": secret}, "webhook %d\nsecret %s", h.ID, secret)
}

func (s *commandLine) switchCommand(on bool) func(context.Context, *ext.Call) error {
	return func(ctx context.Context, c *ext.Call) error {
		return s.DB.InTx(ctx, func(ctx context.Context) error {
			h, err := s.hookArg(ctx, c)
			if err != nil {
				return err
			}
			h.Active = false
			if on {
				if err := s.webhooks.enable(ctx, h); err != nil {
					return err
				}
			}
			if err := s.webhooks.updateHook(ctx, h); err != nil {
				return err
			}
			state := map[bool]string{true: "on", false: "off"}[on]
			return c.Say(ext.Values{"id": h.ID, "state": state}, "webhook %d is %s", h.ID, state)
		})
	}
}

func (s *commandLine) removeCommand(ctx context.Context, c *ext.Call) error {
	return s.DB.InTx(ctx, func(ctx context.Context) error {
		h, err := s.hookArg(ctx, c)
		if err != nil {
			return err
		}
		if err := s.webhooks.deleteHook(ctx, h.ID); err != nil {
			return err
		}
		return c.Say(ext.Values{"id": h.ID, "removed": true}, "webhook %d is removed", h.ID)
	})
}

func shownTime(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.RFC3339) }

// printDelivery says a delivery on one line.
func printDelivery(say func(v any, format string, args ...any) error, d *delivery) error {
	result := d.Error
	if result == "" && d.Status != 0 {
		result = fmt.Sprintf("%d %s", d.Status, strings.Join(strings.Fields(d.Answer), " "))
	}
	shown := ext.Values{"id": d.ID, "created": shownTime(d.Created), "kind": d.Kind, "state": d.State, "changes": d.Changes, "attempts": d.Attempts, "milliseconds": d.Took, "result": result}
	return say(shown, "%d\t%s\t%s\t%s\t%d changes\t%d attempts\t%d ms\t%s", d.ID, shownTime(d.Created), d.Kind, d.State, d.Changes, d.Attempts, d.Took, result)
}

func (s *commandLine) printDeliveries(ctx context.Context, c *ext.Call) error {
	h, err := s.hookArg(ctx, c)
	if err != nil {
		return err
	}
	list, err := s.webhooks.deliveries(ctx, "WHERE hook_id = ? ORDER BY id DESC LIMIT ?", h.ID, max(c.Int("limit"), 1))
	if err != nil {
		return err
	}
	for _, d := range list {
		if err := printDelivery(c.Row, d); err != nil {
			return err
		}
	}
	return nil
}

func (s *commandLine) redeliverCommand(ctx context.Context, c *ext.Call) error {
	id, err := idOf(c.Args[0])
	if err != nil {
		return err
	}
	d, err := s.webhooks.deliveryByID(ctx, id)
	if err != nil {
		return err
	}
	if d.State == stateOpen {
		if err := s.DB.InTx(ctx, func(ctx context.Context) error { return s.webhooks.redeliver(ctx, d) }); err != nil {
			return err
		}
		return c.Say(ext.Values{"id": d.ID, "state": stateOpen}, "The server sends it now.")
	}
	if err := s.webhooks.resend(ctx, d); err != nil {
		return err
	}
	return taken(printDelivery(c.Say, d), d)
}

func (s *commandLine) testCommand(ctx context.Context, c *ext.Call) error {
	h, err := s.hookArg(ctx, c)
	if err != nil {
		return err
	}
	d, err := s.webhooks.ping(ctx, h)
	if err != nil {
		return err
	}
	return taken(printDelivery(c.Say, d), d)
}

// taken makes a delivery that wasn't taken an error, once it is printed: scripts
// look at how the command ends.
func taken(printed error, d *delivery) error {
	if printed == nil && d.State != stateDone {
		return errors.New("it was not taken")
	}
	return printed
}

// refused is a fault as people at a terminal read it: without its code.
type refused struct{ fault *fault.Error }

func (r refused) Error() string { return r.fault.Message }

// Unwrap lets the command line tell wrong values by their status.
func (r refused) Unwrap() error { return r.fault }
