package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/platform/language"
)

func languageCommand() *cobra.Command {
	return group(&cobra.Command{Use: "language", Short: "Install and choose the language of the site"},
		languageInstallCommand(), languageListCommand(), languageUseCommand())
}

func languageInstallCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	cmd := &cobra.Command{
		Use:   "install FILE|DIR...",
		Short: "Install language packs",
		Long: `Install language packs: files named like de_DE.mo, admin-de_DE.po, de_DE.l10n.php, or
folders of them. Files in PHP are read as data and never run. A running server takes the
new texts at once.`,
		Example: "  quoin language install /usr/share/wordpress/wp-content/languages --data site",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				packs, err := readPacks(args, cmd.ErrOrStderr())
				if err != nil {
					return err
				}
				if err := a.Languages.Install(ctx, packs); err != nil {
					return err
				}
				texts := map[string]int{}
				for _, p := range packs {
					texts[p.Locale] += len(p.Texts)
				}
				locales, _ := a.Languages.List(ctx)
				if asJSON {
					return printJSON(cmd, texts)
				}
				for _, locale := range locales {
					if texts[locale] > 0 {
						fmt.Fprintf(cmd.OutOrStdout(), "%s: %d texts\n", locale, texts[locale])
					}
				}
				return nil
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	return cmd
}

// readPacks reads files and folders of packs. A folder may have other files, which are
// left out; one of its packs that can't be read is told and left out too.
func readPacks(paths []string, errs io.Writer) (map[string]*language.Pack, error) {
	packs := map[string]*language.Pack{}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			p, err := readPack(path)
			if err != nil {
				return nil, err
			}
			packs[filepath.Base(path)] = p
			continue
		}
		entries, err := os.ReadDir(path)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if _, _, _, ok := language.NameOf(e.Name()); !ok || e.IsDir() {
				continue
			}
			p, err := readPack(filepath.Join(path, e.Name()))
			switch {
			case errors.Is(err, language.ErrNoPack):
				fmt.Fprintf(errs, "%v: left out\n", err)
			case err != nil:
				return nil, err
			default:
				packs[e.Name()] = p
			}
		}
	}
	if len(packs) == 0 {
		return nil, fmt.Errorf("there are no language packs in %s: their names are like de_DE.mo", paths[0])
	}
	return packs, nil
}

func readPack(path string) (*language.Pack, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() { // such as a pipe that nobody writes to
		return nil, fmt.Errorf("%w: %s is no file", language.ErrNoPack, filepath.Base(path))
	}
	f, err := os.Open(path) // #nosec G304 -- the file that the caller named
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return language.ReadFrom(path, f)
}

func languageListCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the languages that are installed",
		Args:  takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				locales, used := a.Languages.List(ctx)
				if asJSON {
					return printJSON(cmd, jsonObject{"installed": append([]string{}, locales...), "used": used})
				}
				for _, locale := range locales {
					state := ""
					if locale == used {
						state = "\tused"
					}
					fmt.Fprintf(cmd.OutOrStdout(), "%s%s\n", locale, state)
				}
				if !slices.Contains(locales, used) {
					fmt.Fprintf(cmd.OutOrStdout(), "%s\tchosen, but its pack isn't installed\n", used)
				}
				return nil
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	return cmd
}

func languageUseCommand() *cobra.Command {
	var asJSON bool
	var c app.Config
	cmd := &cobra.Command{
		Use:   "use LOCALE",
		Short: "Show the site in a language",
		Args:  takes("LOCALE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				if err := a.Languages.Use(ctx, args[0]); err != nil {
					return err
				}
				return say(cmd, asJSON, jsonObject{"used": args[0]}, "The site is shown in %s", args[0])
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	return cmd
}
