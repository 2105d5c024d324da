package php

import "strings"

func (r statements) choose(c *choice) (any, flow) {
	for i, b := range c.branches {
		if b.cond == nil {
			return r.block(b.body)
		}
		v := r.eval(b.cond)
		yes, ok := truth(v)
		if !ok {
			r.problem(b.at(), "the condition can't be decided: "+unknown(v).Why)
			for _, rest := range c.branches[i:] {
				r.forget(r.file, rest.from, rest.end)
			}
			return nil, goOn
		}
		if yes {
			return r.block(b.body)
		}
	}
	return nil, goOn
}

// around tells what a loop does with how its body ended: whether it goes on, and how it
// is left otherwise.
func (r statements) around(how flow) (stop bool, out flow) {
	switch how {
	case left, ended:
		return true, how
	case broken, again:
		if r.levels--; r.levels > 0 {
			return true, how
		}
		return how == broken, goOn
	}
	return false, goOn
}

func (r statements) loop(l *loop) (any, flow) {
	v := r.eval(l.over)
	if o, ok := v.(*Object); ok && o.class != nil {
		v = o.array()
	}
	over, ok := v.(*Array)
	if !ok {
		if _, is := v.(Unknown); is || v != nil && v != false && v != "" {
			r.problem(l.at(), "the loop isn't followed: "+unknown(v).Why)
		}
		r.forget(r.file, l.from, l.end)
		return nil, goOn
	}
	r.steps += over.Len()
	for key, value := range over.clone().All {
		r.step()
		if l.key != nil {
			r.set(l.key, key)
		}
		r.set(l.value, value)
		v, how := r.block(l.body)
		if l.ref {
			r.set(&index{l.line, l.over, &literal{l.line, key}}, r.quiet(l.value))
		}
		if stop, out := r.around(how); stop {
			return v, out
		}
	}
	return nil, goOn
}

func (r statements) repeat(l *repeat) (any, flow) {
	for _, x := range l.first {
		r.eval(x)
	}
	for asked := !l.after; ; asked = true {
		if asked {
			var v any = true
			for _, x := range l.cond {
				v = r.eval(x)
			}
			yes, ok := truth(v)
			if !ok {
				r.problem(l.at(), "the loop isn't followed: "+unknown(v).Why)
				r.forget(r.file, l.from, l.end)
				return nil, goOn
			}
			if !yes {
				return nil, goOn
			}
		}
		r.step()
		v, how := r.block(l.body)
		if stop, out := r.around(how); stop {
			return v, out
		}
		for _, x := range l.next {
			r.eval(x)
		}
	}
}

func (r statements) cases(c *cases) (any, flow) {
	over := r.eval(c.over)
	from, standard := -1, -1
	for i, one := range c.all {
		if one.cond == nil {
			standard = i
			continue
		}
		v := r.eval(one.cond)
		same, ok := equal(over, v)
		if !ok {
			r.problem(c.at(), "the condition can't be decided: "+unknown(over).Why)
			r.forget(r.file, c.from, c.end)
			return nil, goOn
		}
		if same {
			from = i
			break
		}
	}
	if from < 0 {
		from = standard
	}
	if from < 0 {
		return nil, goOn
	}
	for _, one := range c.all[from:] {
		v, how := r.block(one.body)
		if how != goOn {
			if stop, out := r.around(how); stop {
				return v, out
			}
			return nil, goOn
		}
	}
	return nil, goOn
}

func (r statements) try(t *try) (v any, how flow) {
	v, how, err := r.attempt(t.body)
	if err != nil {
		for _, c := range t.catches {
			if !r.caught(c, err.value) {
				continue
			}
			if c.name != "" {
				r.setVariable(c.name, err.value)
			}
			v, how, err = r.attempt(c.body)
			break
		}
	}
	if len(t.finally) > 0 {
		if w, out := r.block(t.finally); out != goOn {
			return w, out
		}
	}
	if err != nil {
		panic(*err)
	}
	return v, how
}

