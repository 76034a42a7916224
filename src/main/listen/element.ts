/**
 * The elements of the array `data` of a JSON object, each as the very text that stands there: a signature holds
 * only for the bytes that were signed, and writing parsed JSON again may give others.
 */
export function elementTexts(page: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let name = '';
  let start = -1;
  for (const { 0: token, index } of page.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},]/gs)) {
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
