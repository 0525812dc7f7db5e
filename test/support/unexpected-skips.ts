/** Decides which skipped suites and tests make CI fail. Without this, a program that was not installed would look green. */

export interface NotRun {
  readonly name: string;
  readonly reason: string;
}

/** Electron's binary is fetched only by the CI job that tests it. */
const ELECTRON = 'real Electron';
/** Title of the test that a machine for CI may be unable to run. */
export const NEEDS_ROOT = 'a daily copy that root makes belongs to the user of the store';

/**
 * Returns names that must not be skipped. `test/real/install.sh` installs the programs only on Linux, so CI on other
 * systems may skip.
 * @param tests titles of the skipped tests
 */
export function unexpectedSkips(
  machine: { readonly isCi: boolean; readonly platform: string; readonly isRoot: boolean },
  suites: readonly NotRun[],
  tests: readonly string[],
): readonly string[] {
  if (!machine.isCi || machine.platform !== 'linux') return [];
  const missing = suites
    .filter(({ name }) => !name.startsWith(ELECTRON))
    .map(({ name, reason }) => `${name}: ${reason}`);
  return [...missing, ...tests.filter((title) => machine.isRoot || !title.includes(NEEDS_ROOT))];
}
