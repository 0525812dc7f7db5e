/** Explains why nothing is watched. Contains no times or durations, because they change. Shows an error code once. */
import type { AppErrorData } from '../../src-shared/api/errors.ts';
import type { InterruptionCause, StorageStatus, StreamStatus } from '../../src-shared/api/stream/stream-status.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { interruptionWords } from '../../src-shared/words/interruption-words.ts';
import type { Signal } from '../signal.ts';
import { errorWords } from './error-words.ts';
import { keychainWaitsWords } from './sign-in-words.ts';
import { gapReasonWords } from '../../src-shared/words/gap-words.ts';

export interface SignalExplanation {
  /** A few words that follow the time; null if the name of the state already says it. */
  readonly reason: string | null;
  /** The problem and what to do. May contain unsafe characters of paths and names. */
  readonly sentence: string | null;
  /** The error code; null if the sentence contains it. */
  readonly code: string | null;
}

/** `storage` is null if not known. */
export function explainSignal(
  signal: Signal,
  storage: StorageStatus | null,
  isSessionExpired: boolean,
): SignalExplanation {
  switch (signal.kind) {
    case 'connecting':
    case 'no-profile':
    case 'watching':
      return NOTHING;
    case 'wire-lost':
      return {
        ...NOTHING,
        sentence: isSessionExpired
          ? 'Watchfloor was restarted; this browser no longer has a session. Open a new link.'
          : 'Everything shown is from before then and can be read; this page connects again by itself.',
      };
    case 'stopped':
      return stoppedAccount(storage);
    case 'catching-up':
    case 'not-following':
    case 'reconnecting':
    case 'blind':
    case 'seat-taken':
    case 'sign-in-needed': {
      const { cause, kind } = signal;
      if (cause === null) return kind === 'blind' ? SILENT : NOTHING;
      const interruption = interruptionWords(cause, 'page');
      const sentence = kind === 'sign-in-needed' ? `${interruption} ${STILL_READABLE}` : interruption;
      return {
        reason: reasonOf(signal, cause),
        sentence,
        code: interruption.includes(cause.code) || isOfTeam(cause) || isOfWriter(cause) ? null : cause.code,
      };
    }
    default:
      return assertNever(signal);
  }
}

/** The name of the state, or its sentence, already says it. */
function reasonOf({ kind }: Signal, cause: InterruptionCause): string | null {
  if (kind === 'seat-taken' || kind === 'sign-in-needed') return null;
  if (cause.kind === 'holder-blind') return `${cause.holder ?? 'the holder'} cannot reach the service`;
  if (cause.kind === 'holder-silent') return `nothing from ${cause.holder ?? 'the holder'}`;
  if (cause.kind === 'not-storing') return 'nothing can be stored here';
  if (cause.kind === 'writer-gone') return 'the other window has ended';
  if (cause.kind === 'writer-silent') return 'the other window does not answer';
  return isOfTeam(cause) ? null : gapReasonWords[cause.reason];
}

const TEAM_CAUSES: readonly InterruptionCause['kind'][] = [
  'log-unreachable',
  'no-holder',
  'holder-blind',
  'holder-silent',
  'not-storing',
  'catching-up',
];

/** True if the team, not the connection to the service, is why nothing is watched here. */
export const isOfTeam = ({ kind }: InterruptionCause): boolean => TEAM_CAUSES.includes(kind);

/** True if this page shows what another process on this computer watches, and that process is the reason. */
export const isOfWriter = ({ kind }: InterruptionCause): boolean => kind === 'writer-silent' || kind === 'writer-gone';

export function viewerSentence(stream: StreamStatus): string {
  const cause = 'cause' in stream ? stream.cause?.kind : undefined;
  if (cause === 'writer-gone') return 'The other window that watched this profile has ended, so nothing is watched.';
  if (cause === 'writer-silent') return 'The other window that watches this profile does not answer.';
  return 'Another window on this computer watches this profile, and this one shows it.';
}

/** For sign-in needed after a failed attempt: shows why the attempt failed instead of why sign-in is needed. */
export function explainFailedSignIn(error: AppErrorData): SignalExplanation {
  return { reason: null, sentence: `${errorWords(error)} ${STILL_READABLE}`, code: error.code };
}

export function explainKeychainWait(): SignalExplanation {
  return { reason: null, sentence: `${keychainWaitsWords} ${STILL_READABLE}`, code: null };
}

const STILL_READABLE = 'Everything stored can be read.';

const NOTHING: SignalExplanation = { reason: null, sentence: null, code: null };

/** The page noticed the silence itself; the backend has not reported a cause. */
const SILENT: SignalExplanation = {
  reason: 'Nothing received from the service',
  sentence: 'Events may be missed. A proxy on the way may hold back a stream that is open but silent.',
  code: null,
};

function stoppedAccount(storage: StorageStatus | null): SignalExplanation {
  if (storage?.kind === 'read-only' && storage.error.code === 'FOLDER_COPIED')
    return { reason: 'Copied data folder', sentence: `${errorWords(storage.error)} ${STILL_READABLE}`, code: null };
  if (storage?.kind === 'read-only')
    return {
      reason: 'Nothing can be stored',
      sentence: `Nothing is watched because nothing can be stored. ${errorWords(storage.error)} Stored events can be read.`,
      code: storage.error.code,
    };
  return {
    reason: 'Watching has stopped',
    sentence: 'Stored events can be read. Start Watchfloor again; if it stops again, see its log.',
    code: null,
  };
}
