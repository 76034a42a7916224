import { takeNotice } from '../domain/api-key.js';
import { plainName } from '../domain/letter.js';
import { minuteOf } from '../domain/letter-part.js';
import type { ApiKey } from '../domain/noun/api-key.js';
import type { Ports } from '../ports/ports.js';
import { warnedOwners } from './mail.js';

/** Mails the account's owners that an API key expires soon, and plans the next notice in the same transaction. */
export async function noticeExpiry(
  ports: Pick<Ports, 'store' | 'vault' | 'environment' | 'wake'>,
  { id }: Pick<ApiKey, 'id'>,
): Promise<void> {
  const isMailed = await ports.store.transaction(async (tx) => {
    const [key] = await tx.lockDue('apiKey', 1, { ids: [id] });
    if (!key) return false;
    const { expiresAt, ...decision } = takeNotice(await tx.moment(), key);
    if (expiresAt === undefined) {
      await tx.record([decision]);
      return false;
    }
    const { accountId, prefix, label } = key;
    const facts = { prefix, label: plainName(label ?? ''), expiresAt: minuteOf(expiresAt) };
    await tx.record([decision, await warnedOwners(ports, tx, { accountId, kind: 'api_key_expires', facts })]);
    return true;
  });
  if (isMailed) ports.wake('mail');
}
