import type { Answered, ArrivalAsk, Arrivals } from './arrival.ts';
import { startChild } from './child.ts';

/**
 * Runs the loads in processes of their own that begin together, so that they do not share the service's
 * thread.
 */
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
