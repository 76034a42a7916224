import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, in that order, below `test/`: begun last, one of them would run on alone at the end. */
const longest = [
  'soak/kill',
  'console/act',
  'model/model',
  'journeys/restart',
  'fuzz/fuzz',
  'console/console',
  'main/running',
  'stranger',
  'main/serve',
  'main/cli',
  'soak/mutant',
  'journeys/race',
  'console/live',
  'pages/look',
  'journeys/webhook-lane',
  'connectors/iso20022-live',
  'api/docs',
  'fuzz/keyless',
  'fuzz/weight',
  'pages/ends-look',
  'main/pooler',
  'journeys/settlement-act',
  'soak/processes',
  'regex',
  'sdk/collection',
  'journeys/restored',
  'pages/reference',
  'soak/subscription',
  'journeys/payout-batch-kill',
  'main/end',
  'main/embedded',
  'dashboard/journey',
  'soak/step',
  'bench/seed',
  'journeys/withdrawal-kill',
  'api/graphql/tenancy',
].map((name) => `/test/${name}.test.ts`);

/** Those with a process of their own, then those that share; of each the longest first, then the others as Vitest has them. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // A process goes on from one that shares to the next: with another between them it would begin anew.
    return sorted.toSorted((one, other) => sharing(one) - sharing(other) || placeOf(one) - placeOf(other));
  }
}

const sharing = ({ project }: TestSpecification): number => Number(!project.config.isolate);

function placeOf({ moduleId }: TestSpecification): number {
  const index = longest.findIndex((name) => moduleId.endsWith(name));
  return index < 0 ? longest.length : index;
}
