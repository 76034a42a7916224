/**
 * GraphiQL's editor starts its workers by URL. Only files of the console may be workers; markup and scripts from text
 * stay forbidden.
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
      throw new TypeError(`Scripts from ${origin} are blocked.`);
    return href;
  },
});
