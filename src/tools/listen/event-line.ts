import { printable, styled } from '../../main/log-terminal.js';
import type { FedEvent } from './feed.js';

interface EventJson {
  readonly occurred_at?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

const good = /\.(completed|active|approved|verified|activated|exception_resolved)$/;
const bad = /\.(failed|returned|cancelled|blocked|review_required|exception_created)$/;

/** An event for people: time, type, resource, status, amount and reason of a failure. */
export function eventLine({ type, text }: FedEvent): string {
  const { occurred_at: at = '', data = {} } = JSON.parse(text) as EventJson;
  const colour = good.test(type) ? 'green' : bad.test(type) ? 'red' : 'yellow';
  const facts = [data['id'], data['status'], moneyOf(data), data['failure_code']];
  return [
    styled('dim', printable(at).slice(11, 19)),
    styled(colour, type.padEnd(32)),
    ...facts.filter((fact) => fact !== undefined).map(printable),
  ].join('  ');
}

/** The amount sent, and the amount received if its currency differs. */
function moneyOf(data: Readonly<Record<string, unknown>>): string | undefined {
  const [source, destination] = [amountIn(data['source']), amountIn(data['destination'])];
  if (source !== undefined && destination !== undefined) return `${source} → ${destination}`;
  return amountIn(data) ?? amountIn(data['credited']) ?? destination ?? source;
}

function amountIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { total, amount = total, currency } = value as Readonly<Record<string, unknown>>;
  return typeof amount === 'string' && typeof currency === 'string' ? `${amount} ${currency}` : undefined;
}
