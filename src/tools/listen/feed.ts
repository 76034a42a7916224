import { z } from 'zod';
import { elementTexts } from './element.js';
import { pause, Pauses } from './pause.js';

/** An event in the log; `text` is its exact JSON. */
export interface FedEvent {
  readonly id: string;
  readonly type: string;
  readonly text: string;
}

export interface FeedPage {
  readonly events: readonly FedEvent[];
  readonly hasMore: boolean;
  readonly cursor: string;
}

export interface Feed {
  /**
   * The page after the cursor (null: the first page); undefined after an abort. Waits until the service
   * answers.
   */
  page(after: string | null): Promise<FeedPage | undefined>;
}

export interface FeedOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly signal: AbortSignal;
  readonly onWait: (why: string, ms: number) => void;
}

const answerMs = 30_000;
const eventShape = z.object({ id: z.string(), type: z.string() });
const pageShape = z.object({ has_more: z.boolean(), next_cursor: z.string() });
const errorShape = z.object({ error: z.object({ message: z.string() }) });

/** Reads GET /v1/events of a service, and retries after temporary errors. */
export function eventFeed({ baseUrl, apiKey, signal, onWait }: FeedOptions): Feed {
  const pauses = new Pauses();
  async function wait(why: string, leastMs = 0): Promise<void> {
    const ms = pauses.take(leastMs);
    onWait(why, ms);
    await pause(ms, signal);
  }
  async function ask(url: string): Promise<Response | undefined> {
    try {
      return await fetch(url, {
        headers: { authorization: `Bearer ${apiKey}` },
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
      });
    } catch (error) {
      if (!signal.aborted) await wait(`${baseUrl} cannot be reached (${faultOf(error)})`);
      return undefined;
    }
  }
  async function textOf(response: Response): Promise<string | undefined> {
    try {
      return await response.text();
    } catch (error) {
      if (!signal.aborted) await wait(`${baseUrl} closed the response early (${faultOf(error)})`);
      return undefined;
    }
  }
  return {
    async page(after) {
      const query = new URLSearchParams({ limit: '100', ...(after === null ? {} : { after }) });
      while (!signal.aborted) {
        const response = await ask(`${baseUrl}/v1/events?${query.toString()}`);
        const text = response && (await textOf(response));
        if (!response || text === undefined) continue;
        if (response.status === 200) {
          pauses.reset();
          return pageOf(text, baseUrl);
        }
        if (response.status !== 429 && response.status < 500) throw new Error(refusal(response, text));
        const seconds = Number(response.headers.get('retry-after') ?? 0);
        await wait(`${baseUrl} answered ${response.status}`, Number.isFinite(seconds) ? seconds * 1000 : 0);
      }
      return undefined;
    },
  };
}

function pageOf(text: string, baseUrl: string): FeedPage {
  const page = pageShape.safeParse(parsed(text));
  if (!page.success) throw new Error(`${baseUrl} is not the payments service.`);
  const events = elementTexts(text).map((each) => ({ ...eventShape.parse(JSON.parse(each)), text: each }));
  return { events, hasMore: page.data.has_more, cursor: page.data.next_cursor };
}

function refusal({ status }: Response, text: string): string {
  const message = errorShape.safeParse(parsed(text)).data?.error.message ?? 'it is not the payments service';
  const hint =
    status === 400 || status === 410
      ? ' Nothing was forwarded from there: give --since with now, start or the id of an existing event.'
      : '';
  return `The event log cannot be read (${status}): ${message}${hint}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function faultOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: unknown }; name: string };
  return typeof cause?.code === 'string' ? cause.code : name;
}
