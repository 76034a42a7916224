import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { againstNames, isAgainstName, measureAgainst } from './against.ts';
import { measureArchive, type ArchivePace } from './archive.ts';
import { measureBeside, type BenchContext } from './beside.ts';
import { comparedTable } from './compared.ts';
import { measureGraphql, type GraphqlPace } from './graphql/graphql.ts';
import { measureGrowth, smallRows } from './growth/growth.ts';
import { measureHosted, type HostedPace } from './hosted/hosted.ts';
import { growthResult, growthSummary } from './growth/line.ts';
import { pageOf } from './report.ts';
import { measureLogged, type LoggedPace } from './logged.ts';
import { measureReports, type ReportPace } from './reports/reports.ts';
import { linesOf, tableOf, type Result } from './result.ts';
import type { Pace } from './round.ts';
import { measureWebhooks, type WebhookPace } from './webhook/webhook.ts';

const usage = `npm run bench -- [--quick | --growth | --webhooks | --graphql | --reports | --hosted | --logged | --archive | --against FOLDER]
  [--rows N] [--rounds N] [--paths NAMES] [--json FILE] [--report FILE]

Measures the service and, in the same run, the ceiling that its machine sets (bench/paths.ts); then what the same
requests take after 10,000 and after 1,000,000 payouts (bench/growth/path.ts), and with most of these archived. About
an hour.
  --quick        about three minutes: shorter and fewer rounds, without growth, reports and memory
  --growth       growth alone
  --webhooks     the way from events to receivers alone
  --graphql      the internal API and its subscriptions alone
  --reports      reports alone
  --hosted       the hosted page alone
  --logged       the price of the request log alone
  --archive      payouts beside an archive run alone
  --against FOLDER
                 the build of another checkout and this one in turns, path by path: the speed of this one in that of
                 the other, and how much it varies. About a quarter of an hour
  --rounds N     takes N rounds of such turns in place of 4: a round gives two pairs
  --paths NAMES  measures in such turns these alone, with commas between: ${againstNames.join(', ')}.
                 sustainedHot and sustainedSpread also tell how many until all are ended, and what PostgreSQL takes for one
  --rows N       grows to N payouts in place of 1,000,000
  --json FILE    writes the result as JSON
  --report FILE  draws it as one HTML page`;

const paces: Record<'quick' | 'full', Pace> = {
  quick: { rounds: 2, ceilingMs: 1000, writeMs: 1000, readMs: 500, sustainMs: 4000, overloadMs: 4000 },
  full: { rounds: 5, ceilingMs: 4000, writeMs: 4000, readMs: 3000, sustainMs: 20_000, overloadMs: 10_000 },
};
/** Settings of the webhook measurements. */
const webhookPaces: Record<'quick' | 'full', WebhookPace> = {
  quick: { rounds: 1, events: 150, ms: 1500, warmMs: 3000 },
  full: { rounds: 3, events: 600, ms: 4000, warmMs: 4000, weighMs: 60_000 },
};
/** Settings of the internal API measurements. */
const graphqlPaces: Record<'quick' | 'full', GraphqlPace> = {
  quick: { rounds: 1, ms: 1000, events: 50 },
  full: { rounds: 3, ms: 5000, events: 300 },
};
/** Settings of the report measurements. */
const reportPace: ReportPace = { rounds: 3, balances: 60 };
/** Settings of the hosted page measurements. */
const hostedPaces: Record<'quick' | 'full', HostedPace> = {
  quick: { rounds: 1, ms: 1000, weighs: false },
  full: { rounds: 3, ms: 4000, weighs: true },
};
/** Settings of the request log measurements. */
const loggedPaces: Record<'quick' | 'full', LoggedPace> = {
  quick: { rounds: 1, ms: 500 },
  full: { rounds: 8, ms: 1000 },
};
/** Settings of the archive measurements. */
const archivePace: ArchivePace = { rounds: 5, dayMs: 2000 };
/** A quick run starts no further round after this time. */
const quickMs = 40_000;
const untilMs = { quick: quickMs, full: Number.POSITIVE_INFINITY };
/** Disk space: tables, indexes, WAL, and the checker's sorting. */
const bytesPerPayout = 14_000;
/** Time for the bench to receive the signal that also interrupted its child processes. */
const signalMs = 100;

