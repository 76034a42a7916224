import { declared } from '../domain/noun/all.js';
import { snake } from '../domain/noun/declare.js';

/**
 * Fields of bodies and answers that are sealed, that name or describe people, or that are secrets; by name, wherever
 * they stand.
 */
const others = `account_hint address beneficiary city date_of_birth description first_name identity_document
  instructions last_name line1 line2 note payer phone postal_code reason registration_number secret support tax_id token url`.split(
  /\s+/,
);

export const personalNames: ReadonlySet<string> = new Set([
  ...declared.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { sealed }]) => (sealed ? [snake(name)] : [])),
  ),
  ...others,
]);

/** The word of the description for a field whose values nobody keeps in the open. */
export const personalMark = 'x-personal';
