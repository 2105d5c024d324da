// Search forms that are a button until they are used.
for (const form of document.querySelectorAll('form[data-wp-interactive="core/search"]')) {
	const input = form.querySelector('.wp-block-search__input')
	const button = form.querySelector('.wp-block-search__button')
	const hidden = () => form.classList.contains('wp-block-search__searchfield-hidden')
	const show = (open) => {
		form.classList.toggle('wp-block-search__searchfield-hidden', !open)
		input.setAttribute('aria-hidden', String(!open))
		input.tabIndex = open ? 0 : -1
		button.setAttribute('aria-expanded', String(open))
		button.type = open ? 'submit' : 'button'
		button.ariaLabel = open ? 'Submit search' : 'Expand search field'
	}
	if (!input || !button) continue
	show(!hidden())
	button.addEventListener('click', (event) => {
		if (!hidden()) return
		event.preventDefault()
		show(true)
		input.focus()
	})
	form.addEventListener('keydown', ({ key }) => {
		if (key !== 'Escape' || hidden()) return
		show(false)
		button.focus()
	})
	form.addEventListener('focusout', ({ relatedTarget }) => {
		if (!relatedTarget || !form.contains(relatedTarget)) show(false)
	})
}
