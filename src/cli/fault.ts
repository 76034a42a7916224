import { isMomentary } from '../adapters/postgres/failure.js';
import { Refusal, type RefusalCode } from '../domain/refusal.js';
import { explain } from '../main/explain.js';
import type { Fault } from './answer.js';

/** Error codes of values that are wrong in any state of the service. */
const ofUsage: ReadonlySet<string> = new Set<RefusalCode>(['invalid_parameter', 'invalid_body']);

export function faultOf(error: unknown): Fault {
  const message = explain(error);
  if (!(error instanceof Refusal))
    return { code: isMomentary(error) ? 'temporarily_unavailable' : 'failed', message, isUsage: false };
  const { code, param } = error;
  return { code, message, ...(param !== undefined && { param }), isUsage: ofUsage.has(code) };
}
