/**
 * The elements of the array `data` in a JSON object, as their original text: a signature is valid only for
 * the signed bytes, and serializing parsed JSON may change them.
 */
export function elementTexts(page: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let name = '';
  let start = -1;
  for (const { token, index } of tokensOf(page)) {
    const inData = depth === 2 && start >= 0;
    if (inData && (token === ',' || token === ']')) {
      const text = page.slice(start, index).trim();
      if (text !== '') found.push(text);
      start = token === ',' ? index + 1 : -1;
    }
    if (token === '[' && depth === 1 && name === '"data"') start = index + 1;
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    else if (depth === 1 && token !== ',') name = token;
  }
  return found;
}

/** The strings of a JSON text, and the punctuation between them. */
function* tokensOf(page: string): Generator<{ readonly token: string; readonly index: number }> {
  for (let index = 0; index < page.length; index += 1) {
    const sign = page.charAt(index);
    const end = sign === '"' ? stringEnd(page, index) : index;
    if (sign === '"' || '[]{},'.includes(sign)) yield { token: page.slice(index, end + 1), index };
    index = end;
  }
}

/** The end of the string that starts there; the end of the text if it is not closed. */
function stringEnd(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && text.charAt(end) !== '"') end += text.charAt(end) === '\\' ? 2 : 1;
  return end;
}
