package language

import (
	"encoding/json"
	"errors"
)

// readJSON reads a catalogue for scripts, in the form of Jed.
func readJSON(p *Pack, data []byte) error {
	var file struct {
		Domain string                                `json:"domain"`
		Data   map[string]map[string]json.RawMessage `json:"locale_data"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return errors.New("it isn't JSON of a catalogue")
	}
	messages := file.Data[file.Domain]
	if messages == nil {
		messages = file.Data["messages"]
	}
	for id, raw := range messages {
		if id == "" {
			var header struct {
				Plural string `json:"plural-forms"`
			}
			if err := json.Unmarshal(raw, &header); err != nil {
				return errors.New("its header can't be read")
			}
			if err := p.rule(header.Plural); err != nil {
				return err
			}
			continue
		}
		var forms []string
		if err := json.Unmarshal(raw, &forms); err != nil {
			return errors.New("a text isn't a list of forms")
		}
		if err := p.add(id, forms); err != nil {
			return err
		}
	}
	return nil
}
