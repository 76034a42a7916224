import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { operations } from '../api/description.js';
import { inParallel } from '../setup/parallel.js';
import { aimed, type Weather } from './aim.js';
import { validDraft, type Draft } from './draft.js';
import { curlOf, send, type Line, type Reply } from './exchange.js';
import { judge, type Verdict } from './judge.js';
import { mutate } from './mutate.js';
import { prefixOf } from './pool.js';
import { Random } from './random.js';
import type { Draw } from './recipe.js';
import { foreignMark } from './world.js';

export interface Plan {
  readonly seed: number;
  readonly count: number;
  /** Requests under way at once. */
  readonly width: number;
  readonly onProgress?: (sent: number) => void;
}

export interface Failure {
  readonly index: number;
  readonly mutation: string;
  readonly faults: readonly string[];
  readonly curl: string;
  readonly answer: string;
}

export interface Report {
  readonly seed: number;
  readonly sent: number;
  readonly failures: readonly Failure[];
  /** How many answers said that there was no time and nothing was done: those requests were sent again. */
  readonly late: number;
  /** `operation status [code]` → how often. */
  readonly reached: ReadonlyMap<string, number>;
}

interface Result {
  readonly reply: Reply;
  readonly verdict: Verdict;
}

type Target = Pick<Line, 'baseUrl'> &
  Omit<Draw, 'random' | 'made'> & {
    /** The platform stops payouts and some pay-ins, or lets them go on. */
    readonly stop: (stopped: boolean) => Promise<unknown>;
  };

/** Within a round no request depends on an answer, so that the seed alone says what is asked. */
const roundSize = 500;
const validShare = 0.3;
/** Requests with a key that are sent again as they were, of the last so many, so that some meet under way. */
const repeatShare = 0.1;
const recent = 60;
const failuresMax = 200;
/** Who hears that there was no time for it, and that nothing was done, asks so often once more. */
const asksAgain = 3;
const againMs = 1_000;
/** One of so many requests has an aim, and one round of so many has bad weather of each kind. */
const aimEvery = 6;
const weatherEvery = 16;

/** A machine that stood still makes every request late that waited meanwhile, whatever it asks for. */
const isTooLate = ({ status, text }: Reply): boolean =>
  status === 503 && text.includes('nothing was done; retry');

function weatherOf(nth: number): Weather {
  if (nth % weatherEvery === 5) return 'much is stopped';
  return nth % weatherEvery === 11 ? 'a flood without keys' : 'calm';
}

/**
 * Sends requests to every operation of the description: valid ones, and ones with a single thing wrong. Ends early
 * once 200 answers were wrong. The same seed makes the same requests, but for the ids, which are new in each run.
 */
export async function fuzz(target: Target, plan: Plan): Promise<Report> {
  const agent = new Agent({ keepAlive: true, maxSockets: plan.width });
  const line = { baseUrl: target.baseUrl, agent };
  const foreign = new RegExp(
    [foreignMark, ...target.other.all().filter((id) => /_[0-9a-z]{26}$/.test(id))].join('|'),
  );
  const failures: Failure[] = [];
  const reached = new Map<string, number>();
  const made = new Map<string, Draft>();
  let sent = 0;
  let late = 0;
  const patiently = async (draft: Draft): Promise<Reply> => {
    let reply = await send(line, draft);
    for (let nth = 0; nth < asksAgain && isTooLate(reply); nth += 1) {
      late += 1;
      await wait(againMs);
      reply = await send(line, draft);
    }
    return reply;
  };
  try {
    while (sent < plan.count && failures.length < failuresMax) {
      const weather = weatherOf(sent / roundSize);
      const drafts = round({ ...target, made }, plan, { sent, weather });
      if (weather === 'much is stopped') await target.stop(true);
      const results = await inParallel(drafts, plan.width, async (draft): Promise<Result | Error> => {
        const reply = await patiently(draft).catch((error: unknown) => asError(error));
        return reply instanceof Error ? reply : { reply, verdict: judge(draft, reply, foreign) };
      });
      if (weather === 'much is stopped') await target.stop(false);
      for (const [offset, result] of results.entries()) {
        const draft = drafts[offset];
        if (draft === undefined) continue;
        const failure = failureOf(draft, result);
        if (failure !== undefined) {
          failures.push({ index: sent + offset, curl: curlOf(target.baseUrl, draft), ...failure });
        }
        if (result instanceof Error) continue;
        const { reached: way } = result.verdict;
        if (way !== undefined) reached.set(way, (reached.get(way) ?? 0) + 1);
        harvest(target, draft, result);
        if (isMade(draft, result)) made.set(`${draft.operation.id} 200`, draft);
      }
      sent += drafts.length;
      plan.onProgress?.(sent);
    }
  } finally {
    agent.destroy();
  }
  return { seed: plan.seed, sent, failures, late, reached };
}

