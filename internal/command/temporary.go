package command

import (
	"context"
	"fmt"
	"io"
	"os"

	"quoin/internal/operation/doctor"
	"quoin/internal/platform/datafolder"
)

// temporaryNames are the variables that name the folder of temporary files: TMPDIR on
// Unix, TMP on Windows.
var temporaryNames = [2]string{"TMPDIR", "TMP"}

// wholeProcess is a value of the context in which the program has the process, and so
// the environment, for itself. In a test it hasn't.
type wholeProcess struct{}

// keepTemporary has the temporary files of this process, such as uploads on their way, in
// the data folder: those of the standard library too, which asks the environment. So
// they are on a disk that is meant for data, and what a kill leaves is found by the next
// start. Where the data folder can't be written, they are where the system has them.
func keepTemporary(ctx context.Context, data string, errs io.Writer) (end func()) {
	end = func() {}
	if ctx.Value(wholeProcess{}) == nil {
		return end
	}
	if temp, err := datafolder.OpenTemporary(data); err == nil {
		before := map[string]string{}
		for _, name := range temporaryNames {
			before[name] = os.Getenv(name)
			_ = os.Setenv(name, temp.Path) // fails for names that aren't ones
		}
		end = func() {
			for name, value := range before {
				_ = os.Setenv(name, value)
			}
			_ = temp.Close() // what is left is removed by the next start
		}
	}
	if err := doctor.Writable(os.TempDir()); err != nil {
		fmt.Fprintf(errs, "Uploads can't be received: %v (set TMPDIR)\n", err)
	}
	return end
}

// keepLarge is keepTemporary for files as large as what the command reads: the folder that
// the environment names is meant for them.
func keepLarge(ctx context.Context, data string, errs io.Writer) (end func()) {
	if os.Getenv(temporaryNames[0]) != "" {
		return func() {}
	}
	return keepTemporary(ctx, data, errs)
}
