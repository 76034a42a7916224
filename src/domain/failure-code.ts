/** Pattern of a failure code given by hand. Accounts see it as `failureCodeOf` writes it. */
export const failureCodePattern = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * A provider's code as shown to the account (supplement §7): in lower case, or `provider_error` if it has another
 * form.
 */
export function failureCodeOf(raw: string): string {
  const code = raw.toLowerCase();
  return /^[a-z0-9][a-z0-9_.-]{0,63}$/.test(code) ? code : 'provider_error';
}
