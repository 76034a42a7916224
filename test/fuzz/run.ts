import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { operations } from '../api/description.js';
import { inParallel } from '../setup/parallel.js';
import { sized } from '../setup/size.js';
import { aimed, type Weather } from './aim.js';
import { dearness, LoopWatch } from './cost.js';
import { messageOf, validDraft, type Draft, type Served } from './draft.js';
import { curlOf, send, type Line, type Reply } from './exchange.js';
import { judge, type Verdict } from './judge.js';
import { mutate } from './mutate.js';
import { prefixOf } from './pool.js';
import { Random } from './random.js';
import type { Failure } from './report.js';
import type { Draw } from './recipe.js';
import { foreignMark } from './world.js';

export interface Plan {
  readonly seed: number;
  readonly count: number;
  /** Concurrent requests. */
  readonly width: number;
  /** Default: the operations of the OpenAPI file, which have aims and weather. */
  readonly operations?: readonly Served[];
  readonly onProgress?: (sent: number) => void;
}

export interface Report {
  readonly seed: number;
  readonly sent: number;
  readonly failures: readonly Failure[];
  /** Requests that timed out and were repeated alone. */
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
    /** Stops or resumes payouts and some pay-ins. */
    readonly stop: (stopped: boolean) => Promise<unknown>;
  };

/** Within a round no request depends on an answer, so the seed alone decides the requests. */
const roundSize = 500;
const validShare = 0.3;
/** Share of keyed requests that are repeated, out of the last `recent`, so that some run concurrently. */
const repeatShare = 0.1;
const recent = 60;
const failuresMax = 200;
/** How often a request is repeated after a timeout that executed nothing. */
const asksAgain = 3;
const againMs = 1_000;
/** By then the loop was checked after the answer. */
const lookedMs = 20;
/** One request in `aimEvery` has an aim; one round in `weatherEvery` has bad weather of each kind. A short run has less of chance. */
const aimEvery = sized(2, 4);
const weatherEvery = sized(8, 16);

/**
 * On a busy machine every waiting request is late, whatever it asks for: it is judged by its answer when repeated
 * alone.
 */
function isLate(draft: Draft, result: Result | Error): boolean {
  if (result instanceof Error) return result.message.startsWith('no answer in');
  const { status, text, headers } = result.reply;
  // An answer to HEAD has no body with a reason.
  const isSilent = draft.method === 'HEAD' || headers['content-type']?.startsWith('text/html') === true;
  return status === 503 && (isSilent || text.includes('"temporarily_unavailable"'));
}

/** The first answer, unless its request was only too expensive and is not when repeated alone. */
function faultier(first: Result | Error | undefined, alone: Result | Error): Result | Error {
  const isDear =
    !(alone instanceof Error) && alone.verdict.faults.some((fault) => fault.includes('of a processor'));
  return first === undefined || isDear ? alone : first;
}

function weatherOf(nth: number): Weather {
  if (nth % weatherEvery === 3) return 'much is stopped';
  if (nth % weatherEvery === 5) return 'one at a time';
  return nth % weatherEvery === 7 ? 'a flood without keys' : 'calm';
}

