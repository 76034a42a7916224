/** Text that may stand in the page as it is; made by `markup` alone, so that nothing gets in unescaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The values that a template takes: text is escaped, markup is not, lists are joined, undefined and false are nothing. */
export type Part = string | number | Markup | undefined | false | readonly Part[];

/** A template of markup: what it is given is escaped unless it is markup already. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let text = strings[0] ?? '';
  for (let place = 0; place < parts.length; place += 1) text += textOf(parts[place]) + strings[place + 1];
  return new Markup(text);
}

function textOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  let text = '';
  for (const each of part) text += textOf(each);
  return text;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Parts with a separator between them. */
export function joined(parts: readonly Part[], separator: string): Part[] {
  return parts.flatMap((part, place) => (place === 0 ? [part] : [separator, part]));
}

/** Text as an id of the page: lower case, words joined by hyphens. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** A block wider than its place scrolls by itself; it takes the focus so that a keyboard can scroll it too. */
export function preformatted(text: string, label: string): Markup {
  return markup`<pre tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre>`;
}

/**
 * The one way to an address in a page: a path of this host, or what is known to be https, mail or a telephone number.
 * Anything else, `javascript:` above all, is a mistake of ours.
 */
export function href(address: string): Markup {
  if (!/^(\/([^\s/\\][^\s\\]*)?|(https:\/\/|mailto:|tel:|#)[^\s\\]*)$/.test(address))
    throw new Error('an address that no page may have');
  return new Markup(escaped(address));
}
