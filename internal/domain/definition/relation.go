package definition

import (
	"fmt"
	"slices"
	"strconv"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// What relations lead to.
const (
	ToType     = "type"
	ToTaxonomy = "taxonomy"
	ToUser     = "user"
	ToMedia    = "media"
)

// Relation is what the values of a field are ids of.
type Relation struct {
	To string // ToType, ToTaxonomy, ToUser or ToMedia
	// Name is that of the type or the taxonomy.
	Name string
	// Inverse is the name under which what is related to leads back, "" for none.
	Inverse string
}

func relationSchema() *schema.Schema {
	return schema.Obj([]schema.Property{
		{Name: "to", Schema: schema.Str("What values are ids of.", schema.Enum(ToType, ToTaxonomy, ToUser, ToMedia), schema.Required())},
		{Name: "name", Schema: schema.Str("Name of the type or taxonomy.", schema.Pattern(taxonomyName))},
		{Name: "inverse", Schema: schema.Str("Name under which what is related to leads back to the entries.", schema.Pattern(routeName))},
	}, "What values are ids of; it is indexed then.", schema.Strict())
}

// extend reads of a field what the reference doesn't have.
func (d *Definition) extend(f *Field, o *wire.Object, at string) *Problem {
	f.Required = flag(o, "required", false)
	unique, indexed := flag(o, "unique", false), flag(o, "index", false)
	relation, related := o.Get("relation").(*wire.Object)
	for _, m := range []struct {
		name string
		on   bool
	}{{"required", f.Required}, {"unique", unique}, {"index", indexed}, {"relation", related}} {
		if m.on && d.Body.Text("object_type") != "" && d.Body.Text("object_type") != OfEntries {
			return &Problem{Path: at + "." + m.name, Message: "only fields of entries have this"}
		}
		if m.on && m.name != "unique" && !f.InREST {
			return &Problem{Path: at + "." + m.name, Message: "only fields that the API shows have this"}
		}
	}
	if !unique && !indexed && !related {
		return nil
	}
	kind, many, ok := indexKind(f)
	if !ok {
		return &Problem{Path: at + ".type", Message: "texts, numbers and switches, and lists of them, can be indexed, unique and relations"}
	}
	if unique && many {
		return &Problem{Path: at + ".unique", Message: "only a single value can be unique"}
	}
	f.Index = &content.IndexedField{Key: f.Key, Kind: kind, Many: many, Unique: unique}
	if !related {
		return nil
	}
	if one := oneOf(f.Schema); !one.Is(schema.Integer) {
		return &Problem{Path: at + ".relation", Message: "relations are integers, or lists of them"}
	}
	f.Relation = &Relation{To: relation.Text("to"), Name: relation.Text("name"), Inverse: relation.Text("inverse")}
	named := f.Relation.To == ToType || f.Relation.To == ToTaxonomy
	switch {
	case named && f.Relation.Name == "":
		return &Problem{Path: at + ".relation.name", Message: "say which " + f.Relation.To}
	case !named && f.Relation.Name != "":
		return &Problem{Path: at + ".relation.name", Message: "a " + f.Relation.To + " has no name here"}
	}
	return nil
}

// oneOf is the schema of one of the values, of a list that of its items.
func oneOf(s *schema.Schema) *schema.Schema {
	if s.Is(schema.Array) && s.Items != nil {
		return s.Items
	}
	return s
}

func indexKind(f *Field) (kind content.FieldKind, many, ok bool) {
	one := oneOf(f.Schema)
	many = f.Repeated || one != f.Schema
	if f.Repeated && one != f.Schema {
		return "", false, false // lists of lists
	}
	types := slices.DeleteFunc(slices.Clone(one.Types), func(t string) bool { return t == schema.Null })
	switch {
	case len(types) == 0:
		return "", false, false
	case !slices.ContainsFunc(types, func(t string) bool { return t != schema.Integer && t != schema.Number && t != schema.Boolean }):
		return content.FieldNumber, many, true
	case slices.Equal(types, []string{schema.String}) && one.Format == schema.DateTime:
		return content.FieldDate, many, true
	case !slices.ContainsFunc(types, func(t string) bool { return t == schema.Array || t == schema.Object }):
		return content.FieldText, many, true
	}
	return "", false, false
}

// contexts reads in which views a field is shown.
func contexts(s *schema.Schema, v any, wrong *Problem) *Problem {
	list, _ := v.([]any)
	for _, one := range list {
		name, _ := one.(string)
		if !slices.Contains([]string{"view", "edit", "embed"}, name) {
			return wrong
		}
		s.Contexts = append(s.Contexts, name)
	}
	if len(s.Contexts) == 0 {
		return wrong
	}
	return nil
}

// checkRelations finds relations to what there isn't, and ways back that two fields claim.
func (d *Definition) checkRelations(types []*content.Type, taxonomies []*taxonomy.Taxonomy) *Problem {
	fields, p := d.fields()
	for i, f := range fields {
		if f.Relation == nil {
			continue
		}
		names := typeNames(types)
		if f.Relation.To == ToTaxonomy {
			names = taxonomyNames(taxonomies)
		}
		if f.Relation.Name != "" && !slices.Contains(names, f.Relation.Name) {
			return &Problem{Path: fmt.Sprintf("fields[%d].relation.name", i), Message: "there is no " + strconv.Quote(f.Relation.Name)}
		}
	}
	return p
}
