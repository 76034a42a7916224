import { permits, agentWrites } from '../../../domain/permission.js';
import type { Ports } from '../../../ports/ports.js';
import type { Caller } from '../../caller.js';
import type { Operation } from '../route.js';
import { confirmedKey, confirmMs, newConfirmation, type ConfirmedCall } from './confirmation.js';
import type { Tool } from './tool.js';

/** A /v1 request that a tool makes with its caller's credential. */
export interface InnerRequest {
  readonly method: Operation['method'];
  readonly url: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

export interface InnerAnswer {
  readonly status: number;
  readonly text: string;
  /** Absent if the response is not JSON. */
  readonly json?: unknown;
}

export interface ToolContext {
  readonly ports: Pick<Ports, 'vault' | 'clock'>;
  readonly environment: 'sandbox' | 'live';
  readonly caller: Caller;
  readonly send: (request: InnerRequest) => Promise<InnerAnswer>;
}

type Args = Readonly<Record<string, unknown>>;

/** A tool result in MCP form; `data` is the API response. */
export interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError: boolean;
  readonly [extension: string]: unknown;
}

/**
 * Whether the caller may use the tool. Tools that change something need a sandbox or a key issued for agents.
 */
export function mayUse(
  { operation, acts }: Tool,
  { caller, environment }: Omit<ToolContext, 'send'>,
): boolean {
  const { scope, path, needsSession, forRole } = operation;
  if (scope === 'none' || needsSession || forRole !== undefined || !caller.scopes.includes(scope))
    return false;
  const permissions = caller.credential.type === 'api_key' ? caller.credential.key.permissions : [];
  if (!permits(permissions, { scope, path })) return false;
  return !acts || environment === 'sandbox' || permissions.includes(agentWrites);
}

/**
 * Calls a tool's operation. A tool that changes something returns a preview first, and acts when the
 * confirmation comes back with the same arguments.
 */
export async function callTool(tool: Tool, rawArgs: Args, context: ToolContext): Promise<ToolResult> {
  const { confirmation, ...args } = rawArgs;
  const request = requestOf(tool, args);
  if (typeof request === 'string') return refused(request);
  if (!tool.acts) return answered(await context.send(request));
  const { account, id: credentialId } = context.caller;
  const { operationId } = tool.operation;
  const call = { accountId: account.id, credentialId, operationId, args };
  if (confirmation === undefined) return previewed(tool, { request, call }, context);
  const confirmed = confirmedKey(context.ports, call, typeof confirmation === 'string' ? confirmation : '');
  if (confirmed === undefined)
    return refused('confirmation: is not of this call; call again without it for a preview.');
  const { idempotencyKey, isExpired } = confirmed;
  const isKeyed = tool.operation.idempotency !== 'none';
  if (isExpired) return isKeyed ? lateAnswer(idempotencyKey, context) : refused(tooOld);
  return answered(await context.send({ ...request, ...(isKeyed && { idempotencyKey }) }));
}

const tooOld = 'confirmation: is older than 15 minutes; call again without it for a new preview.';

/**
 * Answers an expired confirmation. A new preview has a new key, so a call whose first answer was lost must not lead to
 * one: what was made with the key is returned instead.
 */
async function lateAnswer(key: string, { send }: ToolContext): Promise<ToolResult> {
  const made = await send({ method: 'GET', url: `/v1/idempotency-keys/${key}` });
  return made.status === 404 ? refused(tooOld) : answered(made);
}

interface Previewing {
  readonly request: InnerRequest;
  readonly call: ConfirmedCall;
}

async function previewed(
  { preview }: Tool,
  { request, call }: Previewing,
  { ports, send }: ToolContext,
): Promise<ToolResult> {
  const { method, url, body } = request;
  const foreseen = preview && (await send({ method: preview.method, url: preview.path, body: body ?? {} }));
  if (foreseen !== undefined && foreseen.status >= 400) return answered(foreseen);
  return result({
    done: false,
    would_send: { method, path: url, ...(body !== undefined && { body }) },
    ...(foreseen && { preview: foreseen.json }),
    confirmation: newConfirmation(ports, call),
    confirmation_expires_in: confirmMs / 1000,
    next: 'Nothing was changed. To do it, call again with the same arguments and this confirmation.',
  });
}

/** Builds the request from the arguments, or says what is wrong; the operation validates the values. */
function requestOf({ operation, params, listed }: Tool, args: Args): InnerRequest | string {
  const known = [...params.path, ...params.query, 'body'];
  const unknown = Object.keys(args).find((name) => !known.includes(name));
  if (unknown !== undefined)
    return `${unknown}: is not an argument of ${listed.name}; send ${known.join(', ')}.`;
  const texts = new Map<string, string>();
  for (const name of [...params.path, ...params.query]) {
    const value = args[name];
    if (value === undefined) continue;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      return `${name}: must be a text or a number.`;
    texts.set(name, String(value));
  }
  // A dot segment would lead to another path (RFC 3986 §5.2.4).
  const missing = params.path.find((name) => ['', '.', '..'].includes(texts.get(name) ?? ''));
  if (missing !== undefined) return `${missing}: is missing or not an id.`;
  const path = operation.path.replace(/\{(\w+)\}/, (_whole, name: string) =>
    encodeURIComponent(texts.get(name) ?? ''),
  );
  const query = params.query.flatMap((name) => {
    const text = texts.get(name);
    return text === undefined ? [] : [`${name}=${encodeURIComponent(text)}`];
  });
  return {
    method: operation.method,
    url: query.length === 0 ? path : `${path}?${query.join('&')}`,
    ...(args['body'] !== undefined && { body: args['body'] }),
  };
}

function answered({ status, text, json }: InnerAnswer): ToolResult {
  const data = json ?? text;
  return result({ status, ...(data !== '' && { data }) }, status >= 400);
}

const refused = (message: string): ToolResult => result({ error: { message } }, true);

/** Third-party text appears only as values in one JSON object, never outside it. */
function result(structuredContent: Record<string, unknown>, isError = false): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent, isError };
}
