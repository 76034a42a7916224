import { setImmediate as turn } from 'node:timers/promises';
import { SaxesParser } from 'saxes';

/** An element: its name without a prefix, its text, and its children in order. */
export interface Node {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Node[];
  text: string;
}

/** Thrown for a file that is not accepted; the message is the reason. */
export class UnreadableFile extends Error {}

const depthMost = 40;
/** Enough for a statement of some 60,000 transactions. */
const elementsMost = 2_000_000;
const textMost = 10_000;
/** Characters parsed before other work gets a turn: protocol requests must not wait for a large file. */
const partSize = 128 * 1024;

const encodings: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  'us-ascii': 'utf-8',
  'iso-8859-1': 'windows-1252',
  'iso-8859-15': 'iso-8859-15',
  'windows-1252': 'windows-1252',
  'utf-16': 'utf-16le',
};

function decoded(bytes: Uint8Array): string {
  const isBigEndian = bytes[0] === 0xfe && bytes[1] === 0xff;
  const isLittleEndian = bytes[0] === 0xff && bytes[1] === 0xfe;
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared =
    /^(?:\u00EF\u00BB\u00BF)?<\?xml[^>]*encoding=["']([A-Za-z0-9._-]+)["']/.exec(head)?.[1] ?? 'utf-8';
  const encoding = isBigEndian ? 'utf-16be' : isLittleEndian ? 'utf-16le' : encodings[declared.toLowerCase()];
  if (encoding === undefined) throw new UnreadableFile(`its encoding ${declared} is not supported`);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile(`it is not valid ${declared}`);
  }
}

/** Reads a file; refuses document types, entity declarations, deep nesting and processing instructions. */
export async function readXml(bytes: Uint8Array, nodesMost = elementsMost): Promise<Node> {
  const parser = new SaxesParser({ xmlns: true });
  const open: Node[] = [];
  let root: Node | undefined;
  let count = 0;
  parser.on('error', (error) => {
    throw new UnreadableFile(`it is not well-formed XML: ${error.message.slice(0, 200)}`);
  });
  parser.on('doctype', () => {
    throw new UnreadableFile('it has a DOCTYPE, which no message of ISO 20022 has');
  });
  parser.on('processinginstruction', () => {
    throw new UnreadableFile('it has a processing instruction');
  });
  parser.on('opentag', (tag) => {
    count += 1;
    if (open.length >= depthMost) throw new UnreadableFile(`it is nested deeper than ${depthMost} elements`);
    if (count > nodesMost) throw new UnreadableFile(`it has more than ${nodesMost} elements`);
    const attributes = Object.fromEntries(
      Object.values(tag.attributes).map((each) => [each.local, each.value.slice(0, textMost)]),
    );
    const node: Node = { name: tag.local, namespace: tag.uri, attributes, children: [], text: '' };
    open.at(-1)?.children.push(node);
    root ??= node;
    open.push(node);
  });
  const add = (text: string): void => {
    const node = open.at(-1);
    if (node === undefined) return;
    if (node.text.length + text.length > textMost)
      throw new UnreadableFile(`its element ${node.name} has more than ${textMost} characters`);
    node.text += text;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => void open.pop());
  const text = decoded(bytes);
  for (let at = 0; at < text.length; at += partSize) {
    parser.write(text.slice(at, at + partSize));
    await turn();
  }
  parser.close();
  if (root === undefined) throw new UnreadableFile('it has no element');
  return root;
}

export const child = (node: Node | undefined, ...path: readonly string[]): Node | undefined =>
  path.reduce<Node | undefined>((at, name) => at?.children.find((each) => each.name === name), node);

export const children = (node: Node | undefined, name: string): Node[] =>
  node?.children.filter((each) => each.name === name) ?? [];

/** The trimmed text at a path; undefined if it is empty or absent. */
export function textAt(node: Node | undefined, ...path: readonly string[]): string | undefined {
  const text = child(node, ...path)?.text.trim();
  return text === '' ? undefined : text;
}

export function requiredText(node: Node | undefined, ...path: readonly string[]): string {
  const text = textAt(node, ...path);
  if (text === undefined) throw new UnreadableFile(`${path.join('/')} is missing`);
  return text;
}
