import { setTimeout as after } from 'node:timers/promises';
import { z } from 'zod';
import { Refusal, type RefusalCode } from '../../domain/refusal.js';

const answerMs = 30_000;
/** Error codes after which a call is retried: the call did nothing, and no person has to act. */
const momentary = new Set(['rate_limited', 'temporarily_unavailable']);
const retriesMax = 10;
const pauseMaxMs = 30_000;
const shape = z.record(z.string(), z.unknown());
const faultShape = z.object({
  error: z.object({ code: z.string(), message: z.string(), param: z.string().optional() }),
});

export interface CalledApi {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** A file and its media type and idempotency key. */
export interface BatchFileSent {
  readonly type: string;
  readonly bytes: Buffer;
  readonly key?: string;
}

export type JsonBody = Readonly<Record<string, unknown>>;

export interface ApiResponse {
  readonly body: JsonBody;
  /** Whether the idempotency key had been used before, so that the call did nothing. */
  readonly isReplay: boolean;
}

/** Calls the API for an account. Errors keep their code; temporary ones are retried. */
export async function callApi(called: CalledApi, path: string, file?: BatchFileSent): Promise<ApiResponse> {
  for (let nth = 1; ; nth += 1) {
    const { response, answerBody } = await sent(called, path, file);
    const body = shape.safeParse(answerBody).data;
    if (response.ok && body !== undefined)
      return { body, isReplay: response.headers.get('idempotent-replayed') === 'true' };
    const fault = faultShape.safeParse(answerBody).data?.error;
    if (fault === undefined)
      throw new Error(`${called.baseUrl} answered ${response.status} without a reason.`);
    if (!momentary.has(fault.code) || nth > retriesMax) throw refusalOf(fault);
    await after(Math.min(pauseMaxMs, 1000 * (Number(response.headers.get('retry-after')) || nth)));
  }
}

async function sent({ baseUrl, apiKey }: CalledApi, path: string, file: BatchFileSent | undefined) {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    ...(file && { 'content-type': file.type }),
    ...(file?.key !== undefined && { 'idempotency-key': file.key }),
  };
  const body = file && new Uint8Array(file.bytes);
  const signal = AbortSignal.timeout(answerMs);
  const response = await fetch(`${baseUrl}${path}`, {
    headers,
    signal,
    redirect: 'error',
    ...(body && { method: 'POST', body }),
  }).catch((error: unknown) => {
    throw new Error(`${baseUrl} cannot be reached, or did not answer; run the command again.`, {
      cause: error,
    });
  });
  return { response, answerBody: parsed(await response.text()) };
}

export const refusalOf = ({ code, message, param }: z.infer<typeof faultShape>['error']): Refusal =>
  new Refusal(code as RefusalCode, message, param === undefined ? {} : { param });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
