/** Defines the message on stderr and the exit code of a failed command. */
import { CommanderError } from 'commander';
import { AppError, type AppErrorCode, type AppErrorDetails } from '../../../src-shared/api/errors.ts';
import { errorWords } from '../../../src-shared/words/error-words.ts';
import { terminalLines, terminalText } from './terminal/terminal-text.ts';
import { cutToWidth, terminalWidth } from './terminal/terminal-width.ts';

export interface Failure {
  /** 0 done, 1 failed, 2 wrong call (argument, profile, secret), 3 the store is in use. */
  readonly exitCode: 0 | 1 | 2 | 3;
  /** Message without a line end; null if commander has already printed one. */
  readonly words: string | null;
}

const EXIT_CODES: Readonly<Record<AppErrorCode, 1 | 2 | 3>> = {
  BAD_ARGUMENT: 2,
  BAD_FILTER: 2,
  BAD_PROFILE: 2,
  PROFILE_DIFFERS: 2,
  NO_SCENARIO: 2,
  NO_SECRET: 2,
  SECRET_BOUND: 2,
  SECRET_BINDINGS_DAMAGED: 2,
  KEYCHAIN_UNAVAILABLE: 2,
  VAULT_KEY_GONE: 2,
  VAULT_DAMAGED: 2,
  VAULT_KEY_FILE: 2,
  SIGNED_OUT: 2,
  SIGN_IN_FAILED: 1,
  NO_PROFILE: 2,
  SERVICE_FAILED: 1,
  UNSUPPORTED: 2,
  DESKTOP_FAILED: 1,
  NO_STORE: 2,
  STORE_AMBIGUOUS: 2,
  STORE_UNREADABLE: 2,
  STORE_IN_USE: 3,
  STORE_TOO_NEW: 1,
  STORE_FOREIGN: 1,
  STORE_DAMAGED: 1,
  STORE_GONE: 1,
  STORE_UNWRITABLE: 1,
  STORE_LOST: 1,
  BACKUP_UNUSABLE: 1,
  VIEWS_DAMAGED: 1,
  ALARMS_DAMAGED: 1,
  TOO_MANY_VIEWS: 1,
  SEARCHES_DAMAGED: 1,
  TOO_MANY_SEARCHES: 1,
  BAD_SEARCH: 2,
  NO_SEARCH: 1,
  NO_ROW: 1,
  NO_REQUEST: 1,
  NO_GAP: 2,
  NO_CASE: 1,
  BAD_SPAN: 2,
  EXPORT_FAILED: 1,
  NO_EXPORT: 1,
  EVENT_NOT_FOUND: 1,
  PAGE_MISSING: 1,
  WATCH_CLOSED: 1,
  TOO_MANY_FEEDS: 1,
  HEALTH_PORT_UNAVAILABLE: 1,
};

/** Returns null for an unexpected error, which is a bug. */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof CommanderError) return { exitCode: error.exitCode === 0 ? 0 : 2, words: null };
  if (!(error instanceof AppError)) return null;
  const { data } = error;
  const shown = data.code === 'BAD_FILTER' ? `\n${markedFilter(data.facts)}` : '';
  return {
    exitCode: EXIT_CODES[data.code],
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
