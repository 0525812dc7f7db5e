/**
 * How the bar over every screen looks: quiet while we watch, in one piece of its own where nobody does or nothing is
 * stored. Decides only; moments stay moments, so that what is decided does not change each second.
 */
import type { ServiceAnswer, StorageStatus } from '../../src-shared/domain/stream-status.ts';
import type { GlyphShape } from '../components/Glyph.tsx';
import { isLoud, type Signal, signalName } from '../signal.ts';
import { type Account, signalAccount } from '../words/signal-words.ts';
import { notStoredAccount } from '../words/storage-words.ts';
import { signalShape } from './signal-shape.ts';

type BarAction = 'retry' | 'copy-start-command' | null;

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
      readonly since: number;
      readonly nextAttemptAt: number | null;
      readonly action: BarAction;
      readonly answer: ServiceAnswer | null;
    } & Account);

/**
 * @param storage `null` where it is not known.
 * @param shutOut the host answers, and does not admit this page any more.
 */
export function barState(signal: Signal, storage: StorageStatus | null, shutOut: boolean): BarState {
  if (isLoud(signal) && 'since' in signal) {
    const interrupted = 'cause' in signal;
    return {
      kind: 'loud',
      of: 'signal',
      look: signal.kind === 'wire-lost' ? 'outlined' : 'inverted',
      hatched: signal.kind !== 'wire-lost',
      shape: signalShape(signal),
      word: signal.kind === 'wire-lost' ? 'Not connected' : signalName(signal),
      counts: signal.kind === 'blind' || signal.kind === 'reconnecting',
      since: signal.since,
      nextAttemptAt: interrupted ? signal.nextAttemptAt : null,
      action: barAction(signal, shutOut),
      answer: interrupted ? (signal.cause?.answer ?? null) : null,
      ...signalAccount(signal, storage, shutOut),
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
      since: storage.since,
      nextAttemptAt: null,
      action: null,
      answer: null,
      ...notStoredAccount(storage),
    };
  return { kind: 'quiet' };
}

/** Nothing is offered that cannot help, and nothing that takes away what can be read. */
function barAction(signal: Signal, shutOut: boolean): BarAction {
  if (signal.kind === 'wire-lost') return shutOut ? null : 'copy-start-command';
  return 'cause' in signal ? 'retry' : null;
}
