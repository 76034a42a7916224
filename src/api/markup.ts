/** HTML that is safe to insert. Only `markup` creates it, so text is always escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Values of a template: text is escaped, markup is not, lists are joined, undefined and false are omitted.
 */
export type Part = string | number | Markup | undefined | false | readonly Part[];

/** A template tag for HTML; it escapes every value that is not markup. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let text = strings[0] ?? '';
  for (let index = 0; index < parts.length; index += 1) text += textOf(parts[index]) + strings[index + 1];
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

/** Inserts a separator between the parts. */
export function joined(parts: readonly Part[], separator: string): Part[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
}

/** Turns text into an id for the page: lower case, words joined by hyphens. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** A code block. A wide block scrolls, and takes the focus so that the keyboard can scroll it. */
export function preformatted(text: string, label: string): Markup {
  return markup`<pre tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre>`;
}

/**
 * Every link of a page goes through here: a path of this host, https, mailto, tel or a fragment. Anything
 * else, above all `javascript:`, is a bug and throws.
 */
export function href(address: string): Markup {
  if (!/^(\/([^\s/\\][^\s\\]*)?|(https:\/\/|mailto:|tel:|#)[^\s\\]*)$/.test(address))
    throw new Error('a page may not link to this kind of address');
  return new Markup(escaped(address));
}
