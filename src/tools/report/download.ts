import { open, rename, rm } from 'node:fs/promises';
import type { ReportName } from '../../domain/report.js';
import { timeText } from '../../domain/moment.js';
import { writePart, type Part } from './part.js';

export interface Download {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly name: ReportName;
  readonly from: Date;
  readonly to: Date;
  readonly currency?: string | undefined;
  readonly file: string;
}

export interface DownloadProgress {
  readonly onRows: (rows: number, bytes: number) => void;
  readonly onBreak: (rows: number) => void;
}

export interface Downloaded {
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
  readonly asOf: Date;
}

const breaksMax = 20;

/**
 * Downloads a report to a file, which gets its name only when it is complete and its digests match. An
 * interrupted download is repeated: entries continue after the last complete row, as of the time of the first
 * response; other reports start again.
 */
export async function download(
  ask: Download,
  progress: DownloadProgress,
  signal: AbortSignal,
): Promise<Downloaded> {
  const partial = `${ask.file}.part`;
  const file = await open(partial, 'w');
  try {
    const got = await downloadParts(ask, { ...progress, file, signal });
    await file.truncate(got.bytes);
    await file.sync();
    await file.close();
    await rename(partial, ask.file);
    return got;
  } catch (error) {
    await file.close();
    await rm(partial, { force: true });
    throw error;
  }
}

type Means = DownloadProgress & Pick<Parameters<typeof writePart>[0], 'file' | 'signal'>;

async function downloadParts(ask: Download, { onRows, onBreak, file, signal }: Means): Promise<Downloaded> {
  let first: Part | undefined;
  let rows = 0;
  let length = 0;
  let after: string | undefined;
  for (let breaks = 0; ; breaks += 1) {
    const so = rows;
    const part = await writePart({
      url: urlOf(ask, { after, asOf: first?.asOf }),
      apiKey: ask.apiKey,
      file,
      from: length,
      isPatient: breaks > 0,
      signal,
      onRows: (more, bytes) => onRows(so + more, bytes),
    });
    const goesOn = ask.name === 'transactions';
    first = goesOn ? (first ?? part) : part;
    rows += part.rows;
    length = part.length;
    after = part.last ?? after;
    if (part.isWhole) return { file: ask.file, rows, bytes: length, asOf: first.asOf };
    if (breaks >= breaksMax)
      throw new Error(`The download of the report was interrupted ${breaks + 1} times.`);
    if (!goesOn || after === undefined) [rows, length, first] = [0, 0, undefined];
    onBreak(rows);
  }
}

function urlOf(
  ask: Download,
  { after, asOf }: { after: string | undefined; asOf: Date | undefined },
): string {
  const { baseUrl, name, from, to, currency } = ask;
  const query = new URLSearchParams({
    from: timeText(from),
    to: timeText(asOf !== undefined && asOf < to ? asOf : to),
    format: 'csv',
    ...(currency !== undefined && { currency }),
    ...(after !== undefined && { after }),
  });
  return `${baseUrl}/v1/reports/${name}?${query.toString()}`;
}
