package command

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
)

// shownUser is an account as commands print it.
type shownUser struct {
	ID    int64    `json:"id"`
	Login string   `json:"login"`
	Email string   `json:"email"`
	Name  string   `json:"name"`
	Roles []string `json:"roles"`
	// Rights are what the account may do (true), or not, for itself.
	Rights     access.Own `json:"rights,omitempty"`
	Registered string     `json:"registered"`
	Entries    *int       `json:"entries,omitempty"`
}

func representUser(u *user.User) shownUser {
	return shownUser{ID: u.ID, Login: u.Login, Email: u.Email, Name: u.Name, Roles: append([]string{}, u.Roles...), Rights: u.Rights, Registered: u.Registered + "Z"}
}

// rolesTaken are the roles that commands take.
var rolesTaken = strings.Join(access.Roles(), ", ") + ", or one of the site's own"

func userListCommand() *cobra.Command {
	var c app.Config
	var role string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "Print the users",
		Args:  takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				if role != "" {
					if err := a.People.CheckRole(ctx, role); err != nil {
						return misused(cmd, "--role: %v", err)
					}
				}
				list := []shownUser{}
				err := a.People.Each(ctx, role, func(u *user.User) error {
					if asJSON {
						list = append(list, representUser(u))
						return nil
					}
					_, err := fmt.Fprintf(cmd.OutOrStdout(), "%6d  %-20s  %-30s  %s\n", u.ID, u.Login, u.Email, strings.Join(u.Roles, ","))
					return err
				})
				if err != nil || !asJSON {
					return err
				}
				return printJSON(cmd, list)
			})
		},
	}
	siteFlags(cmd, &c)
	cmd.Flags().StringVar(&role, "role", "", "only those with a role: "+rolesTaken)
	jsonFlag(cmd, &asJSON)
	return cmd
}

func userShowCommand() *cobra.Command {
	var c app.Config
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show LOGIN",
		Short: "Print what is known of a user",
		Args:  takes("LOGIN"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				u, err := accountOf(ctx, a, args[0])
				if err != nil {
					return err
				}
				n, err := a.People.CountOwned(ctx, u)
				if err != nil {
					return err
				}
				s := representUser(u)
				s.Entries = &n
				if asJSON {
					return printJSON(cmd, s)
				}
				for _, right := range slices.Sorted(maps.Keys(s.Rights)) {
					if _, err := fmt.Fprintf(cmd.OutOrStdout(), "right       %s: %s\n", right, map[bool]string{true: rightYes, false: rightNo}[s.Rights[right]]); err != nil {
						return err
					}
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "id          %d\nlogin       %s\ne-mail      %s\nname        %s\nroles       %s\nregistered  %s\nentries     %d\n",
					s.ID, s.Login, s.Email, s.Name, strings.Join(s.Roles, ", "), s.Registered, n)
				return err
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	return cmd
}

func userSetPasswordCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	var file string
	cmd := &cobra.Command{
		Use:   "set-password LOGIN",
		Short: "Set the password of a user, and log the user out everywhere",
		Args:  takes("LOGIN"),
		Example: `  quoin user set-password ann --password-file ann.txt --data site
  pass show site/ann | quoin user set-password ann --password-file - --data site`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if file == "" {
				return misused(cmd, "--password-file is missing: name a file with the password in its first line, or - for standard input")
			}
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				u, err := accountOf(ctx, a, args[0])
				if err != nil {
					return err
				}
				password, err := readSecret(cmd, file)
				if err != nil {
					return err
				}
				if err := a.People.Change(ctx, u, user.Change{Password: &password}); err != nil {
					return err
				}
				return say(cmd, asJSON, jsonObject{"login": u.Login, "changed": "password"}, "%s has a new password", u.Login)
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	cmd.Flags().StringVar(&file, "password-file", "", "file with the password in its first line; - reads it from standard input (required)")
	return cmd
}

func userRoleCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	cmd := &cobra.Command{
		Use:   "role LOGIN ROLE",
		Short: "Give a user a role, in place of those that it had",
		Long:  "Give a user a role, in place of those that it had: " + rolesTaken + ".",
		Args:  takes("LOGIN", "ROLE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				if err := a.People.CheckRole(ctx, args[1]); err != nil {
					return misused(cmd, "%v", err)
				}
				u, err := accountOf(ctx, a, args[0])
				if err != nil {
					return err
				}
				if err := a.People.Change(ctx, u, user.Change{Roles: &[]string{args[1]}}); err != nil {
					return err
				}
				return say(cmd, asJSON, jsonObject{"login": u.Login, "role": args[1]}, "%s is %s", u.Login, args[1])
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	return cmd
}

// What `quoin user right` takes: whether an account has a right for itself, or its roles
// decide.
const (
	rightYes   = "yes"
	rightNo    = "no"
	rightRoles = "roles"
)

func userRightCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	answers := []string{rightYes, rightNo, rightRoles}
	cmd := &cobra.Command{
		Use:   "right LOGIN RIGHT " + strings.Join(answers, "|"),
		Short: "Give a user a right for itself, or take it away, whatever its roles say",
		Example: `  quoin user right ann edit_theme_options yes --data site
  quoin user right ann edit_theme_options roles --data site   # its roles decide again`,
		Args: takesChecked(func(args []string) error {
			switch right := args[1]; {
			case !access.IsName(right):
				return fmt.Errorf("a right has a name of 1 to %d characters", access.LongestName)
			case access.IsRole(right):
				return fmt.Errorf("%s is a role: quoin user role gives those", right)
			}
			return oneOf("answer", answers)(args[2])
		}, "LOGIN", "RIGHT", "ANSWER"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				u, err := accountOf(ctx, a, args[0])
				if err != nil {
					return err
				}
				change := user.Change{RightsByRole: []access.Capability{args[1]}}
				says := u.Login + ": the roles decide on " + args[1]
				if args[2] != rightRoles {
					change = user.Change{Rights: access.Own{args[1]: args[2] == rightYes}}
					if len(change.Rights.Clean()) == 0 {
						return fmt.Errorf("%s is a right over other sites, which there aren't here", args[1])
					}
					says = u.Login + ": " + args[1] + " " + args[2]
				}
				if err := a.People.Change(ctx, u, change); err != nil {
					return err
				}
				return say(cmd, asJSON, jsonObject{"login": u.Login, "right": args[1], "answer": args[2]}, "%s", says)
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	return cmd
}

func userDeleteCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	var heir string
	var content bool
	cmd := &cobra.Command{
		Use:   "delete LOGIN",
		Short: "Delete a user; say what becomes of the content",
		Args:  takes("LOGIN"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if content == (heir != "") {
				return misused(cmd, "say what becomes of the content: either --reassign LOGIN or --delete-content")
			}
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				u, err := accountOf(ctx, a, args[0])
				if err != nil {
					return err
				}
				var to *user.User
				if heir != "" {
					if to, err = accountOf(ctx, a, heir); err != nil {
						return err
					}
				}
				if err := a.People.Delete(ctx, u, to); err != nil {
					return err
				}
				what := "what it wrote is in the trash or deleted"
				if to != nil {
					what = "what it wrote belongs to " + to.Login
				}
				return say(cmd, asJSON, jsonObject{"login": u.Login, "deleted": true, "content": what}, "%s has no account any more; %s", u.Login, what)
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	cmd.Flags().StringVar(&heir, "reassign", "", "log-in name of who gets the content")
	cmd.Flags().BoolVar(&content, "delete-content", false, "put posts and pages into the trash, and delete what has none")
	return cmd
}
