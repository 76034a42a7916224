import { z } from 'zod';
import { approval } from '../../domain/noun/approval.js';
import { member } from '../../domain/noun/member.js';
import type { Ports } from '../../ports/ports.js';
import { idOf, time } from '../field.js';
import { resourceOf } from './noun.js';

const approvals = z
  .array(z.object({ member_id: idOf('member'), at: time, note: z.string().exactOptional() }))
  .describe('Who approved, when, and with what note.');

const { role, status } = member.fields;
const change = z
  .object({
    role: z.enum(role.words.values).exactOptional(),
    status: z.enum(status.words.values).exactOptional(),
  })
  .describe('What a change of a member sets once it is approved.');

/** Supplement §11.9. */
export const approvalResource = resourceOf(approval, { made: {}, schemas: { given: approvals, change } });

/** The approval in a payout or batch; lists and events have only id and status. */
export const heldApproval = approvalResource.schema.partial().required({ id: true, status: true });

interface Approvable {
  readonly accountId: string;
  readonly approvalId: string | null;
}

/** The body of a payout or batch, with its complete approval if it needs one. */
export async function withApproval<B extends object>(
  { reader, vault }: Pick<Ports, 'reader' | 'vault'>,
  { accountId, approvalId }: Approvable,
  body: B,
): Promise<B> {
  if (approvalId === null) return body;
  const row = await reader.get('approval', [accountId], approvalId);
  return row ? { ...body, approval: approvalResource.inDetail(row, vault) } : body;
}
