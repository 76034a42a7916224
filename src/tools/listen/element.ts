/**
 * The elements of the array `data` of a JSON object, each as the very text that stands there: a signature holds
 * only for the bytes that were signed, and writing parsed JSON again may give others.
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

/** The strings of a JSON text, and the signs between them. */
function* tokensOf(page: string): Generator<{ readonly token: string; readonly index: number }> {
  for (let index = 0; index < page.length; index += 1) {
    const sign = page.charAt(index);
    const end = sign === '"' ? stringEnd(page, index) : index;
    if (sign === '"' || '[]{},'.includes(sign)) yield { token: page.slice(index, end + 1), index };
    index = end;
  }
}

/** Where the string that starts there ends; a text without its end is read to its own. */
function stringEnd(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && text.charAt(end) !== '"') end += text.charAt(end) === '\\' ? 2 : 1;
  return end;
}
