import { expect } from 'vitest';
import { misfitEvent } from '../api/description.js';
import { queryRows } from './rows.js';

const ofOneType = 500;

/** Fails where an event of the log is not what the description says of its type. */
export async function checkEvents(databaseUrl: string): Promise<void> {
  const rows = await queryRows(
    databaseUrl,
    `select body from (select body, row_number() over (partition by type order by id desc) as nth from event) as event
     where nth <= ${ofOneType}`,
  );
  const misfits = rows.flatMap(({ body }) => {
    const event = JSON.parse(body ?? '') as { type: string; livemode: boolean };
    const why = event.livemode ? 'livemode in sandbox' : misfitEvent(event);
    return why === undefined ? [] : [`${why} in ${body}`];
  });
  expect([...new Set(misfits)].slice(0, 5)).toEqual([]);
}
