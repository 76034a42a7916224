import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, in that order, below `test/`: begun last, one of them would run on alone at the end. */
const longest = [
  'soak/kill',
  'fuzz/fuzz',
  'soak/mutant',
  'console/act',
  'journeys/restart',
  'main/serve',
  'console/console',
  'model/model',
  'main/running',
  'stranger',
  'console/live',
  'pages/look',
  'journeys/webhook-lane',
  'main/cli',
  'pages/ends-look',
  'api/docs',
  'soak/processes',
  'journeys/statement',
  'main/end',
  'journeys/evidence',
  'soak/connector',
  'journeys/outage',
  'journeys/settlement-act',
  'journeys/restored',
  'soak/skew',
  'api/graphql/bound',
  'journeys/race',
  'journeys/webhook-hostile',
  'main/beside',
  'main/trigger',
  'pages/reference',
  'soak/standby',
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
  const place = longest.findIndex((name) => moduleId.endsWith(name));
  return place < 0 ? longest.length : place;
}
