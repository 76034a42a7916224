import { InvalidArgumentError, type Command } from 'commander';
import { timeText } from '../domain/moment.js';
import { isReportName, periodOf, reportNames, type ReportName } from '../domain/report.js';
import { escaped } from '../domain/text.js';
import { readConfig } from '../main/config.js';
import { targetOf } from '../main/credentials.js';
import type { Answer } from './answer.js';
import { listed } from './answer.js';
import { answers } from './define.js';
import { instant } from './parse.js';
import { baseUrlOption } from './listen.js';
import { apiKeySecret, takesSecrets } from './secret.js';

interface Options {
  readonly from: Date;
  readonly to: Date;
  readonly currency?: string;
  readonly out?: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
}

const progressEveryMs = 1_000;

/** `report`: downloads a report of a running service into a file. */
export function reportCommand(psp: Command): void {
  const reporting = psp
    .command('report')
    .description(`Write a report to a CSV file, complete or not at all: ${reportNames.join(', ')}`)
    .argument('<name>', 'which report', reportName)
    .requiredOption('--from <time>', 'start of the period, inclusive', instant)
    .requiredOption('--to <time>', 'end of the period, exclusive', instant)
    .option('--currency <code>', 'only rows in this currency')
    .option('--out <file>', 'file name (default: from the report and its period)')
    .addOption(baseUrlOption('the service'));
  takesSecrets(reporting, apiKeySecret);
  const example = 'report payouts --from 2027-01-01T00:00:00Z --to 2027-02-01T00:00:00Z';
  answers<[ReportName], Options>(reporting, example, ([name], options) => reported(name, options));
}

async function reported(name: ReportName, options: Options): Promise<Answer> {
  const { currency, out } = options;
  const { from, to } = periodOf(options.from, options.to);
  const { baseUrl, apiKey } = targetOf(readConfig().dataDir, options);
  const { download } = await import('../tools/report/download.js');
  const file = out ?? `${name}_${day(from)}_${day(to)}.csv`;
  const ending = new AbortController();
  const end = (): void => ending.abort(new Error('interrupted; no file was written'));
  process.once('SIGINT', end).once('SIGTERM', end);
  const ask = { baseUrl, apiKey, name, from, to, currency, file };
  const { rows, bytes, asOf } = await download(ask, progressPrinter(), ending.signal);
  process.off('SIGINT', end).off('SIGTERM', end);
  return {
    json: { file, rows, bytes, as_of: timeText(asOf) },
    text: listed({ File: file, Rows: String(rows), Bytes: String(bytes), 'As of': timeText(asOf) }),
  };
}

/** Prints the progress on standard error. */
function progressPrinter() {
  let printedAt = Date.now();
  const say = (line: string): void => void process.stderr.write(`${escaped(line)}\n`);
  return {
    onRows: (rows: number, bytes: number) => {
      if (Date.now() - printedAt < progressEveryMs) return;
      printedAt = Date.now();
      say(`${rows} rows, ${(bytes / 1e6).toFixed(1)} MB`);
    },
    onBreak: (rows: number) => say(`The download was interrupted; continuing after ${rows} rows.`),
  };
}

const day = (at: Date): string => timeText(at).slice(0, 10).replaceAll('-', '');

function reportName(text: string): ReportName {
  if (isReportName(text)) return text;
  throw new InvalidArgumentError(`This report does not exist; available are ${reportNames.join(', ')}.`);
}
