import { writeSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

const SLOWEST = 10;

/**
 * Prints the ten slowest tests, those that passed when they were repeated, each with what was wrong before, and, as the very
 * last line of the run, `N passed, N failed`.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const failed = tests.filter((test) => test.result().state === 'failed').length;
    const brokenFiles = modules.filter((module) => module.errors().length > 0).length;
    const counts = `${passed} passed, ${failed + brokenFiles + unhandledErrors.length} failed\n`;
    const lines = ['', `The ${SLOWEST} slowest tests`, ...slowest(tests), ...repeated(tests), '', ''];
    // Vitest prints more after this hook, so the lines wait for the end of the process.
    process.once('exit', () => writeSync(1, lines.join('\n') + counts));
  }
}

function repeated(tests: readonly TestCase[]): string[] {
  const lines = tests
    .filter((test) => test.diagnostic()?.flaky)
    .map((test) => {
      const [error] = test.result().errors ?? [];
      return `  ${test.module.relativeModuleId} > ${test.fullName}\n    ${error?.message ?? ''}`;
    });
  return lines.length === 0 ? [] : ['', 'Failed at first, and passed when they were repeated', ...lines];
}

function slowest(tests: TestCase[]): string[] {
  const duration = (test: TestCase): number => test.diagnostic()?.duration ?? 0;
  return tests
    .sort((a, b) => duration(b) - duration(a))
    .slice(0, SLOWEST)
    .map(
      (test) =>
        `${duration(test).toFixed(0).padStart(8)} ms  ${test.module.relativeModuleId} > ${test.fullName}`,
    );
}
