/** Lists the tests that a run of Playwright skipped, with their reasons, from its JSON report. */

export interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: string;
      readonly annotations: readonly { readonly type: string; readonly description?: string }[];
    }[];
  }[];
}

export function skippedTests({ suites = [], specs }: PlaywrightSuite): { title: string; reason: string }[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations }) => ({
        title,
        reason: annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason was given',
      })),
  );
  return [...own, ...suites.flatMap(skippedTests)];
}
