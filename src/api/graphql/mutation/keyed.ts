import { ArgsType } from 'type-graphql';
import { isId } from '../../../domain/id.js';
import { snake } from '../../../domain/noun/declare.js';
import { refuse } from '../../../domain/refusal.js';
import { checkOperatorProof, checkProof } from '../../../domain/step-up.js';
import type { KeyUse } from '../../../ports/store.js';
import type { Operator } from '../../../usecases/audit.js';
import { absent } from '../../../usecases/own.js';
import { checkedKey, keyUse } from '../../idempotency-key.js';
import { readJson, type ReadJson } from '../../json.js';
import { writerOf, type Acting } from '../caller.js';
import { acting, type Context } from '../context.js';
import { metadataKeysMax } from '../../field.js';
import { id, text } from '../field.js';
import { metadataOf, type MetadataPair } from '../metadata.js';
import { ReasonArgument } from './argument.js';

/** Arguments of a mutation that does for an account what the account can do itself. */
@ArgsType()
export class KeyedArgs extends ReasonArgument {
  @id('Account that it is done for.')
  readonly accountId!: string;

  @text('Idempotency key, 8 to 128 characters, as in REST: a repeat returns the first result.')
  readonly idempotencyKey!: string;
}

/** The REST operation behind a mutation. */
interface Face<T> {
  readonly path: string;
  readonly input: object;
  /** Validates the body as REST does. */
  readonly read: (body: ReadJson) => T;
  /** As of the operation of REST: a member's session needs a proof at most five minutes old. */
  readonly dangerous?: boolean;
}

interface KeyedRequest<T> {
  readonly accountId: string;
  readonly use: KeyUse;
  readonly by: Operator;
  readonly ask: T;
}

/** Refuses as REST does. The same key and input are the same request over REST and GraphQL. */
export async function keyedRequest<T>(
  context: Context,
  { accountId, idempotencyKey, reason }: KeyedArgs,
  { path, input, read, dangerous }: Face<T>,
): Promise<KeyedRequest<T>> {
  const by = await actingFor(context, accountId, reason);
  const member = memberFor(context, accountId);
  const now = context.ports.clock.machineNow();
  if (dangerous && member) checkProof(member.proof, now);
  else if (dangerous) checkOperatorProof(context.caller, now);
  const key = checkedKey(idempotencyKey);
  const body = bodyOf(input);
  const ask = read(body);
  const operation = { method: 'POST', path } as const;
  const use = keyUse(context.ports.vault, { key, accountId, operation, id: '', body });
  return { accountId, use, by, ask };
}

/** The operator or member who acts for an active account, if they may. */
export async function actingFor(context: Context, accountId: string, reason: string): Promise<Operator> {
  await checkAccount(context, accountId);
  return acting(context, reason, memberFor(context, accountId));
}

/** Like `keyedRequest`, for a preview: it stores nothing, so it takes no key and no reason. */
export async function previewFor<T>(
  context: Context,
  { accountId, input }: { readonly accountId: string; readonly input: object },
  read: Face<T>['read'],
): Promise<T & { readonly accountId: string }> {
  await checkAccount(context, accountId);
  memberFor(context, accountId);
  return { ...read(bodyOf(input)), accountId };
}

const bodyOf = (input: object): ReadJson => readJson(Buffer.from(JSON.stringify(snaked(input))));

/** The membership of a member. The role in this account decides, not the role in another one. */
function memberFor({ caller }: Context, accountId: string): Acting | undefined {
  if (caller.kind === 'operator') return undefined;
  return (
    writerOf(caller, accountId) ??
    refuse('insufficient_role', 'accountId: your role in this account can only read.')
  );
}

/** Refuses an account that is not active. */
async function checkAccount({ load }: Context, accountId: string): Promise<void> {
  const account = isId('account', accountId) ? await load.row('account', accountId) : null;
  if (account === null) return absent('account', 'accountId');
  if (account.status !== 'active') {
    refuse('invalid_request', `accountId: the account is ${account.status}; send the id of an active one.`, {
      param: 'accountId',
    });
  }
}

/** Renames the fields to their REST names, at any depth. Null and missing fields are left out. */
function snaked(input: object): Record<string, unknown> {
  const filled = Object.entries(input).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(
    filled.map(([name, value]) => [snake(name), name === 'metadata' ? metadataInput(value) : within(value)]),
  );
}

/** Metadata in REST form; its keys are kept as they are. */
const metadataInput = (pairs: unknown) =>
  metadataOf(pairs as readonly MetadataPair[], 'metadata', metadataKeysMax);

function within(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(within);
  return typeof value === 'object' && value !== null ? snaked(value) : value;
}
