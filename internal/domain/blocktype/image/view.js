// Pictures that are shown large when they are clicked.
for (const figure of document.querySelectorAll('.wp-lightbox-container')) {
	const picture = figure.querySelector('img')
	const opener = figure.querySelector('button')
	if (!picture) continue
	if (opener) opener.ariaLabel = picture.alt ? 'Enlarge: ' + picture.alt : 'Enlarge'
	const open = () => {
		const dialog = document.createElement('dialog')
		dialog.className = 'lightbox wp-lightbox-overlay'
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
		const close = document.createElement('button')
		close.type = 'button'
		close.className = 'close-button'
		close.ariaLabel = 'Close'
		close.textContent = '\u00d7'
		dialog.append(close, frame)
		dialog.addEventListener('click', () => dialog.close())
		dialog.addEventListener('close', () => {
			dialog.remove()
			opener?.focus()
		})
		document.body.append(dialog)
		dialog.showModal()
	}
	picture.addEventListener('click', open)
	opener?.addEventListener('click', open)
}
