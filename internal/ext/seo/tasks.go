package seo

import (
	"context"
	"net/http"
	"strconv"

	"quoin/internal/api/rest"
	"quoin/internal/display/render/escape"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/wire"
)

// task is something that would do a site good.
type task struct {
	id, title, about string
	minutes          int64
	priority         string
	completed        bool
	parent           bool
	of               string // the parent of a child
	label, kind      string // of the link or button, "" without one
	href             string
}

func (t *task) wire() *wire.Object {
	o := wire.NewObject("id", t.id, "duration", t.minutes, "priority", t.priority, "badge", nil, "isCompleted", t.completed)
	var call any
	if t.label != "" {
		var href any
		if t.href != "" {
			href = t.href
		}
		call = wire.NewObject("label", t.label, "type", t.kind, "href", href)
	}
	o.Set("callToAction", call)
	o.Set("title", t.title)
	o.Set("about", "<p>"+escape.HTML(t.about)+"</p>")
	if t.parent {
		o.Set("isParentTask", true)
	}
	if t.of != "" {
		o.Set("parentTaskId", t.of)
	}
	return o
}

// recentTasks is how many recent entries have tasks of their own.
const recentTasks = 10

// The entries that a new site has.
const (
	helloSlug  = "hello-world"
	sampleSlug = "sample-page"
)

// taskList are the tasks of the site.
func (s *scores) taskList(ctx context.Context) ([]*task, error) {
	admin := s.Site.Base(ctx) + "/wp-admin/"
	fresh, err := s.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypePost}, Statuses: []content.Status{content.Publish}, OnlyIDs: true, Limit: 1, SkipTotal: true, SkipMeta: true,
		After: s.Site.Now(ctx).AddDate(0, 0, -30).Format(site.DateForm),
	})
	if err != nil {
		return nil, err
	}
	hello, err := s.untouched(ctx, content.TypePost, helloSlug)
	if err != nil {
		return nil, err
	}
	sample, err := s.untouched(ctx, content.TypePage, sampleSlug)
	if err != nil {
		return nil, err
	}
	steps := optionSteps.Of(ctx, s.Options)
	list := []*task{
		{id: "complete-ftc", title: "Finish the first configuration", minutes: 15, priority: "high", completed: len(steps) >= configurationSteps,
			about: "Tell whom the site stands for and where it has profiles, so that its structured data is complete.",
			label: "Start", kind: "link", href: admin + "admin.php?page=seo_dashboard#/first-time-configuration"},
		{id: "create-new-content", title: "Publish something new", minutes: 90, priority: "medium", completed: len(fresh.Entries) > 0,
			about: "A site that publishes regularly gives visitors and search engines a reason to come back.",
			label: "Write a post", kind: "add", href: admin + "post-new.php"},
		{id: "delete-hello-world", title: "Remove the first post", minutes: 1, priority: "medium", completed: hello == nil,
			about: "The post that every new site begins with says nothing about yours.", label: "Delete for me", kind: "delete"},
		{id: "delete-sample-page", title: "Remove the sample page", minutes: 1, priority: "medium", completed: sample == nil,
			about: "The page that every new site begins with says nothing about yours.", label: "Delete for me", kind: "delete"},
		{id: "enable-llms-txt", title: "Offer a file for language models", minutes: 1, priority: "medium", completed: optionLLMs.Of(ctx, s.Options),
			about: "The file llms.txt leads language models to what matters most on the site.", label: "Enable for me", kind: "default"},
	}
	for _, typ := range []string{content.TypePost, content.TypePage} {
		more, err := s.contentTasks(ctx, typ, admin)
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	return list, nil
}

