import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, in that order, below `test/`: begun last, one of them would run on alone at the end. */
const longest = [
  'soak/kill',
  'fuzz/fuzz',
  'soak/mutant',
  'console/act',
  'journeys/restart',
  'console/live',
  'main/running',
  'pages/look',
  'model/model',
  'main/cli',
  'journeys/restored',
  'journeys/webhook-lane',
  'console/console',
  'main/serve',
  'pages/ends-look',
  'journeys/evidence',
  'soak/connector',
  'journeys/payout-batch-kill',
  'soak/skew',
  'main/embedded',
  'soak/connection',
  'api/docs',
  'main/beside',
  'pages/reference',
  'journeys/statement',
  'journeys/live',
  'main/end',
  'soak/processes',
  'journeys/settlement-act',
].map((name) => `/test/${name}.test.ts`);

/** The longest first, then the others as Vitest has them. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const first = longest.flatMap((name) => others.filter(({ moduleId }) => moduleId.endsWith(name)));
    return [...new Set([...first, ...others])];
  }
}