const options = parsedOptions();
const rows = Number(options.rows);
const rounds = Number(options.rounds ?? 4);
const pathNames = options.paths?.split(',') ?? againstNames;
const modes = (
  ['quick', 'growth', 'webhooks', 'graphql', 'reports', 'hosted', 'logged', 'archive'] as const
).filter((each) => options[each]);
const mode = modes[0] ?? 'full';
const fault = faultOf();

if (options.help) process.stdout.write(`${usage}\n`);
else if (fault === undefined) await main();
else misused(fault);

function parsedOptions() {
  try {
    return parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        growth: { type: 'boolean', default: false },
        webhooks: { type: 'boolean', default: false },
        graphql: { type: 'boolean', default: false },
        reports: { type: 'boolean', default: false },
        hosted: { type: 'boolean', default: false },
        logged: { type: 'boolean', default: false },
        archive: { type: 'boolean', default: false },
        against: { type: 'string' },
        rounds: { type: 'string' },
        paths: { type: 'string' },
        rows: { type: 'string', default: '1000000' },
        json: { type: 'string' },
        report: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    // The rest of the message is about positional arguments, and there are none.
    return misused((error as Error).message.split('. ')[0]);
  }
}

function misused(fault = ''): never {
  process.stderr.write(`${fault}\n\n${usage}\n`);
  process.exit(2);
}

function faultOf(): string | undefined {
  const forms = [...modes, ...(options.against === undefined ? [] : ['against'])];
  if (forms.length > 1)
    return `Give one of ${forms.map((each) => `--${each}`).join(' and ')}, or none for all there is.`;
  if (!Number.isSafeInteger(rows) || rows <= smallRows)
    return `--rows takes a whole number above ${smallRows}.`;
  if (!Number.isSafeInteger(rounds) || rounds < 1) return '--rounds takes a whole number above 0.';
  const ofTurns = (['rounds', 'paths'] as const).find((each) => options[each] !== undefined);
  if (options.against === undefined && ofTurns !== undefined)
    return `--${ofTurns} is for the turns of two builds: add --against FOLDER.`;
  if (options.against !== undefined && options.report !== undefined)
    return '--report draws no comparison of builds.';
  if (!pathNames.every(isAgainstName)) return `--paths takes names of ${againstNames.join(', ')}.`;
  const program = join(options.against ?? '.', 'dist/main/serve.js');
  if (options.against !== undefined && !existsSync(program))
    return `--against takes the folder of a checkout that is built, and ${program} is not there.`;
  return undefined;
}

async function main(): Promise<void> {
  const stops: (() => Promise<unknown>)[] = [];
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= stopAll(stops));
  let interrupted = false;
  process.once('SIGINT', () => {
    interrupted = true;
    process.exitCode = 130;
    process.stderr.write('The bench was interrupted: it stops what it has started.\n');
    // A terminal signals the whole process group, so connections to ending servers break anywhere; that is
    // expected.
    process.on('uncaughtException', () => undefined);
    void stop();
  });
  try {
    if (options.against !== undefined) return await compare(options.against, stops);
    const result = await run(stops);
    process.stdout.write(`\n${tableOf(result)}\n`);
    if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(result, null, 2)}\n`);
    if (options.report !== undefined) await writeFile(options.report, pageOf(result));
    if (result.invariants === 'broken') process.exitCode = 1;
  } catch (error) {
    // A measurement that is interrupted fails, perhaps before the bench receives the signal. That is not its
    // fault.
    await new Promise((resolve) => setTimeout(resolve, signalMs));
    if (!interrupted) throw error;
  } finally {
    await stop();
    // Stops parts that were still starting when the bench was interrupted.
    await stopAll(stops);
  }
}

async function compare(folder: string, stops: (() => Promise<unknown>)[]): Promise<void> {
  const context = await openContext(stops);
  const names = pathNames.filter(isAgainstName);
  const { lines, hold } = await measureAgainst(context, { folder, names, rounds });
  process.stdout.write(
    `\n${comparedTable(lines)}\nInvariants after the load: ${hold ? 'hold' : 'broken'}.\n`,
  );
  if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(lines, null, 2)}\n`);
  if (!hold) process.exitCode = 1;
}

