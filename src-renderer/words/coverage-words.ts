/** What was watched and what was not, in one line. A reconnect is no gap: it is counted apart. */
import type { CoverageFigures } from '../../src-shared/domain/coverage-figures.ts';
import { lengthText } from '../time/time-text.ts';

/** `Watched 23 h 52 m of the last 24 h · 2 gaps 8 m 00 s · 47 reconnects 6 s` */
export function coverageWords(figures: CoverageFigures): string {
  return [watchedWords(figures), ...lossWords(figures)].join(' · ');
}

export function watchedWords({ watchedMs }: CoverageFigures): string {
  return `Watched ${lengthText(watchedMs)} of the last 24 h`;
}

/** Gaps and reconnects, of each that there is how many and how long together. */
export function lossWords({ gaps, blindMs, reconnects, reconnectMs }: CoverageFigures): string[] {
  return [
    gaps === 0 ? 'no gaps' : `${count(gaps, 'gap')} ${lengthText(blindMs)}`,
    ...(reconnects === 0 ? [] : [`${count(reconnects, 'reconnect')} ${lengthText(reconnectMs)}`]),
  ];
}

/** What may be missing for it; also a reconnect hears nothing while it lasts. */
export function missedWords({ gaps, reconnects }: CoverageFigures): string {
  if (gaps > 0)
    return `Events that the service sent in a gap${reconnects > 0 ? ' or a reconnect' : ''} may be missing.`;
  return reconnects > 0
    ? 'There was no gap. Events that the service sent in a reconnect may be missing.'
    : 'Nothing that the service sent in a session was missed.';
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-GB')} ${noun}${number === 1 ? '' : 's'}`;
}