/**
 * Sends requests to every operation: valid ones, and ones with a single mutation. Ends after 200 wrong answers. The
 * same seed makes the same requests, except for ids, which are new in each run.
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
  const turn = { calm: 0 };
  let sent = 0;
  let late = 0;
  const ask = async (draft: Draft): Promise<Result | Error> => {
    const reply = await send(line, messageOf(draft)).catch((error: unknown) => asError(error));
    return reply instanceof Error ? reply : { reply, verdict: judge(draft, reply, foreign) };
  };
  /** Sent alone, so that nothing else is measured. */
  const askAlone = async (draft: Draft, first?: Result | Error): Promise<Result | Error> => {
    let result = first ?? (await ask(draft));
    for (let nth = 0; nth < asksAgain && isLate(draft, result); nth += 1) {
      late += 1;
      await wait(againMs);
      result = await ask(draft);
    }
    if (result instanceof Error) return result;
    const again = async () => send(line, messageOf(draft)).catch(() => ({ cpuMs: 0 }));
    const dear = await dearness(result.reply, again);
    if (dear === undefined) return result;
    const { verdict } = result;
    return { ...result, verdict: { ...verdict, faults: [...verdict.faults, dear] } };
  };
  const underWay = new Set<Draft>();
  const suspects = new Set<Draft>();
  const watch = new LoopWatch(() => {
    for (const each of underWay) suspects.add(each);
  });
  try {
    while (sent < plan.count && failures.length < failuresMax) {
      const weather = plan.operations ? 'calm' : weatherOf(sent / roundSize);
      const drafts = round({ ...target, made }, plan, { sent, weather, turn });
      if (weather === 'much is stopped') await target.stop(true);
      const results = await inParallel(
        drafts,
        weather === 'one at a time' ? 1 : plan.width,
        async (draft) => {
          if (weather === 'one at a time' || plan.width === 1) return askAlone(draft);
          underWay.add(draft);
          const result = await ask(draft);
          // The loop check runs after the answer.
          setTimeout(() => underWay.delete(draft), lookedMs);
          return result;
        },
      );
      for (const [at, draft] of drafts.entries()) {
        const result = results[at];
        if (result !== undefined && isLate(draft, result)) results[at] = await askAlone(draft, result);
        else if (suspects.has(draft)) results[at] = faultier(result, await askAlone(draft));
      }
      suspects.clear();
      if (weather === 'much is stopped') await target.stop(false);
      for (const [offset, result] of results.entries()) {
        const draft = drafts[offset];
        if (draft === undefined) continue;
        const failure = failureOf(draft, result);
        if (failure !== undefined) {
          const curl = curlOf(target.baseUrl, messageOf(draft));
          failures.push({ index: sent + offset, curl, ...failure });
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
    watch.stop();
    agent.destroy();
  }
  return { seed: plan.seed, sent, failures, late, reached };
}

const weigh = (all: readonly Served[]): readonly Served[] =>
  all.flatMap((each) =>
    Array.from({ length: each.id === 'getDescription' ? 1 : each.method === 'GET' ? 2 : 6 }, () => each),
  );
const weighted = weigh(operations);

function round(
  draws: Omit<Draw, 'random'>,
  { seed, count, operations: beside }: Plan,
  { sent, weather, turn }: { sent: number; weather: Weather; turn: { calm: number } },
): Draft[] {
  const drafts: Draft[] = [];
  const all = beside ? weigh(beside) : weighted;
  while (drafts.length < Math.min(roundSize, count - sent)) {
    const nth = drafts.length;
    const index = sent + nth;
    const draw = { ...draws, random: new Random(seed, index) };
    const isFlood = weather === 'a flood without keys';
    if (isFlood || (!beside && index % aimEvery === 0)) {
      // Counted separately: by index, a round of bad weather would skip the aims of its place.
      const index = isFlood ? nth : isCalm(weather) ? turn.calm++ : Math.floor(nth / aimEvery);
      drafts.push(aimed(draw, { weather, seed, nth: index }));
      continue;
    }
    const keyed = drafts
      .slice(-recent)
      .filter((each) => each.mutation === undefined && keyOf(each) !== undefined);
    const isRepeat = keyed.length > 0 && draw.random.chance(repeatShare);
    drafts.push(isRepeat ? draw.random.pick(keyed) : newDraft(draw.random.pick(all), draw));
  }
  return drafts;
}

const isCalm = (weather: Weather): boolean => weather === 'calm' || weather === 'one at a time';

function newDraft(operation: Served, draw: Draw): Draft {
  const draft = validDraft(operation, draw);
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

/** Keeps values for later requests: ids of created resources, events and entries, cursors and used keys. */
function harvest({ own }: Target, draft: Draft, { reply, verdict }: Result): void {
  if (reply.status >= 300 || verdict.body === undefined || draft.elsewhere) return;
  const { id, data, next_cursor, token } = verdict.body as Readonly<Record<string, unknown>>;
  if (draft.operation.id === 'createSession' && typeof token === 'string') own.add('session', token);
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

/** After 201 or 202 the replay gets 200. */
const isMade = (draft: Draft, { reply: { status } }: Result): boolean =>
  (status === 201 || status === 202) &&
  keyOf(draft) !== undefined &&
  draft.bytes === undefined &&
  !draft.framed;

function keyOf(draft: Draft): string | undefined {
  return draft.headers.find(([name]) => name === 'Idempotency-Key')?.[1];
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
