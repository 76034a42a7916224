declare module './decision.js' {
  interface Nouns {
    operator: RegisteredOperator;
  }
}

/** The roles of operators, from least to most: each may do all that the ones before it may. */
export const operatorRoles = ['viewer', 'support', 'admin'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** One of the platform's own people or programs, known by a token (supplement §5); only its fingerprint is stored. */
export interface RegisteredOperator {
  readonly id: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly fingerprint: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly version: number;
}

/** Whether `role` may do what needs `least`. */
export function roleSuffices(role: OperatorRole, least: OperatorRole): boolean {
  return operatorRoles.indexOf(role) >= operatorRoles.indexOf(least);
}
