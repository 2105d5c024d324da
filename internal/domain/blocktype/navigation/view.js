// Menus: the overlay of small screens, and submenus that open by a button.
// What Tab stops at, if it is seen.
const reached = ['a[href]', 'iframe', 'audio[controls]', 'video[controls]', ...['button', 'input:not([type=hidden])', 'select', 'textarea'].map((e) => e + ':not(:disabled)'), 'summary', '[contenteditable]', '[tabindex]:not([tabindex="-1"])'].join()
const stops = (within) => [...within.querySelectorAll(reached)].filter((e) => e.checkVisibility({ visibilityProperty: true }))
// The lists inside a menu have its class too: only the outermost element is the menu.
const menus = [...document.querySelectorAll('.wp-block-navigation')].filter((e) => !e.parentElement.closest('.wp-block-navigation'))
for (const menu of menus) {
	const box = menu.querySelector('.wp-block-navigation__responsive-container')
	const opener = menu.querySelector('.wp-block-navigation__responsive-container-open')
	const dialog = box?.querySelector('.wp-block-navigation__responsive-dialog')
	const show = (open) => {
		for (const name of ['is-menu-open', 'has-modal-open']) box.classList.toggle(name, open)
		document.documentElement.classList.toggle('has-modal-open', open)
		if (open) {
			dialog?.setAttribute('role', 'dialog')
			dialog?.setAttribute('aria-modal', 'true')
			dialog?.setAttribute('aria-label', 'Menu')
			// An overlay of the site's own stands in the place of the list, which isn't seen then. It may have nothing to stop at.
			const [first = stops(box)[0] ?? box] = stops(box.querySelector('.wp-block-navigation__responsive-container-content'))
			first.focus()
		} else {
			for (const name of ['role', 'aria-modal', 'aria-label']) dialog?.removeAttribute(name)
			opener.focus()
		}
	}
	if (box && opener) {
		opener.addEventListener('click', () => show(true))
		box.addEventListener('click', ({ target }) => {
			if (target.closest('.wp-block-navigation__responsive-container-close,.wp-block-navigation-overlay-close')) show(false)
			else if (box.classList.contains('is-menu-open') && target.closest('a[href*="#"]')) show(false)
		})
		box.addEventListener('keydown', (event) => {
			if (!box.classList.contains('is-menu-open')) return
			if (event.key === 'Escape') return show(false)
			if (event.key !== 'Tab') return
			const all = stops(box), at = all.indexOf(document.activeElement)
			if (at < 0 ? all.length && !event.shiftKey : at !== (event.shiftKey ? 0 : all.length - 1)) return
			event.preventDefault()
			all.at(event.shiftKey ? -1 : 0)?.focus()
		})
	}
	for (const item of menu.querySelectorAll('.has-child')) {
		const toggle = item.querySelector(':scope>.wp-block-navigation-submenu__toggle')
		if (!toggle) continue
		const set = (open) => toggle.setAttribute('aria-expanded', String(open))
		set(false)
		toggle.addEventListener('click', () => set(toggle.getAttribute('aria-expanded') !== 'true'))
		item.addEventListener('focusout', ({ relatedTarget }) => {
			if (!relatedTarget || !item.contains(relatedTarget)) set(false)
		})
		item.addEventListener('keydown', (event) => {
			if (event.key !== 'Escape' || toggle.getAttribute('aria-expanded') !== 'true') return
			event.stopPropagation()
			set(false)
			toggle.focus()
		})
	}
}
