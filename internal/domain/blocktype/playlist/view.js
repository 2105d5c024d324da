// Playlists: one player for all sounds of a list, which begins with the first.
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
for (const list of document.querySelectorAll('[data-wp-interactive="core/playlist"]')) {
	const place = list.querySelector('.wp-block-playlist__waveform-player')
	const buttons = [...list.querySelectorAll('.wp-block-playlist-track__button')]
	if (!place || !buttons.length) continue
	const words = place.dataset
	const make = (name, className) => {
		const element = document.createElement(name)
		element.className = className
		return element
	}
	const sound = new Audio()
	sound.preload = 'metadata'
	const play = make('button', 'wp-block-playlist__play')
	play.type = 'button'
	const title = make('span', 'wp-block-playlist__current-title')
	const seek = make('input', 'wp-block-playlist__seek')
	Object.assign(seek, { type: 'range', min: 0, max: 0, step: 'any', value: 0 })
	const time = make('span', 'wp-block-playlist__time')
	let current
	const told = () => {
		const whole = Number.isFinite(sound.duration) ? sound.duration : 0
		const value = (words.labelSeekValue ?? '%1$s of %2$s').replace('%1$s', clock(sound.currentTime)).replace('%2$s', clock(whole))
		seek.max = whole
		seek.value = sound.currentTime
		seek.setAttribute('aria-valuemax', String(Math.floor(whole)))
		seek.setAttribute('aria-valuetext', value)
		time.textContent = `${clock(sound.currentTime)} / ${clock(whole)}`
	}
	const state = () => {
		play.ariaLabel = sound.paused ? words.labelPlay : words.labelPause
		play.textContent = sound.paused ? '\u25B6\uFE0E' : '\u23F8\uFE0E'
		for (const button of buttons) {
			button.setAttribute('aria-current', String(button === current))
			const action = button.querySelector('[data-wp-text]')
			if (action) action.textContent = button === current && !sound.paused ? words.labelPause : words.labelPlay
		}
	}
	const choose = (button) => {
		current = button
		const { src, image, imageAlt, name } = button.dataset
		sound.src = src
		place.querySelector('img')?.remove()
		if (image) {
			const picture = make('img', 'wp-block-playlist__artwork')
			Object.assign(picture, { src: image, alt: imageAlt ?? '' })
			place.prepend(picture)
		}
		title.textContent = seek.ariaLabel = name
		told()
		state()
	}
	const start = () => sound.play().catch(state)
	for (const button of buttons) {
		button.addEventListener('click', () => {
			if (button === current) return sound.paused ? start() : sound.pause()
			choose(button)
			start()
		})
	}
	play.addEventListener('click', () => (sound.paused ? start() : sound.pause()))
	seek.addEventListener('input', () => {
		sound.currentTime = Number(seek.value)
		told()
	})
	seek.addEventListener('keydown', (event) => {
		const steps = { ArrowRight: 5, ArrowUp: 5, ArrowLeft: -5, ArrowDown: -5 }[event.key]
		if (!steps || !Number.isFinite(sound.duration)) return
		event.preventDefault()
		sound.currentTime = Math.min(Math.max(sound.currentTime + steps, 0), sound.duration)
		told()
	})
	for (const event of ['play', 'pause']) sound.addEventListener(event, state)
	for (const event of ['timeupdate', 'loadedmetadata', 'durationchange']) sound.addEventListener(event, told)
	sound.addEventListener('ended', () => {
		const next = buttons[buttons.indexOf(current) + 1]
		if (!next) return
		choose(next)
		start()
	})
	place.append(play, title, seek, time)
	choose(buttons[0])
}
