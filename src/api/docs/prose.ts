import { markup, preformatted, type Markup } from '../markup.js';

/**
 * Renders the CommonMark used in the API description and guides: paragraphs, lists, tables, fenced code,
 * bold, code and links.
 */
export function prose(text: string): Markup[] {
  // One fence opens a code block, the next one closes it.
  return text
    .split(/^```\w*$\n?/m)
    .flatMap((part, index) =>
      index % 2 === 0 ? blocks(part) : preformatted(part.replace(/\n$/, ''), 'Code'),
    );
}

function blocks(text: string): Markup[] {
  return text
    .trim()
    .split(/\n{2,}/)
    .filter((block) => block !== '')
    .map(block);
}

/** Renders bold, code and links within a line. */
export function phrase(text: string): Markup[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^[\]]+\]\(#[\w.-]+\))/).map((part) => {
    const [, words, id] = /^\[([^[\]]+)\]\(#([\w.-]+)\)$/.exec(part) ?? [];
    if (words !== undefined && id !== undefined) return markup`<a href="#${id}">${phrase(words)}</a>`;
    if (part.startsWith('`') && part.length > 2) return markup`<code>${part.slice(1, -1)}</code>`;
    if (part.startsWith('**') && part.length > 4) return markup`<strong>${part.slice(2, -2)}</strong>`;
    return markup`${part}`;
  });
}

function block(text: string): Markup {
  if (text.startsWith('- ')) {
    const items = text.slice(2).split(/\n- /);
    return markup`<ul>${items.map((item) => markup`<li>${phrase(item)}</li>`)}</ul>`;
  }
  if (text.startsWith('### ')) return markup`<h3>${phrase(text.slice(4))}</h3>`;
  if (text.startsWith('|')) return tableOf(text.split('\n'));
  return markup`<p>${phrase(text)}</p>`;
}

function tableOf([head = '', , ...rows]: readonly string[]): Markup {
  return table(
    cellsOf(head),
    rows.map((row) => cellsOf(row).map(phrase)),
  );
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** The first cell of each row is its heading. */
export function table(head: readonly string[], rows: readonly (readonly (Markup | Markup[])[])[]): Markup {
  const body = rows.map(
    ([first, ...rest]) =>
      markup`<tr><th scope="row">${first}</th>${rest.map((cell, at) => markup`<td data-label="${head[at + 1] ?? ''}">${cell}</td>`)}</tr>`,
  );
  return markup`<div class="table"><table><thead><tr>${head.map((cell) => markup`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${body}</tbody></table></div>`;
}
