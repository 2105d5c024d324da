package doctor

import (
	"context"
	"errors"
	"io/fs"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/storage/store"
)

// flaws is a finding for what a check of the store found.
func flaws(level Level, f store.Flaws, text string) []Finding {
	if f.Count == 0 {
		return nil
	}
	found := Found(level, text, f.Count)
	found.Examples = f.Examples
	return []Finding{found}
}

// ErrOld says that a database must be migrated, and ErrNew that another program
// has, before it can be looked at.
var (
	ErrOld = errors.New("the database is older than the program")
	ErrNew = errors.New("the database is newer than the program")
)

// Migrations looks whether the tables are those that this program knows. Old is
// set to ErrOld or ErrNew when they aren't.
func Migrations(db *store.DB, extensions map[string]fs.FS, old *error) Check {
	return Check{Name: "migrations", Look: func(ctx context.Context) (list []Finding, err error) {
		states, err := db.MigrationStates(ctx, extensions)
		for _, s := range states {
			switch {
			case s.Now > s.Newest:
				*old = ErrNew
				list = append(list, versions(Error, s.Extension, "the database: version %d, this program knows %d", "the tables of the extension %s: version %d, this program knows %d", s.Now, s.Newest).With("run a newer program"))
			case s.Now < s.Newest && s.Extension == "":
				*old = ErrOld
				list = append(list, Found(Warning, "the database: version %d, this program has %d", s.Now, s.Newest).With("the next start of this program brings it up to date"))
			case s.Now < s.Newest && s.Now > 0:
				*old = ErrOld
				list = append(list, Found(Warning, "the tables of the extension %s: version %d, this program has %d", s.Extension, s.Now, s.Newest).With("the next start of this program brings them up to date"))
			}
		}
		return list, err
	}}
}

// versions is a finding of the database, or of the tables of an extension.
func versions(level Level, extension, database, tables string, now, newest any) Finding {
	if extension == "" {
		return Found(level, database, now, newest)
	}
	return Found(level, tables, extension, now, newest)
}

// Database are the checks of the database alone. extensions are the migrations
// of those that it has tables of.
func Database(db *store.DB, extensions map[string]fs.FS, now func() time.Time, progress Progress) []Check {
	simple := func(name string, level Level, text string, look func(context.Context) (store.Flaws, error), mend func(context.Context) error) Check {
		return Check{Name: name, Mend: mend, Look: func(ctx context.Context) ([]Finding, error) {
			f, err := look(ctx)
			return flaws(level, f, text), err
		}}
	}
	return []Check{
		simple("integrity", Error, "the database finds %d things wrong with itself", db.CheckIntegrity, nil),
		{Name: "tables", Look: func(ctx context.Context) ([]Finding, error) {
			f, err := db.CheckSchema(ctx, extensions)
			if err != nil {
				// Who runs the database may not let us make tables.
				return []Finding{Found(Warning, "can't be compared: %s", err)}, nil
			}
			return flaws(Error, f, "%d parts of the tables are missing"), nil
		}},
		simple("options", Error, "%d options can't be read", db.CheckOptions, nil),
		simple("meta", Error, "%d values can't be read", func(ctx context.Context) (store.Flaws, error) {
			return db.CheckMeta(ctx, func(rows int64) { progress("meta", rows, "values") })
		}, nil),
		simple("ids", Error, "%d tables would give out ids that are taken", db.CheckIDs, db.MendIDs),
		simple("orphans", Error, "%d rows belong to nothing", db.CheckOrphans, db.MendOrphans),
		simple("entry counts", Error, "%d counts of entries are wrong", db.CheckEntryCounts, db.MendEntryCounts),
		simple("term counts", Error, "%d counts of terms are wrong", db.CheckTermCounts, db.MendTermCounts),
		simple("comment counts", Error, "%d entries count their comments wrongly", db.CheckCommentCounts, db.MendCommentCounts),
		simple("references", Warning, "%d things name a parent, author or entry that isn't there", db.CheckPointers, nil),
		simple("featured images", Warning, "%d entries show an image that isn't there", db.CheckFeatured, db.MendFeatured),
		simple("menus", Warning, "%d menu items lead nowhere", db.CheckMenus, nil),
		simple("settings", Warning, "%d settings name something that isn't there", db.CheckOptionPointers, nil),
		jobs(db, now),
		clock(db, now),
	}
}

// Fields holds the indexed fields of entries against their meta. indexed are those that are
// declared, by type.
func Fields(db *store.DB, indexed map[string][]content.IndexedField) Check {
	return Check{
		Name: "fields",
		Look: func(ctx context.Context) ([]Finding, error) {
			f, err := db.CheckFields(ctx, indexed)
			return flaws(Error, f, "%d entries have other values in the index of their fields"), err
		},
		Mend: func(ctx context.Context) error { return db.MendFields(ctx, indexed) },
	}
}

// OverdueAfter is how long a job may be due without anybody beginning it, and longestLease
// how long a worker that lives may hold one.
const (
	OverdueAfter = 15 * time.Minute
	longestLease = 10 * time.Minute
)

func jobs(db *store.DB, now func() time.Time) Check {
	return Check{
		Name: "jobs",
		Look: func(ctx context.Context) ([]Finding, error) {
			j, err := db.CheckJobs(ctx, now().Add(-OverdueAfter), now().Add(longestLease))
			list := flaws(Error, j.Stuck, "%d jobs are held by nobody that lives")
			list = append(list, flaws(Warning, j.Failing, "%d jobs failed and wait for their next try")...)
			for _, f := range flaws(Warning, j.Overdue, "%d jobs are due and nobody has begun them") {
				f.Advice = "they are done while the site is served; those of an extension, while it is on"
				list = append(list, f)
			}
			return list, err
		},
		Mend: func(ctx context.Context) error { return db.MendJobs(ctx, now(), now().Add(longestLease)) },
	}
}

// clockApart is how far clocks may be apart.
const clockApart = 30 * time.Second

// fromFuture is how far ahead a time in the database may be.
const fromFuture = 5 * time.Minute

func clock(db *store.DB, now func() time.Time) Check {
	return Check{Name: "clock", Look: func(ctx context.Context) (list []Finding, err error) {
		ahead, latest, err := db.Clocks(ctx)
		if ahead.Abs() > clockApart {
			list = append(list, Found(Error, "the clock of the database is %s off this machine's", ahead.Round(time.Second)).With("let both follow a time server"))
		}
		if d := latest.Sub(now()); !latest.IsZero() && d > fromFuture {
			list = append(list, Found(Error, "the database has noted %s, which is %s ahead of this clock", latest.Format(time.DateTime), d.Round(time.Second)).With("the clock was wrong then, or is now"))
		}
		return list, err
	}}
}
