import { assertNever } from '../../src-shared/lib/assert-never.ts';
import type { GlyphShape } from './Glyph.tsx';
import { type Signal, signalName } from '../signal.ts';

const shapes: Record<Signal['kind'], GlyphShape> = {
  connecting: 'broken-ring',
  'wire-lost': 'broken-ring',
  'no-profile': 'ring',
  watching: 'dot',
  'catching-up': 'quarter',
  'not-following': 'hatched',
  reconnecting: 'quarter',
  blind: 'hatched',
  'seat-taken': 'diamond',
  'sign-in-needed': 'triangle',
  stopped: 'square',
};

export function signalShape(signal: Signal): GlyphShape {
  if (signal.kind !== 'watching') return shapes[signal.kind];
  // Hollow: the stream works, but the expected heartbeat has not arrived, or everything arrives late.
  if (signal.late || signal.heldBackMs !== undefined) return 'ring';
  if (signal.isElsewhere === true) return 'framed-dot';
  return signal.team?.kind === 'alone' ? 'ringed-dot' : 'dot';
}

/** Colour token of the signal. Green only while watching with timely events, and not alone in a team. */
export function signalHue(signal: Signal): '--succeeded' | '--partial' | '--in-progress' | '--failed' | '--text' {
  switch (signal.kind) {
    case 'watching':
      return signal.late || signal.heldBackMs !== undefined || signal.team?.kind === 'alone'
        ? '--partial'
        : '--succeeded';
    case 'catching-up':
    case 'reconnecting':
      return '--in-progress';
    case 'seat-taken':
      return '--partial';
    case 'sign-in-needed':
      return '--failed';
    case 'connecting':
    case 'no-profile':
    case 'blind':
    case 'not-following':
    case 'stopped':
    case 'wire-lost':
      return '--text';
    default:
      return assertNever(signal);
  }
}

export function signalWord(signal: Signal): string {
  if (signal.kind !== 'watching') return signalName(signal);
  if (signal.heldBackMs !== undefined) return `${signalName(signal)}, events late`;
  return signal.late ? `${signalName(signal)}, heartbeat late` : signalName(signal);
}
