import { styleText } from 'node:util';

/** Colours of states, by how much attention they need. */
const colours = {
  green: 'active completed credited delivered enabled succeeded verified approved paid yes',
  yellow:
    'pending pending_approval pending_review processing submitted verification_pending in_review unverified paused open failing',
  red: 'blocked closed disabled failed refused rejected returned reversed suspended revoked stopped cancelled expired',
} as const;

const colourOf = new Map(
  Object.entries(colours).flatMap(([colour, states]) =>
    states.split(' ').map((state) => [state, colour as keyof typeof colours]),
  ),
);

/** On a terminal: bold headings and coloured states, unless NO_COLOR is set. */
export function coloured(text: string, stream: NodeJS.WriteStream = process.stdout): string {
  if (!stream.isTTY) return text;
  const options = { stream, validateStream: true };
  return text
    .split('\n')
    .map((line) => {
      if (/^[A-Z][A-Z -]*$/.test(line) && / {2}[A-Z]/.test(line)) return styleText('bold', line, options);
      const cells = line.split(/(\s{2,})/).map((cell) => {
        const [state = ''] = cell.split(':', 1);
        const colour = colourOf.get(state);
        return colour === undefined ? cell : styleText(colour, state, options) + cell.slice(state.length);
      });
      return cells.join('');
    })
    .join('\n');
}
