package ext_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quoin/ext"
)

var update = flag.Bool("update", false, "write api.txt")

// structs are the types of the seam whose members are promised too.
var structs = map[string]reflect.Type{
	"Action": reflect.TypeFor[ext.Action](), "Bound": reflect.TypeFor[ext.Bound](), "Call": reflect.TypeFor[*ext.Call](),
	"Command": reflect.TypeFor[ext.Command](), "Cost": reflect.TypeFor[ext.Cost](), "Data": reflect.TypeFor[ext.Data](), "Extension": reflect.TypeFor[ext.Extension](),
	"Flag": reflect.TypeFor[ext.Flag](), "Gauge": reflect.TypeFor[ext.Gauge](), "Hooks": reflect.TypeFor[ext.Hooks](), "Host": reflect.TypeFor[*ext.Host](),
	"Info": reflect.TypeFor[ext.Info](), "Journal": reflect.TypeFor[*ext.Journal](), "Loop": reflect.TypeFor[ext.Loop](), "MetaKeys": reflect.TypeFor[ext.MetaKeys](),
	"Option": reflect.TypeFor[ext.Option](), "OptionWrites": reflect.TypeFor[ext.OptionWrites](), "Options": reflect.TypeFor[*ext.Options](),
	"Parts": reflect.TypeFor[ext.Parts](), "Periodic": reflect.TypeFor[ext.Periodic](), "Person": reflect.TypeFor[ext.Person](), "Personal": reflect.TypeFor[ext.Personal](),
	"Row": reflect.TypeFor[ext.Row](), "Status": reflect.TypeFor[ext.Status](), "Table": reflect.TypeFor[ext.Table](), "Tables": reflect.TypeFor[ext.Tables](),
	"Endpoint": reflect.TypeFor[ext.Endpoint](), "Route": reflect.TypeFor[ext.Route](), "Output": reflect.TypeFor[*ext.Output](), "Page": reflect.TypeFor[ext.Page](), "OwnPage": reflect.TypeFor[ext.OwnPage](),
	"Job": reflect.TypeFor[ext.Job](), "EntryField": reflect.TypeFor[ext.EntryField](),
}

// TestSeamStays holds the names that extensions are written with to api.txt: what is there
// stays. Names that are new are added with -update.
func TestSeamStays(t *testing.T) {
	t.Parallel()
	now := append(declared(t), members()...)
	slices.Sort(now)
	text := strings.Join(now, "\n") + "\n"
	if *update {
		if err := os.WriteFile("api.txt", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	promised, err := os.ReadFile("api.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(promised)) {
		if line = strings.TrimSuffix(line, "\n"); !slices.Contains(now, line) {
			t.Errorf("%s is promised and isn't there any more", line)
		}
	}
	for _, line := range now {
		if !strings.Contains(string(promised), line+"\n") {
			t.Errorf("%s is new: go test ./ext -run Seam -update", line)
		}
	}
}

// declared are the exported names of the package.
func declared(t *testing.T) (names []string) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				names = append(names, "func "+d.Name.Name)
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch s := spec.(type) {
					case *ast.TypeSpec:
						names = append(names, "type "+s.Name.Name)
					case *ast.ValueSpec:
						for _, n := range s.Names {
							names = append(names, "value "+n.Name)
						}
					}
				}
			}
		}
	}
	return names
}

// folder is where a package of the program lies, which may change.
var folder = regexp.MustCompile(`quoin/internal/([a-z0-9]+/)*`)

// members are those of the types that the seam is made of.
func members() (names []string) {
	for name, t := range structs {
		for i := range t.NumMethod() {
			names = append(names, fmt.Sprintf("method %s.%s", name, t.Method(i).Name))
		}
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct {
			continue
		}
		for _, f := range reflect.VisibleFields(t) {
			// The members of a Host are those of its parts.
			if f.IsExported() && (len(f.Index) == 1 || name == "Host") {
				names = append(names, fmt.Sprintf("field %s.%s %s", name, f.Name, folder.ReplaceAllString(f.Type.String(), "")))
			}
		}
	}
	return names
}
