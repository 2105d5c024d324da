package admin

import "encoding/json"

// FieldGroup are declared fields that belong together, a panel in the editor.
type FieldGroup struct {
	Label  string  `json:"label"`
	Fields []Field `json:"fields"`
}

// Field is a declared field that the API takes in the member meta of an entry.
type Field struct {
	Key string `json:"key"`
	// Schema is the JSON schema of one value, with what people call it and what it is for.
	Schema json.RawMessage `json:"schema"`
	// Repeated tells that it holds a list of such values.
	Repeated bool `json:"repeated,omitempty"`
}
