import { timeText } from '../../domain/moment.js';
import { Refusal } from '../../domain/refusal.js';
import type { ReportStream } from '../../ports/report.js';
import type { Slot } from '../admission.js';
import type { Answer, Context } from './route.js';

/** Retry-After in seconds; most streams have ended by then. */
const comeBackSeconds = 5;

/** Opens a stream in a slot of its own. The slot is released when the stream closes. */
export async function placed(
  streams: Context['streams'],
  { accountId }: { readonly accountId: string },
  open: () => Promise<ReportStream>,
): Promise<ReportStream> {
  const slot = slotOf(streams, accountId);
  try {
    const stream = await open();
    return {
      ...stream,
      close() {
        stream.close();
        slot.end();
      },
    };
  } catch (error) {
    slot.end();
    throw error;
  }
}

/** One account cannot take all stream slots. */
function slotOf(streams: Context['streams'], accountId: string): Slot {
  try {
    return streams.enter(accountId);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal('temporarily_unavailable', 'Too many downloads at once; retry.', {
      retryAfterSeconds: comeBackSeconds,
    });
  }
}

interface Title {
  readonly source: string;
  readonly file: string;
  /** Media type; CSV by default. */
  readonly type?: string;
}

/** Rows as a file download. */
export function csvAnswer(
  { asOf, pieces, rows, giveBack, close }: ReportStream,
  { source, file, type = 'text/csv; charset=utf-8' }: Title,
): Answer {
  const headers = {
    'Content-Disposition': `attachment; filename="${file}"`,
    'Report-Source': source,
    'Report-As-Of': timeText(asOf),
  };
  return { status: 200, stream: { type, headers, pieces, rows, giveBack, close } };
}

/** A short text as a file download. */
export function textAnswer(text: string, { file, type }: Required<Omit<Title, 'source'>>): Answer {
  const headers = { 'Content-Disposition': `attachment; filename="${file}"` };
  const nothing = (): void => undefined;
  const pieces = (async function* () {
    yield Buffer.from(text);
  })();
  return { status: 200, stream: { type, headers, pieces, rows: () => 1, giveBack: nothing, close: nothing } };
}

/** A day as the names of files bear it. */
export const fileDay = (at: Date): string => timeText(at).slice(0, 10).replaceAll('-', '');
