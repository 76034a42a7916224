import { SaxesParser } from 'saxes';
import { refuse } from '../../domain/refusal.js';
import { cut, hiddenFault, isWithin } from '../../domain/text.js';
import { fileText, partsOf } from './text.js';

/** An XML element, by its local name. */
export interface Element {
  readonly name: string;
  readonly namespace: string;
  readonly parent: Element | undefined;
  /** Line of the file, from 1. */
  readonly line: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const depthMax = 20;
const elementsMax = 100_000;
const attributesMax = 10;
/** Most children of an element, because lookups search them all. */
const childrenMax = 2_000;
const textMax = 1_000;

/**
 * Reads a UTF-8 XML file. Refuses document types, entity declarations, processing instructions and excessive
 * depth or size.
 */
export async function readXml(bytes: Uint8Array): Promise<Element> {
  const text = fileText(bytes);
  checkWeight(text);
  const parser = new SaxesParser({ xmlns: true });
  const open: Element[] = [];
  let root: Element | undefined;
  let [elements, attributes] = [0, 0];
  const wrong = (words: string): never => faultAt(parser.line, words);
  parser.on('error', ({ message }) =>
    wrong(`is not well-formed XML (${message.replace(/^[\d:]{1,20} /, '')})`),
  );
  parser.on('doctype', () => wrong('has a DOCTYPE; remove it'));
  parser.on('processinginstruction', () => wrong('has a processing instruction; remove it'));
  parser.on('xmldecl', ({ encoding = 'UTF-8' }) => {
    if (!/^(utf-8|us-ascii)$/i.test(encoding))
      wrong('declares another encoding than UTF-8; save the file as UTF-8');
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > attributesMax) wrong(`has more than ${attributesMax} attributes in one element`);
  });
  parser.on('opentag', ({ local: name, uri: namespace, attributes: attributeNodes }) => {
    attributes = 0;
    elements += 1;
    if (open.length >= depthMax) wrong(`is nested deeper than ${depthMax} elements`);
    if (elements > elementsMax) wrong(`has more than ${elementsMax} elements`);
    const values = Object.values(attributeNodes).map(
      ({ local, value }) => [local, bounded(value, local)] as const,
    );
    const parent = open.at(-1);
    const fields = { attributes: Object.fromEntries(values), children: [], text: '' };
    const element: Element = { name, namespace, parent, line: parser.line, ...fields };
    if (parent && parent.children.push(element) > childrenMax)
      wrong(`has more than ${childrenMax} elements in ${cut(parent.name, 50)}; send several files`);
    root ??= element;
    open.push(element);
  });
  const bounded = (value: string, name: string): string =>
    isWithin(value, textMax) ? value : wrong(`has more than ${textMax} characters in ${cut(name, 50)}`);
  const add = (more: string): void => {
    const element = open.at(-1);
    if (element) element.text = bounded(element.text + bounded(more, element.name), element.name);
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => void open.pop());
  for await (const part of partsOf(text)) parser.write(part);
  parser.close();
  return root ?? wrong('has no element');
}

/** The parser's time grows with lines, comments and tags, so they are bounded first. */
function checkWeight(text: string): void {
  for (const [sign, most, what] of [
    ['\n', 100_000, 'lines'],
    ['\r', 100_000, 'lines'],
    ['<', 2 * elementsMax, 'elements'],
    ['&', 20_000, 'references'],
  ] as const) {
    let at = -1;
    for (let count = 0; count <= most; count += 1) {
      at = text.indexOf(sign, at + 1);
      if (at === -1) break;
    }
    if (at !== -1) faultAt(lineAt(text, at), `has more than ${most} ${what}; send several files`);
  }
  let left = commentsMax;
  for (let at = text.indexOf('<!--'); at !== -1; at = text.indexOf('<!--', at + 1)) {
    const end = text.indexOf('-->', at);
    left -= (end === -1 ? text.length : end) - at;
    if (left < 0)
      faultAt(lineAt(text, at), `has more than ${commentsMax} characters of comments; remove them`);
  }
}

const commentsMax = 10_000;
const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;

const faultAt = (line: number, words: string): never =>
  refuse('invalid_body', `line ${line}: ${cut(words, 500)}.`, { param: `line[${line}]` });

export const childrenOf = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((each) => each.name === name) ?? [];

/** The first element at a path such as `CdtrAcct/Id/Othr/Id`; `*` matches any name. */
export function elementAt(element: Element | undefined, path: string): Element | undefined {
  return path
    .split('/')
    .reduce<Element | undefined>(
      (at, name) => (name === '*' ? at?.children[0] : at?.children.find((each) => each.name === name)),
      element,
    );
}

/**
 * The path of an element without `Document`: `CstmrCdtTrfInitn/PmtInf[2]/PmtInfId`. Elements of the same name
 * are numbered from 1.
 */
export function pathOf(element: Element): string {
  const { parent, name } = element;
  if (parent === undefined) return name;
  const same = childrenOf(parent, name);
  const own = same.length > 1 ? `${name}[${same.indexOf(element) + 1}]` : name;
  return parent.parent === undefined ? own : `${pathOf(parent)}/${own}`;
}

/** The trimmed text of an element; undefined if empty. */
export function textOf(element: Element | undefined): string | undefined {
  const text = element?.text.trim();
  if (element === undefined || text === undefined || text === '') return undefined;
  const hidden = hiddenFault(text);
  return hidden === undefined ? text : fault(element, hidden);
}

/** Refuses the file for the content of an element, or for a missing descendant. */
export function fault(element: Element, words: string, missing?: string): never {
  const { param, words: position } = positionIn(element, missing);
  return refuse('invalid_parameter', `${position}: ${cut(words, 500)}.`, { param });
}

export function positionIn(element: Element, missing?: string): { param: string; words: string } {
  const param = missing === undefined ? pathOf(element) : `${pathOf(element)}/${missing}`;
  return { param, words: `line ${element.line}, ${param}` };
}
