import { createHash } from 'node:crypto';
import type { BankReference } from '../../../domain/noun/bank-reference.js';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** The simulated bank as a participant: its ISPB in Brazil, and the first digits of an ACH trace number. */
const ispb = '00000208';
const routing = '09100001';

type Shape = (at: string, code: (length: number, alphabet?: string) => string) => BankReference;

/** The reference format of each rail. `at`: digits of the time; `code`: characters derived from the name. */
const shapes: Readonly<Record<string, Shape>> = {
  // `E`, participant, minute, and 11 characters: 32 in all (Banco Central do Brasil, Manual de Tempos do
  // Pix).
  pix: (at, code) => ({ kind: 'end_to_end_id', value: `E${ispb}${at.slice(0, 12)}${code(11)}` }),
  // At most 30 letters and digits (Banco de México, SPEI).
  spei: (at, code) => ({ kind: 'clave_rastreo', value: `SIM${at.slice(0, 8)}${code(15)}` }),
  // 15 digits: 8 of the originating bank, 7 of the entry (Nacha).
  ach: (_, code) => ({ kind: 'trace_number', value: `${routing}${code(7, '0123456789')}` }),
  bank_transfer: (_, code) => ({ kind: 'operation_number', value: code(10, '0123456789') }),
  mobile_payment: (_, code) => ({ kind: 'operation_number', value: code(12, '0123456789') }),
};

const otherwise: Shape = (_, code) => ({ kind: 'other', value: `SIM${code(17)}` });

/** The simulated bank's reference of a payment, derived from name and method. */
export function traceOf(name: string, method: string | undefined, at: Date): BankReference {
  const digest = createHash('sha256').update(name).digest();
  const code = (length: number, alphabet = letters): string =>
    Array.from({ length }, (_, index) => alphabet[(digest[index] ?? 0) % alphabet.length]).join('');
  const shape = (method !== undefined && Object.hasOwn(shapes, method) && shapes[method]) || otherwise;
  return shape(at.toISOString().replaceAll(/\D/g, ''), code);
}

/** Reference columns of the bank's record. */
export interface TraceColumns {
  readonly trace_kind: BankReference['kind'] | null;
  readonly trace_reference: string | null;
}

/** The reference in answers; empty for rows recorded without one. */
export const traceColumns = ({ trace_kind: kind, trace_reference: value }: TraceColumns) =>
  kind === null || value === null ? {} : { trace: { kind, value } };

export const columnsOf = ({ kind, value }: BankReference): TraceColumns => ({
  trace_kind: kind,
  trace_reference: value,
});