const weighted = operations.flatMap((each) =>
  Array.from({ length: each.id === 'getDescription' ? 1 : each.method === 'GET' ? 2 : 6 }, () => each),
);

function round(
  draws: Omit<Draw, 'random'>,
  { seed, count }: Plan,
  { sent, weather }: { sent: number; weather: Weather },
): Draft[] {
  const drafts: Draft[] = [];
  while (drafts.length < Math.min(roundSize, count - sent)) {
    const nth = drafts.length;
    const index = sent + nth;
    const draw = { ...draws, random: new Random(seed, index) };
    const isFlood = weather === 'a flood without keys';
    if (isFlood || index % aimEvery === 0) {
      const place = isFlood ? nth : weather === 'calm' ? index / aimEvery : Math.floor(nth / aimEvery);
      drafts.push(aimed(draw, { weather, seed, nth: place }));
      continue;
    }
    const keyed = drafts
      .slice(-recent)
      .filter((each) => each.mutation === undefined && keyOf(each) !== undefined);
    const isRepeat = keyed.length > 0 && draw.random.chance(repeatShare);
    drafts.push(isRepeat ? draw.random.pick(keyed) : newDraft(draw));
  }
  return drafts;
}

function newDraft(draw: Draw): Draft {
  const draft = validDraft(draw.random.pick(weighted), draw);
  if (!draw.random.chance(validShare)) mutate(draft, draw);
  return draft;
}

function failureOf(
  draft: Draft,
  result: Result | Error,
): Pick<Failure, 'mutation' | 'faults' | 'answer'> | undefined {
  const mutation = `${draft.operation.id}: ${draft.mutation ?? 'valid'}`;
  if (result instanceof Error) return { mutation, faults: [`no answer: ${result.message}`], answer: '' };
  const { reply, verdict } = result;
  if (verdict.faults.length === 0) return undefined;
  return { mutation, faults: verdict.faults, answer: `${reply.status} ${reply.text.slice(0, 2000)}` };
}

/** Keeps what later requests can use: ids of what was made, of events and entries, cursors and used keys. */
function harvest({ own }: Target, draft: Draft, { reply, verdict }: Result): void {
  if (reply.status >= 300 || verdict.body === undefined || draft.elsewhere) return;
  const { id, data, next_cursor } = verdict.body as { id?: unknown; data?: unknown; next_cursor?: unknown };
  if (reply.status === 201 && typeof id === 'string') own.add(prefixOf(id), id);
  if (typeof next_cursor === 'string') own.add(`cursor ${draft.operation.id}`, next_cursor);
  const isLog = ['listEvents', 'listBalanceEntries'].includes(draft.operation.id);
  const [element] = isLog && Array.isArray(data) ? (data as { id: string }[]) : [];
  if (element !== undefined) {
    own.add(prefixOf(element.id), element.id);
    own.add(`cursor ${draft.operation.id}`, element.id);
  }
  const key = keyOf(draft);
  if (key !== undefined) own.add('key', key);
}

/** Answered 201 or 202: the same once more is answered 200. */
const isMade = (draft: Draft, { reply: { status } }: Result): boolean =>
  (status === 201 || status === 202) && keyOf(draft) !== undefined && draft.bytes === undefined;

function keyOf(draft: Draft): string | undefined {
  return draft.headers.find(([name]) => name === 'Idempotency-Key')?.[1];
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
