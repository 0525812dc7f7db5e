/** Shape and hue of the signal, the same in the bar, the rail and the tab icon. */
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { GlyphShape } from '../../components/Glyph.tsx';
import { type Signal, signalName } from '../../signal.ts';

const shapes: Record<Signal['kind'], GlyphShape> = {
  connecting: 'broken-ring',
  'wire-lost': 'broken-ring',
  'no-profile': 'ring',
  watching: 'dot',
  reconnecting: 'quarter',
  blind: 'hatched',
  'seat-taken': 'diamond',
  'sign-in-needed': 'triangle',
  stopped: 'square',
};

export function signalShape(signal: Signal): GlyphShape {
  // Hollow: the stream works, but the expected heartbeat has not arrived.
  return signal.kind === 'watching' && signal.late ? 'ring' : shapes[signal.kind];
}

/** Colour token of the signal. Green only while watching with a timely heartbeat. */
export function signalHue(signal: Signal): '--succeeded' | '--partial' | '--in-progress' | '--failed' | '--text' {
  switch (signal.kind) {
    case 'watching':
      return signal.late ? '--partial' : '--succeeded';
    case 'reconnecting':
      return '--in-progress';
    case 'seat-taken':
      return '--partial';
    case 'sign-in-needed':
      return '--failed';
    case 'connecting':
    case 'no-profile':
    case 'blind':
    case 'stopped':
    case 'wire-lost':
      return '--text';
    default:
      return assertNever(signal);
  }
}

export function signalWord(signal: Signal): string {
  return signal.kind === 'watching' && signal.late ? 'Watching, heartbeat late' : signalName(signal);
}
