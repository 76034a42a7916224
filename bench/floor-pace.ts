import { availableParallelism } from 'node:os';
import type { Floor, Floors } from './floor.ts';
import type { PathName } from './paths.ts';
import type { Round, Sample } from './round.ts';

/** Operations a second on all cores, if the only work were writing all rows behind a bare route. */
export const paceOf = ({ creating, bank, ending }: Floor, httpMs: number, cores: number): number =>
  (cores * 1000) / (creating + bank + ending + httpMs);

/** Paths whose ceiling is the floor, which is known after all rounds. */
export function besideFloors(round: Round, floors: Floors, cores = availableParallelism()): Round {
  const found: Round = { ...round };
  const keep = (name: PathName, ceilingOf: (sample: Sample) => number): void => {
    const sample = round[name];
    if (sample) found[name] = { ...sample, ceiling: ceilingOf(sample) };
  };
  const of = ({ hot, spread }: Floors, name: PathName): Floor => (name.endsWith('Hot') ? hot : spread);
  for (const name of ['sustainedHot', 'sustainedSpread'] as const)
    keep(name, ({ httpMs = Number.NaN }) => paceOf(of(floors, name), httpMs, cores));
  for (const name of ['costHot', 'costSpread'] as const)
    keep(name, () => of(floors, name).creating + of(floors, name).ending);
  keep('lone', ({ httpMs = Number.NaN }) => floors.lone + floors.exchange + httpMs);
  return found;
}
