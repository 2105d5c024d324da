(() => {
	if (!window.PublicKeyCredential) return;
	const bytes = s => Uint8Array.from(atob(s.replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt(0));
	const text = b => btoa(String.fromCharCode(...new Uint8Array(b))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
	const ask = async (form) => {
		const make = form.dataset.passkey === 'make', o = JSON.parse(form.dataset.options);
		o.challenge = bytes(o.challenge);
		if (o.user) o.user.id = bytes(o.user.id);
		for (const c of [...(o.allowCredentials || []), ...(o.excludeCredentials || [])]) c.id = bytes(c.id);
		const c = await navigator.credentials[make ? 'create' : 'get']({ publicKey: o });
		const response = { clientDataJSON: text(c.response.clientDataJSON) };
		if (make) {
			response.attestationObject = text(c.response.attestationObject);
			response.transports = c.response.getTransports ? c.response.getTransports() : [];
		} else {
			response.authenticatorData = text(c.response.authenticatorData);
			response.signature = text(c.response.signature);
			if (c.response.userHandle) response.userHandle = text(c.response.userHandle);
		}
		return JSON.stringify({ id: c.id, rawId: text(c.rawId), type: c.type, response, clientExtensionResults: c.getClientExtensionResults() });
	};
	for (const form of document.querySelectorAll('form[data-passkey]')) {
		form.hidden = false;
		for (const none of form.querySelectorAll('[data-none]')) none.hidden = true;
		form.querySelector('[data-go]').hidden = false;
		form.addEventListener('submit', async event => {
			event.preventDefault();
			const remember = document.querySelector('input[name=rememberme]');
			if (remember && form.rememberme) form.rememberme.value = remember.checked ? 'forever' : '';
			try {
				form.credential.value = await ask(form);
				form.submit();
			} catch {
				form.querySelector('[data-problem]').hidden = false;
			}
		});
	}
})();
