package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"quoin/internal/access"
	"quoin/internal/app"
	"quoin/internal/auth"
)

func userCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "user", Short: "Manage users"}
	cmd.AddCommand(userCreateCommand(), appPasswordCommand())
	return cmd
}

func userCreateCommand() *cobra.Command {
	var c app.Config
	var n app.NewUser
	cmd := &cobra.Command{
		Use:   "create LOGIN",
		Short: "Create a user; without --password one is made up and printed, with --password - it is read from standard input",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			n.Login = args[0]
			if n.Password == "-" {
				line, err := bufio.NewReader(os.Stdin).ReadString('\n')
				if line = strings.TrimRight(line, "\r\n"); line == "" {
					return errors.Join(errors.New("no password on standard input"), err)
				}
				n.Password = line
			}
			return with(cmd.Context(), c, func(ctx context.Context, a *app.App) error {
				made, err := a.CreateUser(ctx, n)
				if err != nil {
					return err
				}
				if n.Password == "" {
					fmt.Println(made)
				}
				return nil
			})
		},
	}
	siteFlags(cmd, &c)
	cmd.Flags().StringVar(&n.Email, "email", "", "e-mail address")
	cmd.Flags().StringVar(&n.Role, "role", access.Subscriber, "role: "+strings.Join(access.Roles(), ", "))
	cmd.Flags().StringVar(&n.Password, "password", "", "password")
	_ = cmd.MarkFlagRequired("email")
	return cmd
}

func appPasswordCommand() *cobra.Command {
	var c app.Config
	var name string
	cmd := &cobra.Command{
		Use:   "app-password LOGIN",
		Short: "Create an application password and print it",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return with(cmd.Context(), c, func(ctx context.Context, a *app.App) error {
				u, err := a.DB.UserByLogin(ctx, args[0])
				if err != nil {
					return fmt.Errorf("user %q: %w", args[0], err)
				}
				if strings.TrimSpace(name) == "" {
					return errors.New("the application password needs a --name")
				}
				_, secret, err := auth.Issue(ctx, a.DB, a.Clock(), u.ID, name, "")
				if err != nil {
					return err
				}
				fmt.Println(secret)
				return nil
			})
		},
	}
	siteFlags(cmd, &c)
	cmd.Flags().StringVar(&name, "name", "", "what the password is for")
	return cmd
}

// with opens a site for one task.
func with(ctx context.Context, c app.Config, do func(context.Context, *app.App) error) error {
	a, err := app.New(ctx, c)
	if err != nil {
		return err
	}
	tellPassword(a)
	return errors.Join(do(ctx, a), a.Close())
}

func routesCommand() *cobra.Command {
	var c app.Config
	cmd := &cobra.Command{
		Use:   "routes",
		Short: "Print every route with its methods",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return with(cmd.Context(), c, func(_ context.Context, a *app.App) error {
				for _, r := range a.API.Routes() {
					for i := range r.Endpoints {
						fmt.Printf("%-28s %s\n", strings.Join(r.Endpoints[i].Methods, ","), r.Pattern)
					}
				}
				return nil
			})
		},
	}
	siteFlags(cmd, &c)
	cmd.Flags().StringVar(&c.Preset, "preset", "full", "what to serve: "+strings.Join(app.PresetNames(), ", "))
	return cmd
}
