// What the pages can do beyond being read. Everything works without it.
(() => {
	const root = document.documentElement
	const kept = 'quoin-scheme'
	const dark = matchMedia('(prefers-color-scheme: dark)')
	let chosen = ''
	try { chosen = localStorage.getItem(kept) ?? '' } catch { /* nothing is kept here */ }
	if (chosen === 'light' || chosen === 'dark') root.dataset.scheme = chosen

	const words = {
		de: { copy: 'Kopieren', copied: 'Kopiert' },
		ar: { copy: 'نسخ', copied: 'تم النسخ' },
		ja: { copy: 'コピー', copied: 'コピーしました' },
	}[root.lang.slice(0, 2)] ?? { copy: 'Copy', copied: 'Copied' }

	// The switch stands where the footer names it, in the words that stand there.
	function switches() {
		for (const place of document.querySelectorAll('.quoin-switch')) {
			const button = document.createElement('button')
			button.type = 'button'
			button.textContent = place.textContent
			const isDark = () => root.dataset.scheme ? root.dataset.scheme === 'dark' : dark.matches
			const tell = () => button.setAttribute('aria-pressed', String(isDark()))
			button.addEventListener('click', () => {
				const next = isDark() ? 'light' : 'dark'
				if ((next === 'dark') === dark.matches) delete root.dataset.scheme
				else root.dataset.scheme = next
				try { localStorage.setItem(kept, root.dataset.scheme ?? '') } catch { /* for this page then */ }
				tell()
			})
			dark.addEventListener('change', tell)
			tell()
			place.replaceChildren(button)
		}
	}

	function copies() {
		if (!navigator.clipboard) return
		for (const code of document.querySelectorAll('pre.wp-block-code')) {
			const button = document.createElement('button')
			button.type = 'button'
			button.className = 'quoin-copy'
			button.textContent = words.copy
			button.addEventListener('click', async () => {
				try {
					await navigator.clipboard.writeText((code.querySelector('code') ?? code).innerText)
				} catch { return }
				button.textContent = words.copied
				setTimeout(() => { button.textContent = words.copy }, 2000)
			})
			code.append(button)
		}
	}

	// The words of a search are marked in what was found.
	function marks() {
		const asked = new URLSearchParams(location.search).get('s')
		const found = document.querySelector('.quoin-found')
		if (!asked || !found) return
		const list = asked.slice(0, 200).split(/[\s"]+/).filter((w) => [...w].length > 1 || /[^\x00-\x7f]/.test(w)).slice(0, 10)
		if (!list.length) return
		const pattern = new RegExp('(' + list.map((w) => w.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|') + ')', 'giu')
		for (const part of found.querySelectorAll('.wp-block-post-title, .wp-block-post-excerpt__excerpt')) {
			const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
			const texts = []
			while (walker.nextNode()) texts.push(walker.currentNode)
			for (const text of texts) {
				const pieces = text.data.split(pattern)
				if (pieces.length < 2) continue
				text.replaceWith(...pieces.map((piece, i) => {
					if (i % 2 === 0) return piece
					const mark = document.createElement('mark')
					mark.textContent = piece
					return mark
				}))
			}
		}
	}

	// What scrolls inside of a page can be scrolled by keyboard.
	function scrolls() {
		const watch = new ResizeObserver((changed) => {
			for (const { target } of changed) {
				if (target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight) target.tabIndex = 0
				else target.removeAttribute('tabindex')
			}
		})
		for (const part of document.querySelectorAll('pre:not(.wp-block-code), figure:has(> table), .wp-block-gallery figcaption')) watch.observe(part)
	}

	document.addEventListener('DOMContentLoaded', () => {
		scrolls()
		switches()
		copies()
		marks()
	})
})()
