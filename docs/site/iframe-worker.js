// SPDX-License-Identifier: Apache-2.0
// Replaces Worker on pages opened from file://, where browsers refuse to load a worker's script.
// The script runs in a hidden frame of the page instead, so that the search works without a server.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(script) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.appendChild(frame);
      this.inner = frame.contentWindow;
      this.inner.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.loaded = new Promise((resolve, reject) => {
        const element = this.inner.document.createElement("script");
        element.onload = resolve;
        element.onerror = reject;
        element.src = new URL(script, document.baseURI).href;
        this.inner.document.body.appendChild(element);
      });
    }

    postMessage(data) {
      this.loaded.then(() => this.inner.dispatchEvent(new MessageEvent("message", { data })));
    }

    terminate() {
      this.inner.frameElement.remove();
    }
  };
}
