/** What `watchfloor doctor` prints of a check that is over, and at the end. */
import type { CheckResult, ConnectionReport } from '../../../src-shared/api/connection-test.ts';
import { checkTitles } from '../../../src-shared/words/connection-words.ts';
import { terminalFindingWords } from '../finding-words.ts';
import type { Rows } from './rows.ts';
import { terminalText } from './terminal-text.ts';

/** It went as it should; what a person should know besides does not count against it. */
export function holds({ state }: CheckResult): boolean {
  return state === 'good' || state === 'warned';
}

export function isOver({ state }: CheckResult): boolean {
  return state !== 'waiting' && state !== 'running';
}

/** For programs; people have `doctorTable`. */
export const doctorRows: Rows<CheckResult> = {
  record: recordOf,
  fields: ['check', 'ok', 'ms', 'detail', 'do'],
  columns: [],
};

/** `check`, `ok`, `ms`, `detail`; `do` where there is something to do. */
function recordOf(result: CheckResult) {
  const { check, ms, finding } = result;
  const words = finding === null ? null : terminalFindingWords(finding);
  const said = words?.head == null ? (words?.detail ?? '') : `${withoutStop(words.head)} (${words.detail}).`;
  const todo = words?.remedy == null ? {} : { do: words.remedy };
  return { check, ok: holds(result), ms, detail: said, ...todo };
}

const MARKS = { good: '✓', warned: '!', failed: '✗', skipped: '–', waiting: ' ', running: ' ' } as const;
/** So that what belongs to a check stands under its words. */
const INDENT = ' '.repeat(2);

export function doctorTable(result: CheckResult): string {
  const { check, state, ms, finding } = result;
  const words = finding === null ? null : terminalFindingWords(finding);
  const time = ms === null ? '' : ms < 10_000 ? `${ms} ms` : `${Math.round(ms / 1_000)} s`;
  const line = `${MARKS[state]} ${checkTitles[check].padEnd(11)} ${time.padStart(7)}  ${words?.detail ?? ''}`.trimEnd();
  const more = words?.head == null ? [] : [words.head, words.remedy ?? ''].filter((one) => one !== '');
  return [line, ...more.map((one) => `${INDENT}${one}`)].map((one) => `${terminalText(one)}\n`).join('');
}

/** The last line of the table. */
export function doctorEnd({ checks }: ConnectionReport): string {
  const failed = checks.filter(({ state }) => state === 'failed').length;
  const skipped = checks.filter(({ state }) => state === 'skipped').length;
  const warned = checks.filter(({ state }) => state === 'warned').length;
  if (failed + skipped === 0)
    return warned === 0 ? 'All of it works.\n' : 'All of it works; see what is marked with "!".\n';
  const parts = [...(failed === 0 ? [] : [`${failed} failed`]), ...(skipped === 0 ? [] : [`${skipped} not tried`])];
  return `Of ${checks.length} checks, ${parts.join(' and ')}.\n`;
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