// attempt evaluates statements, one of which may throw.
func (r statements) attempt(body []node) (v any, how flow, err *thrown) {
	at := *r.run
	defer func() {
		switch x := recover().(type) {
		case nil:
		case thrown:
			r.file, r.frame, r.calls, r.buffers = at.file, at.frame, at.calls, at.buffers
			err = &x
		default:
			panic(x)
		}
	}()
	v, how = r.block(body)
	return v, how, nil
}

func (r statements) caught(c catch, v any) bool {
	for _, name := range c.classes {
		switch strings.ToLower(name[strings.LastIndexByte(name, '\\')+1:]) {
		case "exception", "throwable", "error", "typeerror":
			return true
		}
		if is, _ := r.is(v, name); is {
			return true
		}
	}
	return false
}

func (r *run) unset(n node) {
	switch x := n.(type) {
	case *variable:
		delete(r.vars, x.name)
	case *member:
		if o, ok := r.statements().quiet(x.base).(*Object); ok && !x.call {
			if name, ok := text(r.eval(x.name)); ok {
				if before, had := o.props[name]; had {
					r.takeBack(func() { o.props[name] = before })
				}
				delete(o.props, name)
			}
		}
	case *index:
		base, ok := r.statements().quiet(x.base).(*Array)
		if !ok || x.key == nil {
			return
		}
		r.steps += base.Len()
		base = base.clone()
		base.remove(r.eval(x.key))
		r.set(x.base, base)
	}
}

// set assigns to a variable, into an array or an object.
func (r *run) set(target node, v any) {
	switch x := target.(type) {
	case *variable:
		r.setVariable(x.name, v)
	case *member:
		name, ok := text(r.eval(x.name))
		if o, is := r.statements().quiet(x.base).(*Object); is && ok && o.class != nil {
			r.writeMember(o, name, v)
		}
	case *static:
		if c := r.staticCell(x); c != nil {
			r.write(c, v)
		}
	case *list:
		r.spread(x, v)
	case *index:
		var base *Array
		switch b := r.statements().quiet(x.base).(type) {
		case nil:
			base = &Array{}
		case *Array:
			base = b.clone()
		case *Object:
			b.offset(r, x, v)
			return
		default:
			return // of what is unknown all members are
		}
		r.steps += base.Len()
		r.step()
		if x.key == nil {
			base.add(v)
		} else {
			key := r.eval(x.key)
			switch u := key.(type) {
			case Unknown:
				r.set(x.base, u)
				return
			case *Object, *Array, *Closure:
				return
			}
			base.set(key, v)
		}
		r.set(x.base, base)
	}
}

// spread assigns the members of an array to several variables.
func (r *run) spread(l *list, v any) {
	a, ok := v.(*Array)
	for i, it := range l.items {
		if it.value == nil {
			continue
		}
		var key any = int64(i)
		if it.key != nil {
			key = r.eval(it.key)
		}
		var one any = unknown(v)
		if ok {
			one, _ = a.Get(key)
		}
		r.set(it.value, one)
	}
}

// quiet evaluates what may be missing.
func (r statements) quiet(n node) any {
	switch x := n.(type) {
	case *variable:
		if x.name == "this" {
			return r.eval(n)
		}
		v, _ := r.variable(x.name)
		return v
	case *index:
		if x.key == nil {
			return nil
		}
		switch base := r.quiet(x.base).(type) {
		case *Array:
			key := r.eval(x.key)
			if u, ok := key.(Unknown); ok {
				return u
			}
			v, _ := base.Get(key)
			return v
		case *Object:
			return r.eval(n)
		case Unknown:
			return base
		}
		return nil
	case *member:
		if x.call {
			break
		}
		switch base := r.quiet(x.base).(type) {
		case nil:
			return nil
		case Unknown:
			return base
		}
	}
	return r.eval(n)
}
