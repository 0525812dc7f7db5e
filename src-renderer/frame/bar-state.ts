/**
 * How the bar over every screen looks: quiet while we watch, in one piece of its own where nobody does or nothing is
 * stored. Decides only; moments stay moments, so that what is decided does not change each second.
 */
import type { AppErrorData } from '../../src-shared/api/errors.ts';
import type { ProfileEntry } from '../../src-shared/api/profiles.ts';
import type { ServiceResponse, StorageStatus } from '../../src-shared/domain/stream-status.ts';
import type { GlyphShape } from '../components/Glyph.tsx';
import { isOutage, type Signal, signalName } from '../signal.ts';
import { type SignalExplanation, explainSignal, explainFailedSignIn } from '../words/signal-words.ts';
import { explainNotStored } from '../words/storage-words.ts';
import { type SignInRemedy, signInRemedy } from './sign-in-remedy.ts';
import { signalShape } from './signal-shape.ts';

/** What can be done about it from here: of the sign-in, or to try at once. */
export type BarAction = SignInRemedy | 'copy-start-command' | null;

export type BarState =
  | { readonly kind: 'quiet' }
  | ({
      readonly kind: 'loud';
      /** Whose state the whole bar says. */
      readonly subject: 'signal' | 'storage';
      /** Outlined: what is the case is not known, which is another thing than knowing that nobody listens. */
      readonly look: 'inverted' | 'outlined';
      /** Hatch means that nobody is listening, and nothing else. */
      readonly hatched: boolean;
      readonly shape: GlyphShape;
      readonly word: string;
      /** The word goes on with how long it has lasted. */
      readonly showsDuration: boolean;
      /** Stands before how long it has lasted, where the word does not go on with it: "blind for ". */
      readonly durationPrefix: string;
      readonly since: number;
      readonly nextAttemptAt: number | null;
      readonly action: BarAction;
      readonly response: ServiceResponse | null;
    } & SignalExplanation);

/**
 * @param storage `null` where it is not known.
 * @param isSessionExpired the host answers, and does not admit this page any more.
 * @param entry the profile whose signal it is; `null`: not known yet.
 */
export function barState(
  signal: Signal,
  storage: StorageStatus | null,
  isSessionExpired: boolean,
  entry: ProfileEntry | null,
): BarState {
  if (isOutage(signal) && 'since' in signal) {
    const interrupted = 'cause' in signal;
    const tried = newerSignInError(signal, entry);
    return {
      kind: 'loud',
      subject: 'signal',
      look: signal.kind === 'wire-lost' ? 'outlined' : 'inverted',
      hatched: signal.kind !== 'wire-lost',
      shape: signalShape(signal),
      word: signal.kind === 'wire-lost' ? 'Not connected' : signalName(signal),
      showsDuration: signal.kind === 'blind' || signal.kind === 'reconnecting',
      durationPrefix: signal.kind === 'sign-in-needed' ? 'blind for ' : '',
      since: signal.since,
      nextAttemptAt: interrupted ? signal.nextAttemptAt : null,
      action: barAction(signal, isSessionExpired, entry),
      response: interrupted && tried === null ? (signal.cause?.answer ?? null) : null,
      ...(tried === null ? explainSignal(signal, storage, isSessionExpired) : explainFailedSignIn(tried)),
    };
  }
  if (storage?.kind === 'failing')
    return {
      kind: 'loud',
      subject: 'storage',
      look: 'inverted',
      hatched: false,
      shape: 'triangle',
      word: 'Not storing',
      showsDuration: true,
      durationPrefix: '',
      since: storage.since,
      nextAttemptAt: null,
      action: null,
      response: null,
      ...explainNotStored(storage),
    };
  return { kind: 'quiet' };
}

/** Why a sign-in came to nothing that was tried since it is needed; who gave it up knows. */
function newerSignInError(signal: Signal, entry: ProfileEntry | null): AppErrorData | null {
  const status = entry?.signIn;
  if (signal.kind !== 'sign-in-needed' || status?.kind !== 'failed' || status.at < signal.since) return null;
  const { error } = status;
  return error.code === 'SIGN_IN_FAILED' && error.facts.problem === 'cancelled' ? null : error;
}

/** Nothing is offered that cannot help, and nothing that takes away what can be read. */
function barAction(signal: Signal, isSessionExpired: boolean, entry: ProfileEntry | null): BarAction {
  if (signal.kind === 'wire-lost') return isSessionExpired ? null : 'copy-start-command';
  if (signal.kind === 'sign-in-needed') return signInRemedy(entry, signal.cause);
  return 'cause' in signal ? 'retry' : null;
}
