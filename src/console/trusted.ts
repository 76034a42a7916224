/**
 * The editor of GraphiQL starts its workers by their addresses, as texts. A worker may be a file of the console and
 * nothing else; markup and script out of texts stay refused.
 */
interface Rules {
  readonly createScriptURL: (address: string) => string;
}
const { trustedTypes } = globalThis as {
  readonly trustedTypes?: { createPolicy(name: string, rules: Rules): unknown };
};

trustedTypes?.createPolicy('default', {
  createScriptURL(address) {
    const { origin, pathname, href } = new URL(address, location.href);
    if (origin !== location.origin || !pathname.startsWith('/console/assets/'))
      throw new TypeError(`No script of ${origin} runs here.`);
    return href;
  },
});
