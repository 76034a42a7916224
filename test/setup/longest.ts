import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, in that order, below `test/`: begun last, one of them would run on alone at the end. */
const longest = [
  'main/cli',
  'main/running',
  'main/serve',
  'fuzz/fuzz',
  'main/pooler',
  'soak/kill',
  'soak/mutant',
  'stranger',
  'soak/processes',
  'main/end',
  'console/act',
  'connectors/iso20022-live',
  'console/console',
  'console/live',
  'journeys/restart',
  'cells',
  'pages/look',
  'journeys/race',
  'journeys/archive-kill',
  'journeys/webhook-lane',
  'journeys/restored',
  'soak/step',
  'api/docs',
  'journeys/settlement-act',
  'journeys/data-out',
  'journeys/evidence',
  'api/stranger',
  'sdk/collection',
  'journeys/advance',
  'soak/connection',
  'journeys/live',
  'regex',
  'journeys/withdrawal',
  'soak/skew',
  'journeys/archive-remove',
  'api/example',
  'soak/subscription',
  'pages/ends-look',
  'pages/reference',
].map((name) => `/test/${name}.test.ts`);

/** Those with a process of their own, then those that share; of each the longest first, then the others as Vitest has them. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // A process goes on from one that shares to the next: with another between them it would begin anew.
    return sorted.toSorted((one, other) => sharing(one) - sharing(other) || rankOf(one) - rankOf(other));
  }
}

const sharing = ({ project }: TestSpecification): number => Number(!project.config.isolate);

function rankOf({ moduleId }: TestSpecification): number {
  const index = longest.findIndex((name) => moduleId.endsWith(name));
  return index < 0 ? longest.length : index;
}
