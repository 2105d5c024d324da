// The form for comments moves below the comment that is answered, and back.
const form = document.getElementById('respond')
const parent = document.getElementById('comment_parent')
const cancel = document.getElementById('cancel-comment-reply-link')
const title = document.getElementById('reply-title')?.firstChild
if (form && parent && cancel && title?.nodeType === Node.TEXT_NODE) {
	const place = document.createElement('div')
	place.hidden = true
	const said = title.data
	let opener = null
	const back = () => {
		if (!opener) return
		place.replaceWith(form)
		parent.value = '0'
		title.data = said
		cancel.style.display = 'none'
		opener.focus()
		opener = null
	}
	document.addEventListener('click', (event) => {
		if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
		const link = event.target.closest('.comment-reply-link')
		const below = link && document.getElementById(link.dataset.belowelement)
		if (!below) return
		event.preventDefault()
		if (!opener) form.before(place)
		opener = link
		// Below the comment itself, before the answers that it has.
		if (below.tagName === 'LI') below.insertBefore(form, below.querySelector(':scope > :is(ol, ul)'))
		else below.after(form)
		parent.value = link.dataset.commentid
		title.data = (link.dataset.replyto || said) + ' '
		cancel.style.display = ''
		form.querySelector('textarea')?.focus()
	})
	cancel.addEventListener('click', (event) => {
		if (!opener) return
		event.preventDefault()
		back()
	})
	form.addEventListener('keydown', (event) => {
		if (event.key === 'Escape') back()
	})
}
