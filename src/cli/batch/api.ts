import { z } from 'zod';
import { Refusal, type RefusalCode } from '../../domain/refusal.js';

const answerMs = 30_000;
const shape = z.record(z.string(), z.unknown());
const faultShape = z.object({
  error: z.object({ code: z.string(), message: z.string(), param: z.string().optional() }),
});

export interface CalledApi {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** A file, and the key that it is sent under. */
export interface BatchFileSent {
  readonly type: string;
  readonly bytes: Buffer;
  readonly key?: string;
}

export type Shown = Readonly<Record<string, unknown>>;

/** One call of an account; a refusal keeps its code. */
export async function callApi(
  { baseUrl, apiKey }: CalledApi,
  path: string,
  file?: BatchFileSent,
): Promise<Shown> {
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
  const told = parsed(await response.text());
  const answer = shape.safeParse(told).data;
  if (response.ok && answer !== undefined) return answer;
  const fault = faultShape.safeParse(told).data?.error;
  if (fault === undefined) throw new Error(`${baseUrl} answered ${response.status} without a reason.`);
  throw refusalOf(fault);
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
