import { operatorRoles, type OperatorRole } from './noun/operator.js';

export { operatorRoles, type OperatorRole, type RegisteredOperator } from './noun/operator.js';

/** The minimum role for moving money and for deciding by hand whether money has moved. */
export const moneyRole: OperatorRole = 'admin';

/** Whether `role` includes the rights of `least`. */
export function roleSuffices(role: OperatorRole, least: OperatorRole): boolean {
  return operatorRoles.indexOf(role) >= operatorRoles.indexOf(least);
}
