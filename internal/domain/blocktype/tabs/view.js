// Tabs: one panel at a time, chosen by its button or with the arrow keys.
for (const tabs of document.querySelectorAll('[data-wp-interactive="core/tabs"]')) {
	const buttons = [...tabs.querySelectorAll('[role=tab],.wp-block-tab-list button')]
	let first = 0
	try {
		first = JSON.parse(tabs.dataset.wpContext ?? '{}').activeTabIndex ?? 0
	} catch {}
	const choose = (chosen) => {
		for (const button of buttons) {
			const on = button === chosen
			button.setAttribute('aria-selected', String(on))
			button.tabIndex = on ? 0 : -1
			document.getElementById(button.getAttribute('aria-controls'))?.toggleAttribute('hidden', !on)
		}
	}
	for (const [at, button] of buttons.entries()) {
		button.addEventListener('click', () => choose(button))
		button.addEventListener('keydown', (event) => {
			const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
			if (to === undefined) return
			event.preventDefault()
			const next = buttons.at(to % buttons.length)
			choose(next)
			next.focus()
		})
	}
	const named = location.hash && buttons.find((b) => b.getAttribute('aria-controls') === decodeURIComponent(location.hash.slice(1)))
	if (buttons.length > 0) choose(named || buttons[first] || buttons[0])
}
