package command

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/domain/audit"
	"quoin/internal/domain/site"
)

// maxLines bounds what one call prints of the audit log.
const maxLines = 1_000_000

func auditCommand() *cobra.Command {
	var c app.Config
	var since time.Duration
	var lines int64
	var asJSON bool
	var q audit.Query
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Print who logged in, and who changed rights and settings; the newest first",
		Args:  takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return existing(cmd, c, func(ctx context.Context, a *app.App) error {
				q.Limit = int(min(lines, maxLines))
				if since > 0 {
					q.Since = a.Clock().Add(-since).UTC().Format(site.DateForm)
				}
				list, err := a.DB.ListAudit(ctx, q)
				if err != nil {
					return err
				}
				if asJSON {
					return printJSON(cmd, shownRecord(list))
				}
				for _, e := range list {
					line := fmt.Sprintf("%sZ  %-22s  %-16s  %-20s  %s  %s", e.At, e.Action, e.Login, e.Subject, e.IP, e.Detail)
					if _, err := fmt.Fprintln(cmd.OutOrStdout(), strings.TrimRight(line, " ")); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	siteFlags(cmd, &c)
	jsonFlag(cmd, &asJSON)
	periodFlag(cmd, &since, "since", 0, 0, "how far back, such as 24h (default: all)")
	checkedFlag(cmd, &q.Action, "action", "", "only one kind, such as \"log-in failed\"", orNone(oneOf("action", audit.Actions())))
	cmd.Flags().StringVar(&q.About, "about", "", "only what a log-in name did, or what was done to it")
	checkedFlag(cmd, &q.IP, "from", "", "only what was done from an address", orNone(numericAddress))
	numberFlag(cmd, &lines, "lines", 1, 100, "lines", "how many at most")
	return cmd
}

// recorded is a line of the record as it is printed for programs.
type recorded struct {
	At      string `json:"at"`
	Action  string `json:"action"`
	Login   string `json:"login"`
	Subject string `json:"subject"`
	IP      string `json:"ip"`
	Detail  string `json:"detail"`
}

func shownRecord(list []*audit.Entry) []recorded {
	out := make([]recorded, len(list))
	for i, e := range list {
		out[i] = recorded{e.At + "Z", e.Action, e.Login, e.Subject, e.IP, e.Detail}
	}
	return out
}
