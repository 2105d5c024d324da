package scope

// fewValues are so few that going through them takes less than a map would, and less memory.
const fewValues = 12

// valueSet is what a request remembers, by keys.
type valueSet struct {
	list []value     // while these are few
	more map[any]any // all of them, else
}

type value struct{ key, value any }

func (s *valueSet) get(key any) (any, bool) {
	if s.more != nil {
		v, ok := s.more[key]
		return v, ok
	}
	for i := range s.list {
		if s.list[i].key == key {
			return s.list[i].value, true
		}
	}
	return nil, false
}

func (s *valueSet) put(key, v any) {
	if s.more != nil {
		s.more[key] = v
		return
	}
	for i := range s.list {
		if s.list[i].key == key {
			s.list[i].value = v
			return
		}
	}
	if len(s.list) < fewValues {
		if s.list == nil {
			s.list = make([]value, 0, 6)
		}
		s.list = append(s.list, value{key, v})
		return
	}
	s.more = make(map[any]any, 2*fewValues)
	for _, old := range s.list {
		s.more[old.key] = old.value
	}
	s.more[key], s.list = v, nil
}
