/** Decides how the top bar looks. Has times, not ages, so that it does not change every second. Pure. */
import type { AppErrorData } from '../../../src-shared/api/errors.ts';
import type { ProfileEntry } from '../../../src-shared/api/profiles.ts';
import type { ServiceResponse, StorageStatus } from '../../../src-shared/api/stream/stream-status.ts';
import type { GlyphShape } from '../../components/Glyph.tsx';
import { isOutage, type Signal, signalName } from '../../signal.ts';
import {
  type SignalExplanation,
  explainSignal,
  explainFailedSignIn,
  explainKeychainWait,
  isOfTeam,
  isOfWriter,
} from '../../words/signal-words.ts';
import { explainNotStored } from '../../words/storage-words.ts';
import { signInRemedy } from '../../screens/settings/sign-in/sign-in-remedy.ts';
import type { BarAction } from '../../screens/settings/sign-in/use-remedy.ts';
import { signalShape } from '../../components/signal-shape.ts';

export type BarState =
  | { readonly kind: 'quiet' }
  | ({
      readonly kind: 'loud';
      readonly subject: 'signal' | 'storage';
      /** `outlined`: the state is unknown, unlike a known outage. */
      readonly appearance: 'inverted' | 'outlined';
      /** Hatching always means that nothing is being watched. */
      readonly hatched: boolean;
      readonly shape: GlyphShape;
      readonly word: string;
      readonly showsDuration: boolean;
      /** Precedes the duration if the word does not include it: "blind for ". */
      readonly durationPrefix: string;
      readonly since: number;
      readonly nextAttemptAt: number | null;
      readonly action: BarAction;
      readonly response: ServiceResponse | null;
    } & SignalExplanation);

/** `storage` and `entry` are null if not known. */
export function barState(
  signal: Signal,
  storage: StorageStatus | null,
  isSessionExpired: boolean,
  entry: ProfileEntry | null,
): BarState {
  if (isOutage(signal) && 'since' in signal) {
    const interrupted = 'cause' in signal;
    const tried = newerSignInError(signal, entry);
    const waitsForKeychain = isWaitingForKeychain(signal, entry);
    return {
      kind: 'loud',
      subject: 'signal',
      appearance: signal.kind === 'wire-lost' ? 'outlined' : 'inverted',
      hatched: signal.kind !== 'wire-lost',
      shape: signalShape(signal),
      word: signal.kind === 'wire-lost' ? 'Not connected' : signalName(signal),
      showsDuration: signal.kind === 'blind' || signal.kind === 'not-following' || signal.kind === 'reconnecting',
      durationPrefix: signal.kind === 'sign-in-needed' ? 'blind for ' : '',
      since: signal.since,
      nextAttemptAt: interrupted ? signal.nextAttemptAt : null,
      action: waitsForKeychain ? null : barAction(signal, storage, isSessionExpired, entry),
      response: interrupted && tried === null ? (signal.cause?.answer ?? null) : null,
      ...(waitsForKeychain
        ? explainKeychainWait()
        : tried === null
          ? explainSignal(signal, storage, isSessionExpired)
          : explainFailedSignIn(tried)),
    };
  }
  if (storage?.kind === 'failing')
    return {
      kind: 'loud',
      subject: 'storage',
      appearance: 'inverted',
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

/** True if the stream may be waiting for a token, and the token for the keychain. */
export function isWaitingForKeychain({ kind }: Signal, entry: ProfileEntry | null): boolean {
  return (
    entry?.signIn.kind === 'keychain-waits' &&
    (kind === 'reconnecting' || kind === 'blind' || kind === 'sign-in-needed')
  );
}

/** An error since sign-in became necessary, or of the keychain, which must work first. Null if the user cancelled. */
function newerSignInError(signal: Signal, entry: ProfileEntry | null): AppErrorData | null {
  const status = entry?.signIn;
  if (signal.kind !== 'sign-in-needed') return null;
  if (status?.kind === 'unavailable') return status.error;
  if (status?.kind !== 'failed' || status.at < signal.since) return null;
  const { error } = status;
  return error.code === 'SIGN_IN_FAILED' && error.facts.problem === 'cancelled' ? null : error;
}

/** Offers nothing that cannot help or that would remove readable data. */
function barAction(
  signal: Signal,
  storage: StorageStatus | null,
  isSessionExpired: boolean,
  entry: ProfileEntry | null,
): BarAction {
  if (signal.kind === 'wire-lost') return isSessionExpired ? 'print-link' : 'copy-start-command';
  if (signal.kind === 'sign-in-needed') return signInRemedy(entry, signal.cause);
  if (storage?.kind === 'read-only' && storage.error.code === 'FOLDER_COPIED') return 'watch-copy';
  if (!('cause' in signal)) return null;
  if (signal.cause !== null && isOfWriter(signal.cause)) return 'take-over-here';
  return signal.cause !== null && isOfTeam(signal.cause) ? 'open-team' : 'retry';
}