// contentTasks are the tasks about the recent entries of a type.
func (s *scores) contentTasks(ctx context.Context, typ, admin string) ([]*task, error) {
	s.DB.DependsOn(ctx)
	rows, err := s.index.rows(ctx, "WHERE object_type = ? AND object_sub_type = ? AND status = ? AND NOT protected ORDER BY modified DESC, id LIMIT ?",
		ofEntry, typ, string(content.Publish), recentTasks)
	if err != nil {
		return nil, err
	}
	template := s.settings(ctx).entry(typ).Description
	var out []*task
	for _, kind := range []struct {
		id, title, about string
		minutes          int64
		done             func(r *row) bool
		bad              func(r *row) bool
	}{
		{"improve-content-readability", "Make recent texts easier to read", "Short sentences and paragraphs, and headings between them, keep readers on the page.", 10,
			func(r *row) bool { return r.readability > 70 }, func(r *row) bool { return r.readability <= 40 }},
		{"improve-content-seo", "Help recent texts to be found", "A text with a keyphrase in its title, its beginning and its headings is found by those who look for it.", 10,
			func(r *row) bool { return r.keyphrase != "" && r.seo > 70 }, func(r *row) bool { return r.keyphrase == "" || r.seo <= 40 }},
		{"improve-default-meta-descriptions", "Describe recent texts", "A description of your own makes people choose your page among others.", 5,
			func(r *row) bool { return r.description != "" || template != "" }, func(*row) bool { return false }},
	} {
		parent := &task{id: kind.id + "-" + typ, title: kind.title, about: kind.about, minutes: kind.minutes * int64(len(rows)), priority: "medium", completed: true, parent: true}
		out = append(out, parent)
		for _, r := range rows {
			child := &task{id: parent.id + "-" + strconv.FormatInt(r.object, 10), of: parent.id, title: r.name, about: kind.about, minutes: kind.minutes,
				priority: "medium", completed: kind.done(r), label: "Open the editor", kind: "link",
				href: admin + "post.php?post=" + strconv.FormatInt(r.object, 10) + "&action=edit"}
			if kind.bad(r) {
				child.priority = "high"
			}
			parent.completed = parent.completed && child.completed
			out = append(out, child)
		}
	}
	return out, nil
}

// untouched is the entry that a new site has under a slug, nil when it was
// changed or is gone.
func (s *scores) untouched(ctx context.Context, typ, slug string) (*content.Entry, error) {
	page, err := s.Store.ListEntries(ctx, content.Query{
		Types: []string{typ}, Statuses: []content.Status{content.Publish}, Slugs: []string{slug}, Limit: 1, SkipTotal: true,
	})
	if err != nil || len(page.Entries) == 0 || page.Entries[0].Date != page.Entries[0].Modified {
		return nil, err
	}
	return page.Entries[0], nil
}

// getTasks answers the tasks, and notes that somebody looked at them.
func (s *scores) getTasks(r *rest.Request) (*rest.Response, error) {
	if _, err := s.analysePending(r.Context(), fewPending); fault.Incidental(err) != nil {
		return nil, err
	}
	list, err := s.taskList(r.Context())
	if err != nil {
		return nil, err
	}
	if err := s.preferences.noteAction(r, "task_list_first_opened_on"); fault.Incidental(err) != nil {
		return nil, err
	}
	o := &wire.Object{}
	for _, t := range list {
		o.Set(t.id, t.wire())
	}
	return rest.OK(wire.NewObject("success", true, "tasks", o)), nil
}

// completeTask does a task that the server can do.
func (s *scores) completeTask(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	id := argOptions.Of(r).Text("task")
	trash := func(typ, slug string) error {
		e, err := s.untouched(ctx, typ, slug)
		if err != nil || e == nil {
			return err
		}
		_, err = s.Entries.Trash(ctx, r.Actor, e)
		return err
	}
	var err error
	switch id {
	case "delete-hello-world":
		err = trash(content.TypePost, helloSlug)
	case "delete-sample-page":
		err = trash(content.TypePage, sampleSlug)
	case "enable-llms-txt":
		err = optionLLMs.Set(ctx, s.Options, true)
	default:
		return status(http.StatusNotFound, wire.NewObject("success", false, "error", "There is no such task that can be done here.")), nil
	}
	if err != nil {
		return nil, err
	}
	return rest.OK(wire.NewObject("success", true)), s.preferences.noteAction(r, "task_first_actioned_on")
}
