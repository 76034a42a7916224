import { useAsk } from './ask.js';
import { Loaded, None } from './part.js';
import { Plot } from './plot.js';
import { Title } from './title.js';

interface TableStorage {
  readonly name: string;
  readonly rows: number | null;
  readonly bytes: number;
  readonly growthBytes: number | null;
  readonly keptDays: number | null;
}

interface Data {
  readonly storage: {
    readonly databaseBytes: number;
    readonly growthBytes: number | null;
    readonly freeBytes: number | null;
    readonly daysLeft: number | null;
    readonly tables: readonly TableStorage[];
    readonly days: readonly { readonly day: string; readonly bytes: number }[];
  };
}

const document = `query { storage { databaseBytes growthBytes freeBytes daysLeft
  tables { name rows bytes growthBytes keptDays } days { day bytes } } }`;

/** Below that many days an alert pages. */
const warnDays = 7;

/** The size of the database, its growth, and when its volume is full. */
export function Storage() {
  const query = useAsk<Data>(document, {}, { concerns: () => false });
  return (
    <>
      <Title>Storage</Title>
      <Loaded query={query}>
        {({ storage }) => (
          <>
            <Total {...storage} />
            <Tables rows={storage.tables} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Total({ databaseBytes, growthBytes, freeBytes, daysLeft, days }: Data['storage']) {
  const samples = days.map(({ day, bytes }) => ({ at: Date.parse(day) / 1000, counts: { size: bytes } }));
  const growth =
    growthBytes === null
      ? 'Growth is shown after two days of data.'
      : `Growth: ${sizeText(growthBytes)} a day.`;
  const left =
    freeBytes === null
      ? 'The free space is unknown: set DATABASE_VOLUME_GB.'
      : `Free: ${sizeText(freeBytes)}${daysLeft === null ? '' : `, enough for ${daysText(daysLeft)}`}.`;
  return (
    <section className={daysLeft !== null && daysLeft < warnDays ? 'card alarm' : 'card'}>
      <h2>Database</h2>
      <p>
        Size: {sizeText(databaseBytes)}, system tables included. {growth} {left}
      </p>
      {days.length > 1 && <Plot name="size" samples={samples} says={sizeText} note="of all tables, by day" />}
    </section>
  );
}

const columns: Readonly<Record<string, (table: TableStorage) => string | null>> = {
  Table: ({ name }) => name,
  Rows: ({ rows }) => (rows === null ? null : Math.round(rows).toLocaleString('en')),
  Size: ({ bytes }) => sizeText(bytes),
  'Growth per day': ({ growthBytes }) => (growthBytes === null ? null : sizeText(growthBytes)),
  Retention: ({ keptDays }) => (keptDays === null ? 'forever' : daysText(keptDays)),
};
const figures: ReadonlySet<string> = new Set(['Rows', 'Size', 'Growth per day']);

/** A column without any value is left out: on a new database the growth of no table is known. */
function Tables({ rows }: { readonly rows: readonly TableStorage[] }) {
  const shown = Object.entries(columns).filter(([, textOf]) => rows.some((row) => textOf(row) !== null));
  return (
    <table className="rows">
      <thead>
        <tr>
          {shown.map(([head]) => (
            <th key={head} scope="col" className={figures.has(head) ? 'figure' : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            {shown.map(([head, textOf]) => (
              <td key={head} data-label={head} className={figures.has(head) ? 'figure' : undefined}>
                {textOf(row) ?? <None />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const daysText = (days: number): string =>
  `${Math.floor(days).toLocaleString('en')} ${Math.floor(days) === 1 ? 'day' : 'days'}`;

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** In decimal units, as disks are sold. */
function sizeText(bytes: number): string {
  const power = bytes === 0 ? 0 : Math.floor(Math.log10(Math.abs(bytes)) / 3);
  const at = Math.min(Math.max(power, 0), sizes.length - 1);
  return (bytes / 1000 ** at).toLocaleString('en', {
    style: 'unit',
    unit: sizes[at],
    maximumFractionDigits: 1,
  });
}
