import { operatorRoles, type OperatorRole, type RegisteredOperator } from './noun/operator.js';

export { operatorRoles, type OperatorRole, type RegisteredOperator } from './noun/operator.js';

/** The minimum role for moving money and for deciding by hand whether money has moved. */
export const moneyRole: OperatorRole = 'admin';

type Holder = Pick<RegisteredOperator, 'id' | 'subjectHash' | 'emailHash'>;

const isNamed = ({ subjectHash, emailHash }: Holder): boolean => subjectHash !== null || emailHash !== null;

/**
 * Whether two operators are two people: one person may sign in at the issuer and also hold tokens. They are told apart by
 * e-mail address, or by their names at the issuer. If nothing is known of either holder, the ids decide.
 */
export function areTwoPeople(one: Holder, other: Holder): boolean {
  if (one.id === other.id) return false;
  if (!isNamed(one) && !isNamed(other)) return true;
  if (one.emailHash !== null && other.emailHash !== null) return one.emailHash !== other.emailHash;
  return one.subjectHash !== null && other.subjectHash !== null;
}

/** Whether `role` includes the rights of `least`. */
export function roleSuffices(role: OperatorRole, least: OperatorRole): boolean {
  return operatorRoles.indexOf(role) >= operatorRoles.indexOf(least);
}
