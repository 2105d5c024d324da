// Texts that fill the width of what they stand in: the largest size at which they do.
const texts = document.querySelectorAll('[data-wp-init---core-fit-text]')
const fit = (text) => {
	const style = text.style
	let low = 5
	let high = 2400
	while (low < high) {
		const size = Math.ceil((low + high) / 2)
		style.fontSize = size + 'px'
		if (text.scrollWidth <= text.clientWidth) low = size
		else high = size - 1
	}
	style.fontSize = low + 'px'
}
const widths = new WeakMap()
const seen = new ResizeObserver((entries) => {
	for (const { target } of entries) {
		const width = target.clientWidth
		if (widths.get(target) === width) continue
		widths.set(target, width)
		for (const text of texts) if (text.parentElement === target) fit(text)
	}
})
for (const text of texts) if (text.parentElement) seen.observe(text.parentElement)
document.fonts.ready.then(() => texts.forEach(fit))
