/** Tests what the summary of a run says of failed tests, which may be all that CI shows. */
import { expect, test } from 'vitest';
import { playwrightTimes, vitestTimes } from '../../support/file-times.ts';

const ERROR = ['\u001B[31mError: no row\u001B[39m', ...Array.from({ length: 20 }, (_, line) => `at ${line}`)].join(
  '\n',
);
const SHOWN = expect.stringMatching(/^Error: no row\nat 0\n[\s\S]*at 6$/);

test('a failed test of Vitest has its title and the first lines of its error', () => {
  const assertionResults = [
    { fullName: 'is green', status: 'passed' },
    { fullName: 'is red', status: 'failed', failureMessages: [ERROR] },
  ];
  const result = {
    name: '/checkout/test/a.test.ts',
    startTime: 0,
    endTime: 1,
    status: 'failed',
    message: '',
    assertionResults,
  };
  const cannotLoad = { ...result, name: '/checkout/test/b.test.ts', message: ERROR, assertionResults: [] };
  expect(vitestTimes({ testResults: [result, cannotLoad] }, '/checkout')).toMatchObject([
    { file: 'test/a.test.ts', tests: 2, failed: [{ title: 'is red', error: SHOWN }] },
    { file: 'test/b.test.ts', tests: 0, failed: [{ title: '', error: SHOWN }] },
  ]);
});

test('a failed test of Playwright has the error of its last attempt', () => {
  const specOf = (title: string, status: string, message?: string) => ({
    title,
    tests: [
      { status, annotations: [], results: [{ duration: 5, ...(message !== undefined && { error: { message } }) }] },
    ],
  });
  const suites = [{ file: 'a.pw.ts', specs: [specOf('is green', 'expected')], suites: [] }];
  const inner = { file: 'a.pw.ts', specs: [specOf('is red', 'unexpected', ERROR)] };
  const report = {
    config: { rootDir: '/checkout/test' },
    suites: suites.map((suite) => ({ ...suite, suites: [inner] })),
  };
  expect(playwrightTimes(report, '/checkout')).toMatchObject([
    { file: 'test/a.pw.ts', tests: 2, failed: [{ title: 'is red', error: SHOWN }] },
  ]);
});
