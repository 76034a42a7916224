import { declared } from '../domain/noun/all.js';
import { snake } from '../domain/noun/declare.js';

/** Names of fields that are sealed, personal or secret, in bodies and responses at any depth. */
const others =
  `account_hint address beneficiary city date_of_birth description first_name holder_hint identity_document
  instructions last_name line1 line2 note payer phone postal_code reason registration_number secret support tax_id token url`.split(
    /\s+/,
  );

export const personalNames: ReadonlySet<string> = new Set([
  ...declared.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { sealed }]) => (sealed ? [snake(name)] : [])),
  ),
  ...others,
]);

/** Schema keyword for a field whose values must not be stored unencrypted. */
export const personalMark = 'x-personal';
