import { create } from 'qrcode';
import { markup, type Markup } from '../markup.js';

/** Light modules around the code; a reader needs four (ISO/IEC 18004). */
const quiet = 4;

/** The QR code as an inline image: one path, with a stroke for each run of dark modules. */
export function qrImage(text: string, title: string): Markup {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const strokes: string[] = [];
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const from = x;
      while (x < size && modules.get(y, x)) x += 1;
      if (x > from) strokes.push(`M${from + quiet} ${y + quiet}h${x - from}v1h-${x - from}z`);
    }
  }
  const side = size + 2 * quiet;
  return markup`<svg class="qr" viewBox="0 0 ${side} ${side}" role="img" aria-label="${title}" shape-rendering="crispEdges"><rect class="light" width="${side}" height="${side}"/><path class="dark" d="${strokes.join('')}"/></svg>`;
}
