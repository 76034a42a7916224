/** The longest prolog that is read: comments, declarations and a document type before the first element. */
const prologMax = 64 * 1024;

const notAnImage = 'The file is not an image that can be shown; use PNG, JPEG, GIF, WebP, ICO or SVG.';
const otherEncoding = 'The SVG is not in UTF-8.';
const ownEntities = 'The SVG defines entities; save it without them.';

/**
 * Why the bytes are not an SVG that can be shown. SVGs are served with a sandbox policy and shown as images only, so
 * their scripts do not run and nothing they reference is loaded. Entity definitions are refused: they can expand a
 * kilobyte to a gigabyte. Each character is read once, so the time is linear.
 */
export function svgFault(bytes: Buffer): string | undefined {
  const text = utf8(bytes);
  if (text === undefined) return notAnImage;
  const prolog = readProlog(text);
  if ('fault' in prolog) return prolog.fault;
  const { start } = prolog;
  if (!/^<(?:[A-Za-z_][\w.-]*:)?svg[\s/>]/.test(text.slice(start, start + 100))) return notAnImage;
  return /<!(?:ENTITY|ELEMENT|ATTLIST|NOTATION|DOCTYPE)/i.test(text.slice(start)) ? ownEntities : undefined;
}

function utf8(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

type Prolog = { readonly start: number } | { readonly fault: string };

/** The start of the first element, after blanks, instructions, comments and the document type. */
function readProlog(whole: string): Prolog {
  const text = whole.slice(0, prologMax);
  for (let at = 0; at < text.length;) {
    if (' \t\r\n'.includes(text.charAt(at))) {
      at += 1;
      continue;
    }
    const part = partOf(text, at);
    if (part === undefined) return { start: at };
    if ('fault' in part) return part;
    at = part.end;
  }
  return { fault: notAnImage };
}

/** The prolog part that starts there; undefined if there is none. */
function partOf(text: string, at: number): { readonly end: number } | { readonly fault: string } | undefined {
  if (text.startsWith('<!--', at)) return endOf(text, at + 4, '-->');
  if (text.startsWith('<?', at)) {
    const part = endOf(text, at, '?>');
    return 'end' in part && !isUtf8(text.slice(at, part.end)) ? { fault: otherEncoding } : part;
  }
  if (!text.startsWith('<!', at)) return undefined;
  if (!/^<!DOCTYPE\s+[\w:]*svg\b/i.test(text.slice(at, at + 100))) return { fault: notAnImage };
  return endOfType(text, at);
}

function endOf(
  text: string,
  from: number,
  sign: string,
): { readonly end: number } | { readonly fault: string } {
  const at = text.indexOf(sign, from);
  return at < 0 ? { fault: notAnImage } : { end: at + sign.length };
}

/** Whether an instruction declares UTF-8 or ASCII, or no encoding. */
function isUtf8(instruction: string): boolean {
  const [, encoding = 'utf-8'] = /encoding\s*=\s*["']([^"']*)["']/i.exec(instruction) ?? [];
  return !instruction.startsWith('<?xml') || /^(utf-?8|us-ascii)$/i.test(encoding);
}

/** A document type ends at its first `>` outside quotes; a `[` starts definitions. */
function endOfType(text: string, from: number): { readonly end: number } | { readonly fault: string } {
  let quote = '';
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '[') return { fault: ownEntities };
    else if (sign === '>') return { end: at + 1 };
  }
  return { fault: notAnImage };
}
