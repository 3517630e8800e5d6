/** What libraries of the back office may assign although they know nothing of Trusted Types. */
const rules = {
  createHTML(html: string, _type?: string, sink?: string): string | null {
    // The paste of the rich text editor asks without a sink, and has a policy of its own.
    if (sink === undefined) throw new TypeError("This policy is for sinks only.");
    // A parsed document is inert, and to empty an element inserts nothing.
    return html === "" || sink === "DOMParser parseFromString" ? html : null;
  },
  createScriptURL(url: string): string | null {
    return url === "/admin/worker.js" ? url : null;
  },
};

interface PolicyFactory {
  createPolicy(name: string, policy: typeof rules): unknown;
}

/**
 * Installs the default policy of the back office, whose documents require Trusted Types. Anything
 * else that is assigned as plain text is refused and reported.
 */
export function installLibraryPolicy(): void {
  (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy("default", rules);
}
