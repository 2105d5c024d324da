// Menus: the overlay of small screens, and submenus that open by a button.
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
			box.querySelector('.wp-block-navigation__responsive-container-content :is(a,button)')?.focus()
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
			const stops = [...box.querySelectorAll('a[href],button')].filter((e) => e.checkVisibility({ visibilityProperty: true }))
			const last = event.shiftKey ? stops[0] : stops.at(-1)
			if (document.activeElement !== last) return
			event.preventDefault()
			;(event.shiftKey ? stops.at(-1) : stops[0]).focus()
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
