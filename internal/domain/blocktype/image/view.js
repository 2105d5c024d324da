// Pictures that are shown large when they are clicked. Those of a gallery lead to each other.
const gallery = '[data-wp-interactive="core/gallery"]'
for (const figure of document.querySelectorAll('.wp-lightbox-container')) {
	const picture = figure.querySelector('img')
	const opener = figure.querySelector('button')
	if (!picture) continue
	if (opener) opener.ariaLabel = picture.alt ? 'Enlarge: ' + picture.alt : 'Enlarge'
	const others = [...(figure.closest(gallery)?.querySelectorAll('.wp-lightbox-container img') ?? [picture])]
	const open = () => {
		const dialog = document.createElement('dialog')
		// Open is what the field's markup calls active; its picture in the page is hidden meanwhile.
		dialog.className = 'lightbox wp-lightbox-overlay zoom active'
		const large = new Image()
		let shown
		const show = (one) => {
			shown?.classList.remove('hide')
			shown = one
			shown.classList.add('hide')
			dialog.ariaLabel = one.alt || 'Enlarged picture'
			large.alt = one.alt
			large.onerror = () => {
				large.onerror = null
				large.src = one.currentSrc || one.src
			}
			// A picture that waits to be scrolled to has no current source yet.
			large.src = one.closest('a')?.href || (one.currentSrc || one.src).replace(/-\d+x\d+(?=\.\w+$)/, '')
		}
		const turn = (by) => show(others[(others.indexOf(shown) + by + others.length) % others.length])
		show(picture)
		const frame = document.createElement('figure')
		frame.className = 'wp-block-image'
		frame.append(large)
		const container = document.createElement('div')
		container.className = 'lightbox-image-container'
		container.append(frame)
		const close = document.createElement('button')
		close.type = 'button'
		close.className = 'close-button wp-lightbox-close-button'
		close.ariaLabel = 'Close'
		close.textContent = '\u00d7'
		dialog.append(close)
		if (others.length > 1) {
			for (const [label, sign, by] of [['Previous', '\u2039', -1], ['Next', '\u203a', 1]]) {
				const button = document.createElement('button')
				button.type = 'button'
				button.className = by < 0 ? 'wp-lightbox-navigation-button wp-lightbox-navigation-button-prev' : 'wp-lightbox-navigation-button wp-lightbox-navigation-button-next'
				button.ariaLabel = label
				button.textContent = sign
				button.addEventListener('click', (event) => {
					event.stopPropagation()
					turn(by)
				})
				dialog.append(button)
			}
			dialog.addEventListener('keydown', ({ key }) => {
				if (key === 'ArrowLeft') turn(-1)
				if (key === 'ArrowRight') turn(1)
			})
		}
		dialog.append(container)
		dialog.addEventListener('click', () => dialog.close())
		dialog.addEventListener('close', () => {
			dialog.remove()
			shown.classList.remove('hide')
			opener?.focus()
		})
		document.body.append(dialog)
		dialog.showModal()
	}
	picture.addEventListener('click', open)
	opener?.addEventListener('click', open)
}
