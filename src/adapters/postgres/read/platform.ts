import { compiled } from '../connection.js';
import { sql } from 'kysely';
import type { KeptNotice, PlatformReads, SearchResult } from '../../../ports/platform-read.js';
import { instant } from '../column.js';
import { earlyNoticesQuery } from '../early-notice.js';
import { columnsOf, decodeRow } from '../row.js';
import { turnoverOfRow, turnoverQuery } from './ledger.js';
import { minuteOfRow, minutesQuery, type MinuteRow } from './provider.js';
import { proposedActOfRow, proposedActsQuery, type ProposedRow } from './proposed-act.js';
import {
  lineOfRow,
  proposalOfRow,
  proposalsQuery,
  unknownQuery,
  type LineRow,
  type ProposalRow,
} from './reconciliation.js';
import type { Runs } from './run.js';
import { searchQuery } from './search.js';
import { uncertainOfRow, uncertainQuery, type UncertainRow } from './uncertain.js';
import { waitingQuery } from './waiting.js';

/** Reads for the operators' screens. */
export function platformReads({ inSlot, once }: Runs): PlatformReads {
  const inSlotCompiled = <T>(query: Parameters<typeof compiled>[0]) => inSlot<T>(compiled(query));
  return {
    turnover: async (from, to) => (await once(turnoverQuery(from, to))).map(turnoverOfRow),
    keptNotices: async (limit) =>
      (await inSlotCompiled<KeptNotice>(earlyNoticesQuery(limit))).map((row) => ({
        ...row,
        receivedAt: instant(row.receivedAt),
      })),
    unknownLines: async (limit) => (await inSlotCompiled<LineRow>(unknownQuery(limit))).map(lineOfRow),
    proposals: async (limit) => (await inSlotCompiled<ProposalRow>(proposalsQuery(limit))).map(proposalOfRow),
    proposedActs: async (limit) =>
      (await inSlotCompiled<ProposedRow>(proposedActsQuery(limit))).map(proposedActOfRow),
    waiting: async (noun, limit) =>
      (await inSlot(waitingQuery(noun, limit))).map((row) => decodeRow(noun, row)),
    uncertain: async (limit) =>
      (await inSlotCompiled<UncertainRow>(uncertainQuery(limit))).map(uncertainOfRow),
    providerMinutes: async (limit) => (await inSlotCompiled<MinuteRow>(minutesQuery(limit))).map(minuteOfRow),
    search: (ask, limit) => once<SearchResult>(compiled(searchQuery(ask, limit))),
    operators: async () =>
      (await inSlot(sql`select ${columnsOf('operator')} from operator order by id`)).map((row) =>
        decodeRow('operator', row),
      ),
  };
}
