/** The signal's shape and hue, the same in the bar, the rail and the icon of the tab. */
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import type { GlyphShape } from '../components/Glyph.tsx';
import { type Signal, signalName } from '../signal.ts';

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
  // Hollow: nothing is known to be wrong, and what should be heard was not.
  return signal.kind === 'watching' && signal.late ? 'ring' : shapes[signal.kind];
}

/** The token whose colour it has. Green is a page that was told so, and nothing else. */
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

/** A late heartbeat is no remark beside the signal: it is what the signal says. */
export function signalWord(signal: Signal): string {
  return signal.kind === 'watching' && signal.late ? 'Watching, heartbeat late' : signalName(signal);
}
