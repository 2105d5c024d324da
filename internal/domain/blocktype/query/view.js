// Lists of entries that change their page in place, without loading all of it again.
const lists = 'data-wp-router-region'
const link = 'a[data-wp-on--click="core/query::actions.navigate"]'
const here = () => location.pathname + location.search
let at = here()
let asked
const styles = (page) => [...page.querySelectorAll('style, link[rel=stylesheet]')]
// What lists hold that has a script of its own would be without it: then the browser loads the page.
const alone = (list) => !list.querySelector('[data-wp-interactive]:not([data-wp-interactive=""],[data-wp-interactive="core/query"])')
const turn = async (url) => {
	asked?.abort()
	asked = new AbortController()
	const answer = await fetch(url, { signal: asked.signal })
	const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
	const known = new Set(styles(document).map((style) => style.outerHTML))
	for (const style of styles(page)) if (!known.has(style.outerHTML)) document.head.append(document.importNode(style, true))
	for (const list of document.querySelectorAll(`[${lists}]`)) {
		const next = page.querySelector(`[${lists}="${CSS.escape(list.getAttribute(lists))}"]`)
		if (!answer.ok || !next || !alone(list) || !alone(next)) throw new Error('no such list')
		list.replaceChildren(...[...next.childNodes].map((node) => document.importNode(node, true)))
	}
	document.title = page.title
}
const failed = (url) => (error) => {
	if (error.name !== 'AbortError') location.assign(url)
}
document.addEventListener('click', (event) => {
	const to = event.target.closest?.(link)
	const list = to?.closest(`[${lists}]`)
	if (!list || !alone(list) || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return
	if (to.target === '_blank' || new URL(to.href).origin !== location.origin) return
	event.preventDefault()
	turn(to.href).then(() => {
		history.pushState(null, '', to.href)
		at = here()
		list.querySelector('.wp-block-post-template a[href]')?.focus()
	}).catch(failed(to.href))
})
addEventListener('popstate', () => {
	if (at === here()) return // another place of the same page
	at = here()
	turn(location.href).catch(() => location.reload())
})
