for (const button of document.querySelectorAll('[data-shows]')) {
	const field = document.getElementById(button.dataset.shows), label = button.getAttribute('aria-label'), text = button.textContent;
	button.hidden = false;
	button.addEventListener('click', () => {
		const seen = field.type === 'password';
		field.type = seen ? 'text' : 'password';
		button.setAttribute('aria-label', seen ? button.dataset.hide : label);
		button.textContent = seen ? button.dataset.hideShort : text;
	});
	// Browsers keep passwords of fields that are passwords when they are sent.
	field.form.addEventListener('submit', () => { field.type = 'password'; });
}
const result = document.getElementById('pass-strength-result');
if (result) {
	const field = document.getElementById('pass1'), row = document.querySelector('.pw-weak'), box = row.querySelector('input');
	const own = [result.dataset.known];
	const tell = () => {
		const level = field.value ? strength(field.value, own) : '';
		const weakly = level && weak(field.value, own);
		result.hidden = !level;
		result.className = field.className = level;
		result.textContent = result.dataset[level] ?? '';
		row.hidden = !weakly;
		field.form.querySelector('[type=submit]').disabled = Boolean(weakly) && !box.checked;
	};
	field.addEventListener('input', tell);
	box.addEventListener('change', tell);
}
