import type { Check, CheckReport, Violation } from '../../../ports/checker.js';

/** One line a check, with the rows that break it beneath, and a last line that sums up. */
export function formatReport(report: CheckReport): string {
  const lines = report.checks.flatMap((check) => {
    const violation = report.violations.find((each) => sameCheck(each, check));
    return violation ? brokenLines(violation) : [`ok      ${titleOf(check)}`];
  });
  const broken = report.violations.length;
  const total = `${report.checks.length} checks`;
  return [...lines, broken === 0 ? `${total}, all hold` : `${total}, ${broken} broken`].join('\n');
}

const sameCheck = (one: Check, other: Check) => one.number === other.number && one.name === other.name;
const titleOf = ({ number, name }: Check) => `${String(number).padStart(2)}  ${name}`;

function brokenLines(violation: Violation): string[] {
  const rows = violation.rows.map((row) => {
    const values = Object.entries(row).map(([name, value]) => `${name}=${value}`);
    return `            ${values.join(' ')}`;
  });
  const more = violation.count - violation.rows.length;
  const count = violation.count === 1 ? '1 row' : `${violation.count} rows`;
  return [
    `BROKEN  ${titleOf(violation)}: ${count}`,
    ...rows,
    ...(more > 0 ? [`            and ${more} more`] : []),
  ];
}
