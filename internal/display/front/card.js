"use strict";
(() => {
	// The page around is told how high the card is and which link is followed,
	// with the secret that it put into the address.
	const secret = new URLSearchParams(location.hash.replace(/^#\??/, "")).get("secret");
	if (window === window.top || !secret) {
		return;
	}
	const tell = (message, value) => window.parent.postMessage({ message, value, secret }, "*");
	const height = () => tell("height", Math.ceil(document.querySelector(".wp-embed").getBoundingClientRect().height));
	addEventListener("load", height);
	addEventListener("resize", height);
	addEventListener("message", (event) => {
		if (event.source === window.parent && event.data && event.data.message === "ready") {
			height();
		}
	});
	document.addEventListener("click", (event) => {
		const link = event.target.closest("a[href]");
		if (link && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
			event.preventDefault();
			tell("link", link.href);
		}
	});
	height();
})();
