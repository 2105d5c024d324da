// Pictures that are shown large when they are clicked.
for (const figure of document.querySelectorAll('.wp-lightbox-container')) {
	const picture = figure.querySelector('img')
	const opener = figure.querySelector('button')
	if (!picture) continue
	if (opener) opener.ariaLabel = picture.alt ? 'Enlarge: ' + picture.alt : 'Enlarge'
	const open = () => {
		const dialog = document.createElement('dialog')
		// Open is what the field's markup calls active; its picture in the page is hidden meanwhile.
		dialog.className = 'lightbox wp-lightbox-overlay zoom active'
		dialog.ariaLabel = picture.alt || 'Enlarged picture'
		const large = new Image()
		large.alt = picture.alt
		large.src = figure.closest('a')?.href || picture.currentSrc.replace(/-\d+x\d+(?=\.\w+$)/, '') || picture.src
		large.onerror = () => {
			large.onerror = null
			large.src = picture.currentSrc || picture.src
		}
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
		dialog.append(close, container)
		dialog.addEventListener('click', () => dialog.close())
		dialog.addEventListener('close', () => {
			dialog.remove()
			picture.classList.remove('hide')
			opener?.focus()
		})
		document.body.append(dialog)
		dialog.showModal()
		picture.classList.add('hide')
	}
	picture.addEventListener('click', open)
	opener?.addEventListener('click', open)
}
