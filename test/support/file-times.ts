/** Reads the seconds, and the skipped and failed tests of each test file, from the JSON reports of Vitest and Playwright. */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type PlaywrightSuite as SkippingSuite, skippedTests } from './skipped.ts';

export interface FileTime {
  readonly file: string;
  readonly tests: number;
  readonly seconds: number;
  /** Titles of the tests that were skipped. */
  readonly skipped: readonly string[];
  readonly failed: readonly FailedTest[];
}

interface FailedTest {
  /** Empty if the file itself failed. */
  readonly title: string;
  /** First lines, without colours. */
  readonly error: string;
}

const ERROR_LINES = 8;

const firstLines = (text = '') => stripVTControlCharacters(text).trim().split('\n').slice(0, ERROR_LINES).join('\n');

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly status: string;
    /** Error outside the tests. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** Returns the wall time of each file, without the time to load it. */
export function vitestTimes({ testResults }: VitestReport, root: string): FileTime[] {
  return testResults.map(({ name, startTime, endTime, status: fileStatus, message, assertionResults }) => ({
    file: relative(root, name),
    tests: assertionResults.length,
    seconds: (endTime - startTime) / 1_000,
    skipped: assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => fullName),
    failed: [
      ...(fileStatus === 'failed' && message !== '' ? [{ title: '', error: firstLines(message) }] : []),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages = [] }) => ({ title: fullName, error: firstLines(failureMessages[0]) })),
    ],
  }));
}

type Spec = SkippingSuite['specs'][number];
type TimedTest = Spec['tests'][number] & {
  readonly results: readonly { readonly duration: number; readonly error?: { readonly message?: string } }[];
};

interface PlaywrightSuite extends SkippingSuite {
  readonly file: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly (Pick<Spec, 'title'> & { readonly tests: readonly TimedTest[] })[];
}

interface PlaywrightReport {
  readonly config: { readonly rootDir: string };
  readonly suites: readonly PlaywrightSuite[];
}

export function playwrightTimes({ config, suites }: PlaywrightReport, root: string): FileTime[] {
  return suites.map((suite) => {
    const durations = durationsOf(suite);
    return {
      file: relative(root, `${config.rootDir}/${suite.file}`),
      tests: durations.length,
      seconds: durations.reduce((sum, ms) => sum + ms, 0) / 1_000,
      skipped: skippedTests(suite).map(({ title }) => title),
      failed: failedTests(suite),
    };
  });
}

function durationsOf({ suites = [], specs }: PlaywrightSuite): number[] {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)));
  return [...own, ...suites.flatMap(durationsOf)];
}

function failedTests({ suites = [], specs }: PlaywrightSuite): FailedTest[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => ({ title, error: firstLines(results.at(-1)?.error?.message) })),
  );
  return [...own, ...suites.flatMap(failedTests)];
}
