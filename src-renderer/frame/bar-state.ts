/**
 * How the bar over every screen looks: quiet while we watch, in one piece of its own where nobody does or nothing is
 * stored. Decides only; moments stay moments, so that what is decided does not change each second.
 */
import type { AppErrorData } from '../../src-shared/api/errors.ts';
import type { ProfileEntry } from '../../src-shared/api/profiles.ts';
import type { ServiceAnswer, StorageStatus } from '../../src-shared/domain/stream-status.ts';
import type { GlyphShape } from '../components/Glyph.tsx';
import { isLoud, type Signal, signalName } from '../signal.ts';
import { type Account, signalAccount, triedAccount } from '../words/signal-words.ts';
import { notStoredAccount } from '../words/storage-words.ts';
import { type SignInRemedy, signInRemedy } from './sign-in-remedy.ts';
import { signalShape } from './signal-shape.ts';

/** What can be done about it from here: of the sign-in, or to try at once. */
export type BarAction = SignInRemedy | 'copy-start-command' | null;

export type BarState =
  | { readonly kind: 'quiet' }
  | ({
      readonly kind: 'loud';
      /** Whose state the whole bar says. */
      readonly of: 'signal' | 'storage';
      /** Outlined: what is the case is not known, which is another thing than knowing that nobody listens. */
      readonly look: 'inverted' | 'outlined';
      /** Hatch means that nobody is listening, and nothing else. */
      readonly hatched: boolean;
      readonly shape: GlyphShape;
      readonly word: string;
      /** The word goes on with how long it has lasted. */
      readonly counts: boolean;
      /** Stands before how long it has lasted, where the word does not go on with it: "blind for ". */
      readonly lasting: string;
      readonly since: number;
      readonly nextAttemptAt: number | null;
      readonly action: BarAction;
      readonly answer: ServiceAnswer | null;
    } & Account);

/**
 * @param storage `null` where it is not known.
 * @param shutOut the host answers, and does not admit this page any more.
 * @param entry the profile whose signal it is; `null`: not known yet.
 */
export function barState(
  signal: Signal,
  storage: StorageStatus | null,
  shutOut: boolean,
  entry: ProfileEntry | null,
): BarState {
  if (isLoud(signal) && 'since' in signal) {
    const interrupted = 'cause' in signal;
    const tried = newerTry(signal, entry);
    return {
      kind: 'loud',
      of: 'signal',
      look: signal.kind === 'wire-lost' ? 'outlined' : 'inverted',
      hatched: signal.kind !== 'wire-lost',
      shape: signalShape(signal),
      word: signal.kind === 'wire-lost' ? 'Not connected' : signalName(signal),
      counts: signal.kind === 'blind' || signal.kind === 'reconnecting',
      lasting: signal.kind === 'sign-in-needed' ? 'blind for ' : '',
      since: signal.since,
      nextAttemptAt: interrupted ? signal.nextAttemptAt : null,
      action: barAction(signal, shutOut, entry),
      answer: interrupted && tried === null ? (signal.cause?.answer ?? null) : null,
      ...(tried === null ? signalAccount(signal, storage, shutOut) : triedAccount(tried)),
    };
  }
  if (storage?.kind === 'failing')
    return {
      kind: 'loud',
      of: 'storage',
      look: 'inverted',
      hatched: false,
      shape: 'triangle',
      word: 'Not storing',
      counts: true,
      lasting: '',
      since: storage.since,
      nextAttemptAt: null,
      action: null,
      answer: null,
      ...notStoredAccount(storage),
    };
  return { kind: 'quiet' };
}

/** Why a sign-in came to nothing that was tried since it is needed; who gave it up knows. */
function newerTry(signal: Signal, entry: ProfileEntry | null): AppErrorData | null {
  const status = entry?.signIn;
  if (signal.kind !== 'sign-in-needed' || status?.kind !== 'failed' || status.at < signal.since) return null;
  const { error } = status;
  return error.code === 'SIGN_IN_FAILED' && error.facts.problem === 'cancelled' ? null : error;
}

/** Nothing is offered that cannot help, and nothing that takes away what can be read. */
function barAction(signal: Signal, shutOut: boolean, entry: ProfileEntry | null): BarAction {
  if (signal.kind === 'wire-lost') return shutOut ? null : 'copy-start-command';
  if (signal.kind === 'sign-in-needed') return signInRemedy(entry, signal.cause);
  return 'cause' in signal ? 'retry' : null;
}
