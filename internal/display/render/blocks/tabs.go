package blocks

import (
	"encoding/json"
	"strconv"

	"quoin/internal/display/render"
	"quoin/internal/display/render/htmltag"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/tags"
)

// tabs is a set of panels of which one shows.
func tabs(c *render.Context, b block.Block, inner string) string {
	state, err := json.Marshal(struct {
		ID     string `json:"tabsId"`
		Active int    `json:"activeTabIndex"`
	}{c.GetText("core/tabs-id"), b.Attrs.Int("activeTabIndex")})
	p := htmltag.New(inner)
	if err != nil || !p.NextClass("wp-block-tabs") {
		return inner
	}
	p.SetAttr("data-wp-interactive", b.Name)
	p.SetAttr("data-wp-context", string(state))
	p.SetAttr("data-wp-init", "callbacks.onTabsInit")
	p.SetAttr("data-wp-on--keydown", "actions.handleTabKeyDown")
	return p.String()
}

// tabList ties its buttons to the panels.
func tabList(c *render.Context, b block.Block, inner string) string {
	label := tags.StripAll(b.Attrs.Text("ariaLabel"), false)
	if label == "" {
		label = c.T("Tabbed content")
	}
	p := htmltag.New(inner)
	if p.NextClass("wp-block-tab-list") {
		p.SetAttr("aria-label", label)
	}
	ids, _ := c.Get("core/tabs-list").([]string)
	for i, id := range ids {
		if !p.NextTag("BUTTON") {
			break
		}
		p.SetAttr("id", "tab__"+id)
		p.SetAttr("aria-controls", id)
		p.SetAttr("data-wp-on--click", "actions.handleTabClick")
		p.SetAttr("data-wp-on--keydown", "actions.handleTabKeyDown")
		p.SetAttr("data-wp-bind--aria-selected", "state.isActiveTab")
		p.SetAttr("data-wp-bind--tabindex", "state.tabIndexAttribute")
		p.SetAttr("data-wp-context", `{"tabIndex":`+strconv.Itoa(i)+`}`)
	}
	return p.String()
}

func tabPanel(c *render.Context, _ block.Block, inner string) string {
	set := c.GetText("core/tabs-id")
	prefix := "tab panel " + set + " "
	n, _ := strconv.Atoi(c.PrefixedID(prefix)[len(prefix):])
	p := htmltag.New(inner)
	if !p.NextClass("wp-block-tab-panel") {
		return inner
	}
	id, _ := p.Attr("id")
	if id == "" {
		if id = "tab-" + strconv.Itoa(n-1); set != "" {
			id = set + "-" + id
		}
		p.SetAttr("id", id)
	}
	p.SetAttr("aria-labelledby", "tab__"+id)
	p.SetAttr("data-wp-bind--hidden", "!state.isActiveTab")
	if set == "" {
		return p.String()
	}
	// Which tab is active is only known in the browser.
	q := htmltag.New(p.String())
	if q.NextClass("wp-block-tab-panel") {
		q.SetFlag("hidden")
	}
	return q.String()
}

// tabIDs are the id of a set of tabs and those of its panels.
func tabIDs(c *render.Context, b block.Block) map[string]any {
	id := b.Attrs.String("anchor")
	if id == "" {
		id = c.UniqueID("tabs_")
	}
	return map[string]any{"core/tabs-id": id, "core/tabs-list": panelIDs(b, id)}
}

func panelIDs(b block.Block, id string) []string {
	var ids []string
	for _, in := range b.Inner {
		if in.Name != "core/tab-panels" {
			continue
		}
		for _, panel := range in.Inner {
			if panel.Name != "core/tab-panel" {
				continue
			}
			own := panel.Attrs.String("anchor")
			if own == "" {
				own = id + "-tab-" + strconv.Itoa(len(ids))
			}
			ids = append(ids, own)
		}
		break
	}
	return ids
}
