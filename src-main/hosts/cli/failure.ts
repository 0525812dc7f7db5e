import { AppError, type AppErrorCode, type AppErrorDetails } from '../../../src-shared/api/errors.ts';
import { errorWords } from '../../../src-shared/words/error-words.ts';
import { terminalLines, terminalText } from './terminal/terminal-text.ts';
import { cutToWidth, terminalWidth } from './terminal/terminal-width.ts';

export interface Failure {
  readonly exitCode: 1 | 2 | 3;
  /** Message without a line end. */
  readonly words: string;
}

/** Every other failure has exit code 1, also a new one, except `STORE_IN_USE`. */
const WRONG_CALL: ReadonlySet<AppErrorCode> = new Set<AppErrorCode>([
  'BAD_ARGUMENT',
  'BAD_FILTER',
  'BAD_PROFILE',
  'PROFILE_DIFFERS',
  'NO_SCENARIO',
  'NO_SECRET',
  'SECRET_BOUND',
  'SECRET_BINDINGS_DAMAGED',
  'KEYCHAIN_UNAVAILABLE',
  'VAULT_KEY_GONE',
  'VAULT_DAMAGED',
  'VAULT_KEY_FILE',
  'SIGNED_OUT',
  'NO_PROFILE',
  'UNSUPPORTED',
  'NO_STORE',
  'STORE_AMBIGUOUS',
  'STORE_UNREADABLE',
  'FOLDER_COPIED',
  'BAD_SEARCH',
  'NO_GAP',
  'BAD_SPAN',
  'CURSOR_UNUSABLE',
  'BAD_SUBJECT',
  'MANAGED',
  'POLICY_DAMAGED',
]);

function exitCodeOf(code: AppErrorCode): 1 | 2 | 3 {
  if (code === 'STORE_IN_USE') return 3;
  return WRONG_CALL.has(code) ? 2 : 1;
}

/** Returns null for an unexpected error, which is a bug. */
export function failureOf(error: unknown): Failure | null {
  if (!(error instanceof AppError)) return null;
  const { data } = error;
  const shown = data.code === 'BAD_FILTER' ? `\n${markedFilter(data.facts)}` : '';
  return {
    exitCode: exitCodeOf(data.code),
    words: `watchfloor: ${terminalLines(errorWords(data, 'terminal'))}${shown}`,
  };
}

/** In a wrapped line the carets would be in the wrong place, so a longer filter is shown in part. */
const COLUMNS = { before: 40, wrong: 24, after: 10 };

function markedFilter({ text, at, length }: AppErrorDetails['BAD_FILTER']): string {
  const fits = terminalWidth(terminalText(text)) <= COLUMNS.before + COLUMNS.wrong + COLUMNS.after;
  const shown = (part: string, columns: number, from: 'start' | 'end') =>
    fits ? terminalText(part) : cutToWidth(terminalText(part), columns, from);
  const before = shown(text.slice(0, at), COLUMNS.before, 'end');
  const wrong = shown(text.slice(at, at + length), COLUMNS.wrong, 'start');
  const after = shown(text.slice(at + length), COLUMNS.after, 'start');
  const indent = ' '.repeat(terminalWidth(before));
  return `  ${before}${wrong}${after}\n  ${indent}${'^'.repeat(Math.max(1, terminalWidth(wrong)))}`;
}
