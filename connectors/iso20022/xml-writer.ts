/** One element with its content; undefined parts are left out. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Content = Markup | string | undefined | readonly (Markup | undefined)[];

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (each) => escapes[each] ?? '');

const textOf = (content: Content): string => {
  if (content === undefined) return '';
  if (typeof content === 'string') return escaped(content);
  if (content instanceof Markup) return content.text;
  return content.map((each) => each?.text ?? '').join('');
};

/** Undefined without content: the standard has no empty elements. */
export function element(
  name: string,
  content: Content,
  attributes: Readonly<Record<string, string>> = {},
): Markup | undefined {
  const inner = textOf(content);
  if (inner === '') return undefined;
  const attributeText = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return new Markup(`<${name}${attributeText.join('')}>${inner}</${name}>`);
}

export function xmlDocument(
  namespace: string,
  content: Markup | undefined,
  encoding: 'UTF-8' | 'ISO-8859-1',
): Buffer {
  const text = `<?xml version="1.0" encoding="${encoding}"?>\n<Document xmlns="${namespace}">${content?.text ?? ''}</Document>\n`;
  return Buffer.from(text, encoding === 'UTF-8' ? 'utf8' : 'latin1');
}
