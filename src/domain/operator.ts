import { operatorRoles, type OperatorRole } from './noun/operator.js';

export { operatorRoles, type OperatorRole, type RegisteredOperator } from './noun/operator.js';

/** The least role for whatever moves money, or decides by hand whether money has moved. */
export const moneyRole: OperatorRole = 'admin';

/** Whether `role` may do what needs `least`. */
export function roleSuffices(role: OperatorRole, least: OperatorRole): boolean {
  return operatorRoles.indexOf(role) >= operatorRoles.indexOf(least);
}
