import type { CheckResult, ConnectionReport } from '../../../../src-shared/api/connection-test.ts';
import { checkTitles } from '../../../../src-shared/words/connection-test-words.ts';
import { terminalFindingWords } from '../../../../src-shared/words/error-words.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import type { RowLayout } from '../terminal/rows.ts';

/** Result of a check in records. A check that has not ended counts as not tried. */
const RESULTS = {
  good: 'ok',
  warned: 'warning',
  failed: 'failed',
  skipped: 'not tried',
  waiting: 'not tried',
  running: 'not tried',
} as const satisfies Record<CheckResult['state'], string>;

/** Exit code of `doctor`: 0 ok, 6 at least one warning, 1 something failed or was not tried. */
export function doctorExitCode({ checks }: ConnectionReport): 0 | 1 | 6 {
  const results = new Set(checks.map(({ state }) => RESULTS[state]));
  if (results.has('failed') || results.has('not tried')) return 1;
  return results.has('warning') ? 6 : 0;
}

export function isFinished({ state }: CheckResult): boolean {
  return state !== 'waiting' && state !== 'running';
}

export const doctorRows: RowLayout<CheckResult> = {
  fields: {
    check: ({ check }) => check,
    result: ({ state }) => RESULTS[state],
    ok: ({ state }) => state === 'good',
    ms: ({ ms }) => ms,
    detail: ({ finding }) => {
      const words = finding === null ? null : terminalFindingWords(finding);
      return words?.head == null ? (words?.detail ?? '') : `${withoutStop(words.head)} (${words.detail}).`;
    },
    // Exists only if the user can do something.
    do: ({ finding }) => (finding === null ? undefined : (terminalFindingWords(finding).remedy ?? undefined)),
  },
  columns: [],
};

const MARKS = { good: '✓', warned: '!', failed: '✗', skipped: '–', waiting: ' ', running: ' ' } as const;
const INDENT = ' '.repeat(2);

export function doctorTable(result: CheckResult): string {
  const { check, state, ms, finding } = result;
  const words = finding === null ? null : terminalFindingWords(finding);
  const time = ms === null ? '' : ms < 10_000 ? `${ms} ms` : `${Math.round(ms / 1_000)} s`;
  const line = `${MARKS[state]} ${checkTitles[check].padEnd(11)} ${time.padStart(7)}  ${words?.detail ?? ''}`.trimEnd();
  const more = words?.head == null ? [] : [words.head, words.remedy ?? ''].filter((one) => one !== '');
  return [line, ...more.map((one) => `${INDENT}${one}`)].map((one) => `${terminalText(one)}\n`).join('');
}

/** @param versions last line, such as that of SQLite, which stores the events */
export function doctorEnd({ checks }: ConnectionReport, versions: string): string {
  const parts = NOT_GOOD.map(([state, what]) => ({
    count: checks.filter((check) => check.state === state).length,
    what,
  }))
    .filter(({ count }) => count > 0)
    .map(({ count, what }) => `${count} ${what}`);
  const result = parts.length === 0 ? 'All checks passed.' : `Of ${checks.length} checks, ${parts.join(', ')}.`;
  return `${result}\n${versions}\n`;
}

const NOT_GOOD = [
  ['failed', 'failed'],
  ['skipped', 'not tried'],
  ['warned', 'with a warning'],
] as const;

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
