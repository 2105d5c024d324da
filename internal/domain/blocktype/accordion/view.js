// Accordions: a heading opens what it heads, and shuts the others if they are to be alone.
for (const accordion of document.querySelectorAll('[data-wp-interactive="core/accordion"]')) {
	let alone = false
	try {
		alone = JSON.parse(accordion.dataset.wpContext ?? '{}').autoclose === true
	} catch {}
	const items = [...accordion.querySelectorAll('.wp-block-accordion-item')]
	const set = (item, open) => {
		item.classList.toggle('is-open', open)
		item.querySelector('.wp-block-accordion-heading__toggle')?.setAttribute('aria-expanded', String(open))
	}
	const open = (item) => {
		if (alone) for (const other of items) if (other !== item) set(other, false)
		set(item, true)
	}
	for (const item of items) {
		const toggle = item.querySelector('.wp-block-accordion-heading__toggle')
		item.classList.toggle('is-open', toggle?.getAttribute('aria-expanded') === 'true')
		toggle?.addEventListener('click', () => {
			if (item.classList.contains('is-open')) set(item, false)
			else open(item)
		})
	}
	// What an address names is shown, also when a link of the page leads there.
	const reveal = () => {
		const target = document.querySelector(':target')
		const item = target && items.find((one) => one.contains(target))
		if (!item) return
		open(item)
		target.scrollIntoView()
	}
	reveal()
	addEventListener('hashchange', reveal)
}
