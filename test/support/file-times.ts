/** Reads the seconds and the skipped tests of each test file from the JSON reports of Vitest and Playwright. */
import { relative } from 'node:path';
import { type PlaywrightSuite as SkippingSuite, skippedTests } from '../electron/skipped.ts';

export interface FileTime {
  readonly file: string;
  readonly tests: number;
  readonly seconds: number;
  /** Titles of the tests that were skipped. */
  readonly skipped: readonly string[];
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Returns the wall time of each file, without the time to load it. */
export function vitestTimes({ testResults }: VitestReport, root: string): FileTime[] {
  return testResults.map(({ name, startTime, endTime, assertionResults }) => ({
    file: relative(root, name),
    tests: assertionResults.length,
    seconds: (endTime - startTime) / 1_000,
    skipped: assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => fullName),
  }));
}

type Spec = SkippingSuite['specs'][number];
type TimedTest = Spec['tests'][number] & { readonly results: readonly { readonly duration: number }[] };

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
    };
  });
}

function durationsOf({ suites = [], specs }: PlaywrightSuite): number[] {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)));
  return [...own, ...suites.flatMap(durationsOf)];
}
