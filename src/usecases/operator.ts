import { added, changed, decide } from '../domain/decision.js';
import type { OperatorRole, RegisteredOperator } from '../domain/operator.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import { audited, type Operator } from './audit.js';
import { absent } from './own.js';
import { checkSeen } from './seen.js';

export interface OperatorAsk {
  readonly name: string;
  readonly role: OperatorRole;
  readonly expiresAt: Date | null;
  /** Of the person who holds the token, normalised as in `domain/email.ts`. */
  readonly email?: string | undefined;
}

/** The hash by which two operators are known to be one person. */
export const operatorEmailHash = (vault: Ports['vault'], email: string | undefined): string | null =>
  email === undefined ? null : vault.keyedHash(`operator email\n${email}`);

export interface IssuedOperator {
  readonly registered: RegisteredOperator;
  /** Shown once; only its fingerprint is stored. */
  readonly token: string;
}

/** Registers an operator (supplement §5). Two operators may have the same name: one person with two tokens. */
export function createOperator(
  ports: Pick<Ports, 'store' | 'vault'>,
  operator: Operator,
  { email, ...ask }: OperatorAsk,
): Promise<IssuedOperator> {
  return ports.store.transaction(async (tx) => {
    const moment = await tx.moment();
    const { token, fingerprint } = ports.vault.newOperatorToken();
    const registered: RegisteredOperator = {
      ...ask,
      id: moment.newId('operator', moment.now),
      fingerprint,
      subjectHash: null,
      emailHash: operatorEmailHash(ports.vault, email),
      createdAt: moment.now,
      revokedAt: null,
      version: 1,
    };
    const entry = audited(moment, operator, {
      action: 'operator.create',
      accountId: null,
      subjectId: registered.id,
      before: null,
      // Without the name: audit entries leave the database (docs/data-out.md), and the id is enough to find it here.
      after: { role: ask.role, expiresAt: ask.expiresAt?.toISOString() ?? null },
    });
    await tx.record([decide({ changes: [added('operator', registered)] }), entry]);
    return { registered, token };
  });
}

/** The token's next request is refused, in every process. */
export function revokeOperator(
  ports: Pick<Ports, 'store'>,
  operator: Operator,
  id: string,
): Promise<RegisteredOperator> {
  return ports.store.transaction(async (tx) => {
    const [registered] = await tx.lock('operator', [id]);
    if (!registered) return absent('operator');
    checkSeen(operator, { subjectId: id, state: { revokedAt: registered.revokedAt } });
    if (registered.revokedAt !== null) refuse('invalid_request', 'The operator is already revoked.');
    const moment = await tx.moment();
    const revoked: RegisteredOperator = { ...registered, revokedAt: moment.now };
    const entry = audited(moment, operator, {
      action: 'operator.revoke',
      accountId: null,
      subjectId: id,
      before: { revokedAt: null },
      after: { revokedAt: moment.now.toISOString() },
    });
    await tx.record([decide({ changes: [changed('operator', revoked)] }), entry]);
    return revoked;
  });
}
