package theme

// elementType is an HTML element that styles may address by name.
type elementType struct {
	name, selector string
	// class is the class that marks such an element in block markup.
	class string
}

// elementTypes are the elements in the order in which their styles print.
func elementTypes() []elementType {
	return []elementType{
		{name: "link", selector: "a:where(:not(.wp-element-button))"},
		{name: "heading", selector: "h1, h2, h3, h4, h5, h6"},
		{name: "h1", selector: "h1"},
		{name: "h2", selector: "h2"},
		{name: "h3", selector: "h3"},
		{name: "h4", selector: "h4"},
		{name: "h5", selector: "h5"},
		{name: "h6", selector: "h6"},
		{name: "button", selector: ".wp-element-button, .wp-block-button__link", class: "wp-element-button"},
		{name: "caption", selector: ".wp-element-caption, .wp-block-audio figcaption, .wp-block-embed figcaption, " +
			".wp-block-gallery figcaption, .wp-block-image figcaption, .wp-block-table figcaption, " +
			".wp-block-video figcaption", class: "wp-element-caption"},
		{name: "cite", selector: "cite"},
		{name: "textInput", selector: "textarea, " +
			"input:where([type=email],[type=number],[type=password],[type=search],[type=text],[type=tel],[type=url])"},
		{name: "select", selector: "select"},
	}
}
