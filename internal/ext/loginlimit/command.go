package loginlimit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"quoin/internal/domain/user"
	"quoin/internal/ext"
	"quoin/internal/platform/netlimit"
	"quoin/internal/platform/schema"
)

// unlockLong explains the one command that people look for in a hurry.
const unlockLong = "End the lock-outs of an account (a log-in name or e-mail address), with those of the addresses that it was last tried from, or of one address."

func commands() []ext.Command {
	return []ext.Command{
		{Group: "user", Verb: "unlock", Short: "Let a user or an address log in again that is locked out", Long: unlockLong, Args: []string{"LOGIN-OR-ADDRESS"}},
		{Verb: "locked", Short: "Print who is locked out, and until when"},
		{Verb: "settings", Short: "Print the settings"},
		{Verb: "set", Short: "Change a setting; lists are separated by commas", Args: []string{"NAME", "VALUE"}, Check: checkSetting},
	}
}

func (s *service) run() map[string]func(ctx context.Context, c *ext.Call) error {
	return map[string]func(ctx context.Context, c *ext.Call) error{
		"unlock": s.unlock, "locked": s.printLocked, "settings": s.printSettings, "set": s.set,
	}
}

func (s *service) unlock(ctx context.Context, c *ext.Call) error {
	who := strings.TrimSpace(c.Args[0])
	subject, account := netlimit.Network(who), ""
	u, err := s.Store.UserByLogin(ctx, who)
	if errors.Is(err, user.ErrNotFound) && strings.Contains(who, "@") {
		u, err = s.Store.UserByEmail(ctx, who)
	}
	switch {
	case err == nil:
		account = accountOf(u.ID)
	case !errors.Is(err, user.ErrNotFound):
		return err
	default:
		account = nameOf(who)
	}
	n, err := s.DB.Exec(ctx, "DELETE FROM loginlimit_count WHERE kind = ? AND subject = ? OR kind = ? AND subject = ? OR account = ?",
		byAddress, subject, byName, nameOf(who), account)
	if err != nil {
		return err
	}
	if n == 0 {
		return c.Say(ext.Values{"who": who, "unlocked": false}, "%s isn't locked out", who)
	}
	return c.Say(ext.Values{"who": who, "unlocked": true}, "%s may log in again", who)
}

func (s *service) printLocked(ctx context.Context, c *ext.Call) error {
	list, err := s.lockedOut(ctx)
	for _, one := range list {
		until := one.until()
		if err := c.Row(ext.Values{"kind": one.kind, "subject": one.subject, "until": until}, "%-8s %-40s until %s", one.kind, one.subject, until); err != nil {
			return err
		}
	}
	return err
}

func (s *service) printSettings(ctx context.Context, c *ext.Call) error {
	for _, o := range declared.Options() {
		value := s.Options.Value(ctx, o.Name)
		shown := schema.ToText(value)
		switch {
		case o.Schema.Items != nil:
			shown = strings.Join(schema.Each(value, schema.ToText), ",")
		case o.Name == nameServiceKey && shown != "":
			shown = "(set)"
		}
		if err := c.Row(ext.Values{"name": o.Name, "value": shown, "about": o.Schema.Description}, "%-20s %-20s %s", o.Name, shown, o.Schema.Description); err != nil {
			return err
		}
	}
	return nil
}

func (s *service) set(ctx context.Context, c *ext.Call) error {
	value, err := settingOf(c.Args)
	if err != nil {
		return ext.WrongValue("%v", err)
	}
	if err := s.DB.InTx(ctx, func(ctx context.Context) error { return s.Options.Set(ctx, c.Args[0], value) }); err != nil {
		return err
	}
	return c.Say(ext.Values{"name": c.Args[0], "value": value}, "%s is set", c.Args[0])
}

// checkSetting refuses what no site takes.
func checkSetting(args []string) error {
	_, err := settingOf(args)
	return err
}

// settingOf is the value that a setting gets of a text.
func settingOf(args []string) (any, error) {
	name, text := args[0], args[1]
	list := declared.Options()
	i := slices.IndexFunc(list, func(o ext.Option) bool { return o.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("there is no setting %q; quoin loginlimit settings prints them", name)
	}
	var value any = text
	if list[i].Schema.Items != nil {
		items := []any{}
		for item := range strings.SplitSeq(text, ",") {
			if item = strings.TrimSpace(item); item == "" {
				continue
			}
			if _, _, ok := parseRange(item); !ok && (name == nameAllowed || name == nameDenied) {
				return nil, fmt.Errorf("%q is no address, range a-b, or network", item)
			}
			items = append(items, item)
		}
		value = items
	}
	if err := list[i].Schema.Validate(value, name); err != nil {
		return nil, errors.New(err.Message)
	}
	return value, nil
}
