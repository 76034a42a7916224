import { createHash } from 'node:crypto';
import { remainder97 } from './creditor.ts';

const digest = (text: string, length: number): string =>
  BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)
    .toString(36)
    .toUpperCase()
    .padStart(50, '0')
    .slice(-length);

/** The end-to-end id of an order: 24 letters and digits, which every bank keeps whole. */
export const endToEndIdOf = (reference: string): string => `E${digest(reference, 23)}`;

/** A creditor reference of ISO 11649 for a payer: RF, two check digits and 12 letters and digits. */
export function creditorReferenceOf(reference: string): string {
  const body = digest(reference, 12);
  const check = 98 - remainder97(`${body}RF00`);
  return `RF${String(check).padStart(2, '0')}${body}`;
}

/** Creditor references in a text, ignoring case and spaces. */
export function creditorReferencesIn(text: string): string[] {
  const joined = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const found = [...joined.matchAll(/(?=(RF\d{2}[A-Z0-9]{12}))/g)].map(([, each]) => each ?? '');
  return [...new Set(found)].filter((each) => remainder97(each.slice(4) + each.slice(0, 4)) === 1);
}

/** A permanent reference for a received payment. */
export const paymentReferenceOf = (text: string): string => `bank-${digest(text, 24).toLowerCase()}`;
