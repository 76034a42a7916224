/** Text that can stand in HTML without becoming markup. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The CommonMark that our own descriptions use, as HTML: headings, lists, tables, paragraphs, bold and code. */
export function rendered(text: string): string {
  return text
    .split(/\n{2,}/)
    .map(block)
    .join('');
}

function block(text: string): string {
  if (text.startsWith('## ')) return `<h2>${inline(text.slice(3))}</h2>`;
  if (text.startsWith('- ')) {
    const items = text.slice(2).split(/\n- /);
    return `<ul>${items.map((item) => `<li>${inline(item)}</li>`).join('')}</ul>`;
  }
  if (text.startsWith('| ')) {
    const rows = text.split('\n').filter((line) => !/^[| -]+$/.test(line));
    return `<table>${rows.map((line) => `<tr>${cells(line)}</tr>`).join('')}</table>`;
  }
  return text === '' ? '' : `<p>${inline(text)}</p>`;
}

const cells = (line: string): string =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => `<td>${inline(cell.trim())}</td>`)
    .join('');

const inline = (text: string): string =>
  escaped(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
