import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { z } from 'zod';
import { listed, tabled, type Answer } from '../answer.js';
import { callApi, refusalOf, type BatchFileSent, type CalledApi, type JsonBody } from './api.js';

const path = '/v1/payout-batches';
const pollMs = 500;
/** Stop waiting for a batch if none of its payouts has ended for this time. */
const stillMs = 600_000;

/** Media types by file extension. */
const types: Readonly<Record<string, string>> = { '.csv': 'text/csv', '.xml': 'application/xml' };

export interface BatchCreation extends CalledApi {
  readonly file: string;
  readonly idempotencyKey?: string;
  /** False: return as soon as the batch is accepted. */
  readonly isWaiting: boolean;
}

export interface Dialogue {
  readonly say: (line: string) => void;
  /** Asks whether to create the batch. */
  readonly confirm: () => Promise<boolean>;
}

/** Previews a file, asks for confirmation, creates the batch and waits until it has ended. */
export async function createBatchOf(creation: BatchCreation, { say, confirm }: Dialogue): Promise<Answer> {
  const sent = fileOf(creation);
  const { body: preview } = await callApi(creation, `${path}/preview`, {
    type: sent.type,
    bytes: sent.bytes,
  });
  for (const line of foreseen(preview)) say(line);
  if (!(await confirm())) return { json: { created: false }, text: 'No batch was created.', failed: true };
  const { body: created, isReplay } = await callApi(creation, path, sent);
  const id = String(created['id']);
  say(isReplay ? `This file was sent before, as batch ${id}. Nothing is paid now.` : `Batch ${id} accepted.`);
  const batch = creation.isWaiting ? await ended(creation, created, say) : created;
  return answerOf({ ...batch, replayed: isReplay }, await itemsOf(creation, id));
}

/** The default key is a hash of the bytes, so running the command again creates no second batch. */
function fileOf({ file, idempotencyKey }: BatchCreation): BatchFileSent & { readonly key: string } {
  const type = types[extname(file).toLowerCase()];
  if (type === undefined) throw new Error(`${file} must end in .csv or .xml.`);
  const bytes = readFileSync(file);
  const key = idempotencyKey ?? `file-${createHash('sha256').update(bytes).digest('hex')}`;
  return { type, bytes, key };
}

const previewShape = z.object({
  outcome: z.string(),
  refusal: z.object({ code: z.string(), message: z.string(), param: z.string().optional() }).optional(),
  summary: z.record(z.string(), z.number()).optional(),
  totals: z.array(z.object({ currency: z.string(), requested: z.string() })).optional(),
  short: z.array(z.object({ currency: z.string(), amount: z.string() })).optional(),
  items: z
    .array(
      z.object({
        index: z.number(),
        refusal: z.object({ code: z.string(), message: z.string() }).optional(),
      }),
    )
    .optional(),
});

/** Maximum number of refused items that are listed. */
const shownMax = 10;

function foreseen(preview: JsonBody): string[] {
  const { refusal, summary = {}, totals = [], short = [], items = [] } = previewShape.parse(preview);
  if (refusal !== undefined) throw refusalOf(refusal);
  const counts = Object.entries(summary).filter(([, count]) => count > 0);
  const refused = items.filter((item) => item.refusal !== undefined);
  return [
    listed({
      Payouts: counts.map(([name, count]) => `${count} ${name}`).join(', '),
      Amount: totals.map(({ currency, requested }) => `${requested} ${currency}`).join(', ') || null,
      Missing: short.map(({ currency, amount }) => `${amount} ${currency}`).join(', ') || null,
    }),
    ...refused
      .slice(0, shownMax)
      .map(({ index, refusal: why }) => `Item ${index}: ${why?.code} ${why?.message}`),
    ...(refused.length > shownMax ? [`and ${refused.length - shownMax} more refused items`] : []),
  ];
}

const summaryShape = z.object({
  status: z.string(),
  approval: z.object({ status: z.string() }).optional(),
  summary: z.record(z.string(), z.number()),
});

/** Polls until the batch has ended or is waiting for people. */
async function ended(called: CalledApi, created: JsonBody, say: Dialogue['say']): Promise<JsonBody> {
  const id = String(created['id']);
  let lastText = '';
  let movedAt = Date.now();
  for (let batch = created; ; batch = (await callApi(called, `${path}/${id}`)).body) {
    const { status, approval, summary } = summaryShape.parse(batch);
    const { total = 0, pending = 0, processing = 0, verification_pending: unknown = 0 } = summary;
    const progress = `${total - pending - processing - unknown} of ${total} payouts have ended.`;
    if (progress !== lastText) {
      say(progress);
      [lastText, movedAt] = [progress, Date.now()];
    }
    if (approval?.status === 'pending') {
      say('The batch waits for its approval.');
      return batch;
    }
    if (status !== 'processing') return batch;
    if (Date.now() - movedAt > stillMs)
      throw new Error(
        `No payout of batch ${id} has ended for 10 minutes; run the command again to continue waiting.`,
      );
    await after(pollMs);
  }
}

const pageShape = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  has_more: z.boolean(),
  next_cursor: z.string().nullish(),
});

async function itemsOf(called: CalledApi, id: string): Promise<JsonBody[]> {
  const items: JsonBody[] = [];
  for (let cursor = ''; ;) {
    const next = cursor === '' ? '' : `&starting_after=${encodeURIComponent(cursor)}`;
    const { body } = await callApi(called, `${path}/${id}/items?limit=100${next}`);
    const page = pageShape.parse(body);
    items.push(...page.data);
    cursor = page.next_cursor ?? '';
    if (!page.has_more || cursor === '') return items;
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const wanting = new Set(['completed_with_failures', 'cancelled', 'partially_cancelled']);

function answerOf(batch: JsonBody, items: readonly JsonBody[]): Answer {
  const cell = (item: JsonBody, name: string): string => textOf(item[name]);
  const rows = items.map((item) => [
    cell(item, 'index'),
    cell(item, 'reference'),
    cell(item, 'status'),
    cell(item, 'payout_id'),
    cell(item, 'failure_code') || cell(item, 'error_code'),
  ]);
  const table = tabled(['ITEM', 'REFERENCE', 'STATUS', 'PAYOUT', 'WHY'], rows);
  const status = String(batch['status']);
  return {
    json: { ...batch, items },
    text: [...table, '', listed({ Batch: String(batch['id']), Status: status })].join('\n'),
    failed: wanting.has(status),
  };
}
