package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/app/examination"
	"quoin/internal/operation/doctor"
)

// errUnsound ends the program with a failure after the findings were told.
var errUnsound = errors.New("something is wrong with the site")

func doctorCommand() *cobra.Command {
	var c app.Config
	var x examination.Examination
	var mend, strays string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Look at a site for what is wrong with it, and mend it",
		Long: `Looks at database, counts, references, uploaded files, jobs, clock, disk, rights,
certificates and mail of a site, whether it is served or not, and prints what it
found. It ends with 1 when it found errors; warnings are things to know of.

--mend sets right what can be set right without losing anything: counts, rows
that belong to nothing, featured images that are gone, jobs that hang, rights of
files. Content is never deleted. Files that belong to nothing are deleted by
--mend=files alone, and only those of a list that an earlier run has written:

  quoin doctor --data site --stray-files list.txt
  quoin doctor --data site --mend=files --stray-files list.txt`,
		Example: `  quoin doctor --data site
  quoin doctor --data site --mend --json`,
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			switch mend {
			case "", "safe", "files":
			default:
				return misused(cmd, "--mend wants nothing, or =files, not %q", mend)
			}
			if mend == "files" && strays == "" {
				return misused(cmd, "--mend=files wants --stray-files LIST, with the files to delete")
			}
			if mend == "files" {
				if err := readable(strays); err != nil {
					return misused(cmd, "--stray-files: %v", err)
				}
			}
			x.Mend = mend != ""
			switch {
			case mend == "files":
				list, open := os.Open(strays) // #nosec G304 -- the operator names the file
				if open != nil {
					return open
				}
				defer func() { err = errors.Join(err, list.Close()) }()
				x.Chosen = list
			case strays != "":
				list, open := openStrayList(strays)
				if open != nil {
					return open
				}
				defer func() { err = errors.Join(err, list.close(err == nil)) }()
				x.Stray = list.add
			}
			out := &findings{out: cmd.OutOrStdout()}
			shown := newExamining(onTerminal(cmd.ErrOrStderr()), time.Now)
			x.Progress, x.Begin = shown.step, shown.begin
			x.Tell = func(f doctor.Finding) {
				shown.clear()
				out.add(f, !asJSON)
			}
			stop := shown.follow()
			err = app.Examine(app.AsOperator(cmd.Context()), c, x)
			stop()
			shown.clear()
			if err != nil {
				return err
			}
			return out.end(asJSON)
		},
	}
	siteFlags(cmd, &c)
	f := cmd.Flags()
	urlFlag(cmd, &c, "public address of the site (default: the stored one)")
	f.StringVar(&mend, "mend", "", "mend what can be mended; --mend=files deletes files that belong to nothing too")
	f.Lookup("mend").NoOptDefVal = "safe"
	f.StringVar(&strays, "stray-files", "", "file to write the names of files to that belong to nothing; with --mend=files, to read them from")
	checkedFlag(cmd, &x.TLSCert, "tls-cert", "", "file with the certificate that the site is served with", orNone(readable))
	f.BoolVar(&asJSON, "json", false, "print the findings as JSON")
	return cmd
}

// findings prints what the doctor found.
type findings struct {
	out  io.Writer
	list []doctor.Finding
	err  error
}

// add takes a finding, and prints it if told to.
func (l *findings) add(f doctor.Finding, show bool) {
	l.list = append(l.list, f)
	if !show {
		return
	}
	var b strings.Builder
	text := f.Text
	if f.Mended {
		text = "mended: " + text
	}
	fmt.Fprintf(&b, "%-8s %-18s %s\n", f.Level, f.Check, text)
	indent := strings.Repeat(" ", 28)
	for _, example := range f.Examples {
		fmt.Fprintf(&b, "%s- %s\n", indent, example)
	}
	if f.Advice != "" {
		fmt.Fprintf(&b, "%s(%s)\n", indent, f.Advice)
	}
	_, err := io.WriteString(l.out, b.String())
	l.err = errors.Join(l.err, err)
}

// end tells the result.
func (l *findings) end(asJSON bool) error {
	count := map[doctor.Level]int{}
	mended := 0
	for _, f := range l.list {
		count[f.Level]++
		if f.Mended {
			mended++
		}
	}
	if asJSON {
		e := json.NewEncoder(l.out)
		e.SetIndent("", "  ")
		l.err = errors.Join(l.err, e.Encode(map[string]any{
			"findings": l.list, "errors": count[doctor.Error], "warnings": count[doctor.Warning], "mended": mended,
		}))
	} else {
		_, err := fmt.Fprintf(l.out, "\n%d errors, %d warnings, %d mended\n", count[doctor.Error], count[doctor.Warning], mended)
		l.err = errors.Join(l.err, err)
	}
	if l.err == nil && count[doctor.Error] > 0 {
		return errUnsound
	}
	return l.err
}
