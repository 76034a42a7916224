export interface ConnectionOptions {
  /** For example http://127.0.0.1:3000, a local sandbox. A trailing `/v1` is removed. */
  readonly baseUrl: string;
  /** Maximum number of retries of a call. Default: 4. */
  readonly maxRetries?: number;
  /** Time limit of one attempt. Default: 15,000. */
  readonly timeoutMs?: number;
  /** Time limit of a call with all its attempts and pauses. Default: 30,000. */
  readonly deadlineMs?: number;
  readonly fetch?: typeof fetch;
}

export interface ClientOptions extends ConnectionOptions {
  /** An API key or a session token. */
  readonly apiKey: string;
  /** The account to act for. Only for session tokens. */
  readonly account?: string;
}

/** The key without surrounding white space. A key that cannot be a header is refused; no message shows any of it. */
export function keyOf(apiKey: unknown): string {
  if (typeof apiKey !== 'string') throw new TypeError(`apiKey must be a string; it is ${kindOf(apiKey)}.`);
  const key = apiKey.trim();
  if (key === '') throw new TypeError('apiKey is empty.');
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new TypeError('apiKey contains white space or an invalid character. Copy the key again.');
  return key;
}

/** A header value. Ids and keys contain no other characters. */
export function idOf(name: string, value: unknown, shortest = 1): string {
  if (typeof value !== 'string' || !/^[A-Za-z0-9._:-]{1,128}$/.test(value) || value.length < shortest)
    throw new TypeError(`${name} must be ${shortest} to 128 letters, digits or . _ : -`);
  return value;
}

/** The URL before `/v1`, without a trailing slash. */
export function baseOf(baseUrl: unknown): string {
  if (typeof baseUrl !== 'string' || baseUrl.trim() === '')
    throw new TypeError(`baseUrl must be an http or https URL; it is ${kindOf(baseUrl)}.`);
  const url = URL.canParse(baseUrl.trim()) ? new URL(baseUrl.trim()) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new TypeError('baseUrl must be an http or https URL, such as https://payments.example.com.');
  if (`${url.username}${url.password}${url.search}${url.hash}` !== '')
    throw new TypeError('baseUrl must have no user name, password, query or fragment.');
  const parts = url.pathname.split('/').filter((part) => part !== '');
  if (parts.at(-1) === 'v1') parts.pop();
  return [url.origin, ...parts].join('/');
}

function kindOf(value: unknown): string {
  if (value === '' || (typeof value === 'string' && value.trim() === '')) return 'empty';
  return value === null ? 'null' : typeof value;
}
