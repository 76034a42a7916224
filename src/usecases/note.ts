import type { AuditEntry } from '../domain/account.js';
import { added, decide, type Noun } from '../domain/decision.js';
import type { Ports } from '../ports/ports.js';
import type { IdKind } from '../domain/noun/prefix.js';
import { entryOf, type Operator } from './audit.js';
import { absent } from './own.js';

/**
 * An operator's note on a resource, for other operators. It is an entry of the audit log, so it is never changed or deleted. The
 * text is the reason.
 */
export function addNote(
  { store }: Pick<Ports, 'store'>,
  operator: Operator,
  { noun, id }: { readonly noun: Noun & IdKind; readonly id: string },
): Promise<AuditEntry> {
  return store.transaction(async (tx) => {
    const [row] = await tx.find(noun, { id }, 1);
    if (!row) return absent(noun);
    const owner = 'accountId' in row ? row.accountId : null;
    const accountId = noun === 'account' ? id : owner;
    const entry = entryOf(await tx.moment(), operator, {
      action: 'note.add',
      accountId,
      subjectId: id,
      before: null,
      after: null,
    });
    await tx.record([decide({ changes: [added('auditEntry', entry)] })]);
    return entry;
  });
}
