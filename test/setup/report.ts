import { createHash } from 'node:crypto';
import { request, type IncomingHttpHeaders } from 'node:http';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import type { RunningService } from './running.js';

export type ReportRow = Readonly<Record<string, string | null>>;

/** A streamed answer with its trailers, which fetch does not show. */
export interface StreamedAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly trailers: NodeJS.Dict<string>;
  readonly text: string;
}

type From = Pick<RunningService, 'baseUrl' | 'apiKey'>;

/** Reads an answer to its end; rejects where it is broken off. */
export function download({ baseUrl, apiKey }: From, path: string, method = 'GET'): Promise<StreamedAnswer> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${apiKey}` };
    const asking = request(`${baseUrl}${path}`, { method, headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          trailers: answer.trailers,
          text: Buffer.concat(pieces).toString(),
        }),
      );
    });
    asking.on('error', reject);
    asking.end();
  });
}

/** The rows of CSV as a reader has them that was not written here; an empty value without quotes is null. */
export const rowsOf = (csv: string): ReportRow[] =>
  parse<ReportRow>(csv, {
    columns: true,
    record_delimiter: '\r\n',
    cast: (value, { quoting }) => (value === '' && !quoting ? null : value),
  });

/** A report as CSV, whole by its trailers. */
export async function csvReport(
  from: From,
  path: string,
): Promise<StreamedAnswer & { readonly rows: ReportRow[] }> {
  const answer = await download(from, path);
  expect(answer.status, answer.text).toBe(200);
  const rows = rowsOf(answer.text);
  expect(answer.trailers).toEqual({
    'report-rows': String(rows.length),
    'repr-digest': `sha-256=:${createHash('sha256').update(answer.text).digest('base64')}:`,
  });
  return { ...answer, rows };
}
