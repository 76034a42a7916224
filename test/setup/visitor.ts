import { expect } from 'vitest';

/** A browser without script: it keeps no cookie, follows what a page says, and sends its forms. */
export class Visitor {
  html = '';
  status = 0;
  path = '';
  headers = new Headers();

  constructor(
    private readonly baseUrl: string,
    private readonly own: Readonly<Record<string, string>> = { 'accept-language': 'en' },
  ) {}

  async get(path: string): Promise<this> {
    return this.#take(await fetch(`${this.baseUrl}${path}`, { headers: this.own, redirect: 'manual' }), path);
  }

  /** Sends values to the page's form, or to another of this name. */
  async send(values: Readonly<Record<string, string>>, path = this.#action()): Promise<this> {
    const body = new URLSearchParams({ ...this.hidden(), ...values });
    const options = { method: 'POST', headers: this.own, body, redirect: 'manual' as const };
    return this.#take(await fetch(`${this.baseUrl}${path}`, options), path);
  }

  hidden(): Record<string, string> {
    const found = this.html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
    return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, value]));
  }

  get title(): string {
    return /<h1[^>]*>([^<]*)/.exec(this.html)?.[1]?.replaceAll('\u00a0', ' ') ?? '';
  }

  /** The page as it is read, without its markup. */
  get text(): string {
    return this.html
      .replace(/<[^>]*>/g, ' ')
      .replaceAll('\u00a0', ' ')
      .replaceAll('&#39;', "'")
      .replace(/\s+/g, ' ');
  }

  #action(): string {
    const [, action = ''] = /<form id="step" method="post" action="([^"]+)"/.exec(this.html) ?? [];
    expect(action, 'the page has no form').not.toBe('');
    return action;
  }

  async #take(response: Response, path: string): Promise<this> {
    const location = response.headers.get('location');
    if ([301, 302, 303, 307].includes(response.status) && location !== null) return this.get(location);
    this.path = path;
    this.status = response.status;
    this.headers = response.headers;
    this.html = await response.text();
    return this;
  }
}
