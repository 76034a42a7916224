import type { Check, CheckReport, Violation } from '../../../ports/checker.js';

/** Prints one line per check, with the broken rows beneath it, and a summary line. */
export function formatReport({ checks, violations, expected }: CheckReport): string {
  const lines = checks.flatMap((check) => {
    const [broken, awaited] = [violations, expected].map((all) => all.find((each) => sameCheck(each, check)));
    if (!broken && !awaited) return [`ok      ${titleOf(check)}`];
    return [
      ...(broken ? unfitLines('BROKEN', broken) : []),
      ...(awaited ? unfitLines('EXPECTED', awaited) : []),
    ];
  });
  const broken = violations.length === 0 ? 'all hold' : `${violations.length} broken`;
  const sum = `${checks.length} checks, ${broken}`;
  if (expected.length === 0) return [...lines, sum].join('\n');
  const settled = `${sum}; ${expected.length} with rows that are expected after a restore`;
  return [...lines, expectedWords, settled].join('\n');
}

const expectedWords =
  'EXPECTED rows: the bank reported them after this backup was made. `psp restored` settles them.';

const sameCheck = (one: Check, other: Check) => one.number === other.number && one.name === other.name;
const titleOf = ({ number, name }: Check) => `${String(number).padStart(2)}  ${name}`;

function unfitLines(verdict: string, violation: Violation): string[] {
  const rows = violation.rows.map((row) => {
    const values = Object.entries(row).map(([name, value]) => `${name}=${value}`);
    return `            ${values.join(' ')}`;
  });
  const more = violation.count - violation.rows.length;
  const count = violation.count === 1 ? '1 row' : `${violation.count} rows`;
  return [
    `${verdict}  ${titleOf(violation)}: ${count}`,
    ...rows,
    ...(more > 0 ? [`            and ${more} more`] : []),
  ];
}
