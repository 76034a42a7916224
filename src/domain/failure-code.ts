/** The code that may come with a failure by hand; the account sees it as `failureCodeOf` writes it. */
export const givenCodePattern = /^[A-Za-z0-9._-]{1,64}$/;

/** A provider's own code as the account sees it (supplement §7): in lower case, or one that says whose it is. */
export function failureCodeOf(raw: string): string {
  const code = raw.toLowerCase();
  return /^[a-z0-9][a-z0-9_.-]{0,63}$/.test(code) ? code : 'provider_error';
}
