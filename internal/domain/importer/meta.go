package importer

import (
	"quoin/internal/domain/content"
	"quoin/internal/domain/importer/phpvalue"
	"quoin/internal/domain/importer/wxr"
	"quoin/internal/platform/wire"
)

// MetaValue is the value that a text of the file stands for. ok is false when
// it is serialised but can't be read.
func MetaValue(text string) (v any, ok bool) {
	if !phpvalue.IsSerialized(text) {
		return text, true
	}
	v, err := phpvalue.Decode(text)
	if err != nil {
		return nil, false
	}
	return stored(v), true
}

// stored turns a decoded value into the kinds that meta can hold.
func stored(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = stored(v[i])
		}
		return v
	case *phpvalue.Map:
		o := &wire.Object{}
		for _, p := range v.Pairs {
			o.Set(p.Key.String(), stored(p.Value))
		}
		return o
	}
	return v
}

// addMeta collects the values of the file that are taken over.
func addMeta(to content.Meta, list []wxr.Meta, take func(key string) (why string), report *Report, line int) {
	for _, m := range list {
		if why := take(m.Key); why != "" {
			report.skipped(kindMeta, why, 1)
			continue
		}
		v, ok := MetaValue(m.Value)
		if !ok {
			report.skipped(kindMeta, whyUnread, 1)
			report.warn(line, "the value of the meta key %q is serialised, but damaged or of a kind that is not accepted", m.Key)
			continue
		}
		report.imported(kindMeta, 1)
		to[m.Key] = append(to[m.Key], v)
	}
}

func takeAll(string) string { return "" }
