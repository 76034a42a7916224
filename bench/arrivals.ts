import type { Answered, ArrivalAsk, Arrivals } from './arrival.ts';
import { startChild } from './child.ts';

/** From processes of their own that begin together: what asks does not take the time of what answers. */
export async function askTogether(loads: readonly Arrivals[]): Promise<Answered[]> {
  const children = loads.map(() => startChild<ArrivalAsk, Answered | undefined>('arrival'));
  try {
    await Promise.all(children.map((child, nth) => child.ask({ open: loads[nth] as Arrivals })));
    const answers = await Promise.all(children.map((child) => child.ask({ begin: true })));
    return answers.flatMap((each) => each ?? []);
  } finally {
    await Promise.all(children.map((child) => child.stop()));
  }
}