async function stopAll(stops: (() => Promise<unknown>)[]): Promise<void> {
  for (let each = stops.pop(); each; each = stops.pop()) await each();
}

async function run(stops: (() => Promise<unknown>)[]): Promise<Result> {
  const startedAt = new Date();
  const grows = mode === 'growth' || mode === 'full';
  if (grows) await checkRoom();
  const context = await openContext(stops);
  // Nothing else may run beside the next measurement. The first stop removes the folder, so it stays.
  const alone = () => stopAll(stops.splice(1));
  const pays = mode === 'quick' || mode === 'full';
  const beside = pays
    ? await measureBeside({ ...context, pace: paces[mode], untilMs: untilMs[mode] })
    : undefined;
  await alone();
  const pace = mode === 'quick' ? mode : 'full';
  const webhooks =
    pays || mode === 'webhooks' ? await measureWebhooks(context, webhookPaces[pace]) : undefined;
  await alone();
  const graphql = pays || mode === 'graphql' ? await measureGraphql(context, graphqlPaces[pace]) : undefined;
  await alone();
  const reports =
    mode === 'full' || mode === 'reports' ? await measureReports(context, reportPace) : undefined;
  await alone();
  const hosted = pays || mode === 'hosted' ? await measureHosted(context, hostedPaces[pace]) : undefined;
  await alone();
  const logged =
    mode === 'full' || mode === 'logged' ? await measureLogged(context, loggedPaces[pace]) : undefined;
  await alone();
  const archive =
    mode === 'full' || mode === 'archive' ? await measureArchive(context, archivePace) : undefined;
  await alone();
  const measured = grows ? await measureGrowth({ ...context, rows }) : [];
  const growth = measured.map(growthResult);
  const meetsGoals =
    (beside?.invariants ?? 'hold') === 'hold' &&
    (webhooks?.hold ?? true) &&
    (graphql?.hold ?? true) &&
    (hosted?.hold ?? true) &&
    (logged?.hold ?? true) &&
    (archive?.hold ?? true);
  return {
    started_at: startedAt.toISOString(),
    mode,
    node: process.versions.node,
    postgres:
      beside?.postgres ??
      webhooks?.postgres ??
      graphql?.postgres ??
      reports?.postgres ??
      hosted?.postgres ??
      logged?.postgres ??
      archive?.postgres ??
      measured[0]?.postgres ??
      '',
    cores: availableParallelism(),
    ceiling_driven_by: beside?.ceiling_driven_by ?? null,
    rounds:
      beside?.rounds ??
      webhooks?.rounds.length ??
      graphql?.rounds.length ??
      reports?.rounds.length ??
      hosted?.rounds.length ??
      logged?.rounds.length ??
      archive?.rounds.length ??
      measured[0]?.rounds.length ??
      0,
    lines: [
      ...(beside?.lines ?? []),
      ...linesOf(webhooks?.rounds ?? []),
      ...linesOf(graphql?.rounds ?? []),
      ...linesOf(reports?.rounds ?? []),
      ...linesOf(hosted?.rounds ?? []),
      ...linesOf(logged?.rounds ?? []),
      ...linesOf(archive?.rounds ?? []),
      ...growth.flatMap(growthSummary),
    ],
    other_ceilings: beside?.other_ceilings ?? {},
    floors: beside?.floors ?? null,
    // Growth checks the invariants before it measures.
    invariants: meetsGoals ? 'hold' : 'broken',
    growth,
  };
}

async function openContext(stops: (() => Promise<unknown>)[]): Promise<BenchContext> {
  const dir = await mkdtemp(join(tmpdir(), 'psp-bench-'));
  // If run by root, the server runs as another user, who must be able to pass through.
  await chmod(dir, 0o711);
  stops.push(() => rm(dir, { recursive: true, force: true }));
  const progress = (text: string): void =>
    void process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${text}\n`);
  return { dir, progress, stops };
}

/** Fails now, not after ten minutes. */
async function checkRoom(): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  const [free, needed] = [bavail * bsize, rows * bytesPerPayout].map((bytes) => Math.ceil(bytes / 1024 ** 3));
  if ((free ?? 0) >= (needed ?? 0)) return;
  throw new Error(
    `Growth to ${rows} payouts takes about ${needed} GB, and ${tmpdir()} has ${free}: set TMPDIR, or give fewer --rows.`,
  );
}
