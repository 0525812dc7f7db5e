/** Reads the seconds of each test file from the JSON reports of Vitest and Playwright. */
import { relative } from 'node:path';

export interface FileTime {
  readonly file: string;
  readonly tests: number;
  readonly seconds: number;
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly unknown[];
  }[];
}

/** Returns the wall time of each file, without the time to load it. */
export function vitestTimes({ testResults }: VitestReport, root: string): FileTime[] {
  return testResults.map(({ name, startTime, endTime, assertionResults }) => ({
    file: relative(root, name),
    tests: assertionResults.length,
    seconds: (endTime - startTime) / 1_000,
  }));
}

interface PlaywrightSuite {
  readonly file: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
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
    };
  });
}

function durationsOf({ suites = [], specs }: PlaywrightSuite): number[] {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)));
  return [...own, ...suites.flatMap(durationsOf)];
}
