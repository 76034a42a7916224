import { styleText } from 'node:util';
import { escaped } from '../domain/text.js';

type Colour = 'dim' | 'green' | 'yellow' | 'red';
const colours: Readonly<Record<string, Colour>> = {
  info: 'green',
  warn: 'yellow',
  error: 'red',
  fatal: 'red',
};
/** Fields shown by position, without their names. */
const placed: ReadonlySet<string> = new Set([
  'level',
  'time',
  'message',
  'method',
  'route',
  'status',
  'duration_ms',
  'error_stack',
]);

/** Formats a log line for a terminal: time, level, message, and other fields as name=value. */
export function forTerminal(line: string): string {
  const fields = JSON.parse(line) as Record<string, unknown>;
  const { level, time, message, method, route, status, duration_ms: ms, error_stack: stack } = fields;
  const label = String(level);
  const parts = [
    styled('dim', String(time).slice(11, 23)),
    styled(colours[label] ?? 'dim', label.toUpperCase().padEnd(5)),
    printable(message),
    ...[method, route, status].filter((part) => part !== undefined).map(printable),
    ...(ms === undefined ? [] : [`${printable(ms)}ms`]),
    ...Object.entries(fields)
      .filter(([name]) => !placed.has(name))
      .map(([name, value]) => `${styled('dim', `${name}=`)}${quoted(printable(value))}`),
  ];
  const frames = typeof stack === 'string' ? stack.split('\n').map((frame) => `    ${printable(frame)}`) : [];
  return `${[parts.join(' '), ...frames].join('\n')}\n`;
}

/** Without colours if the terminal or the user does not want them. */
export const styled = (colour: Colour, text: string): string =>
  styleText(colour, text, { stream: process.stdout });

const quoted = (text: string): string => (/[\s"=]/.test(text) ? JSON.stringify(text) : text);

/** A value that is safe to print on one line. */
export const printable = (value: unknown): string => escaped(String(value));
