(function (win, doc) {
	"use strict";
	if (win.quoinFrames || !doc.querySelectorAll || !win.addEventListener) {
		return;
	}
	win.quoinFrames = true;
	function each(selector, fn) {
		Array.prototype.forEach.call(doc.querySelectorAll(selector), fn);
	}
	function asURL(text) {
		try {
			return new URL(text);
		} catch (e) {
			return null;
		}
	}
	win.addEventListener("message", function (event) {
		var data = event.data;
		if (!data || !/^[a-z0-9]+$/i.test(data.secret || "")) {
			return;
		}
		var named = '[data-secret="' + data.secret + '"]';
		each("iframe" + named, function (frame) {
			if (event.source !== frame.contentWindow) {
				return;
			}
			each("blockquote" + named, function (quote) {
				quote.style.display = "none";
			});
			frame.removeAttribute("style");
			if (data.message === "height") {
				frame.height = Math.min(1000, Math.max(200, parseInt(data.value, 10) || 0));
			} else if (data.message === "link") {
				var from = asURL(frame.getAttribute("src")), to = asURL(data.value);
				if (from && to && /^https?:$/.test(to.protocol) && to.host === from.host && doc.activeElement === frame) {
					win.top.location.href = to.href;
				}
			}
		});
	});
	win.addEventListener("load", function () {
		each("iframe.wp-embedded-content[data-secret]", function (frame) {
			frame.contentWindow.postMessage({ message: "ready", secret: frame.getAttribute("data-secret") }, "*");
		});
	});
})(window, document);
