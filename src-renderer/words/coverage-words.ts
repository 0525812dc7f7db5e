/** Texts for coverage: watched time, gaps and reconnects. Reconnects are counted separately from gaps. */
import type { CoverageFigures } from '../../src-shared/domain/coverage/coverage-figures.ts';
import type { CoverageDay } from '../time/coverage-days.ts';
import { counted } from '../../src-shared/words/store-words.ts';
import { lengthText } from '../time/time-text.ts';

/** `Watched 23 h 52 m of the last 24 h · 2 gaps 8 m 00 s · 47 reconnects 6 s` */
export function coverageWords(figures: CoverageFigures): string {
  const { watchedMs, gaps, blindMs, reconnects, reconnectMs } = figures;
  return [
    `Watched ${lengthText(watchedMs)} of the last 24 h`,
    gaps === 0 ? 'no gaps' : `${counted(gaps, 'gap')} ${lengthText(blindMs)}`,
    ...(reconnects === 0 ? [] : [`${counted(reconnects, 'reconnect')} ${lengthText(reconnectMs)}`]),
  ].join(' · ');
}

/** For example `Blind 1 h 48 m in 4 gaps`; the first sentence about coverage. */
export function blindWords({ gaps, blindMs }: CoverageFigures): string {
  return gaps === 0 ? 'No gaps' : `Blind ${lengthText(blindMs)} in ${counted(gaps, 'gap')}`;
}

/** For example `33 planned reconnects, 7 s in total`; null if there were none. */
export function plannedWords({ reconnects, reconnectMs }: CoverageFigures): string | null {
  if (reconnects === 0) return null;
  return `${counted(reconnects, 'planned reconnect')}, ${lengthText(reconnectMs)}${reconnects === 1 ? '' : ' in total'}`;
}

/** Names the events that may be missing. A reconnect also receives nothing while it lasts. */
export function possiblyMissedWords({ gaps, reconnects }: CoverageFigures): string {
  if (gaps > 0)
    return `Events that the service sent in a gap${reconnects > 0 ? ' or a reconnect' : ''} may be missing.`;
  return reconnects > 0
    ? 'There was no gap. Events that the service sent in a reconnect may be missing.'
    : 'No events were missed during sessions.';
}

/** Less is the time between two reads. */
const MIN_UNKNOWN_MS = 60_000;

/** Share of the known time that was watched, rounded down so that 100 % means complete: `99.8 %`, `99.8 % of 10 h`. */
export function watchedShareText({ figures, lengthMs, unknownMs }: CoverageDay): string {
  if (unknownMs >= lengthMs) return 'not known';
  const knownMs = unknownMs < MIN_UNKNOWN_MS ? lengthMs : lengthMs - unknownMs;
  const share = `${(Math.floor((figures.watchedMs / knownMs) * 1_000) / 10).toFixed(1)} %`;
  return knownMs === lengthMs ? share : `${share} of ${lengthText(knownMs)}`;
}

/** `watched 23 h 52 m of 25 h 00 m · 2 gaps 8 m 00 s · no record of 1 h 00 m` */
export function dayCoverageWords({ figures, lengthMs, unknownMs }: CoverageDay): string {
  if (unknownMs >= lengthMs) return 'not known, because there is no record';
  const { watchedMs, gaps, blindMs } = figures;
  return [
    `watched ${lengthText(watchedMs)} of ${lengthText(lengthMs)}`,
    gaps === 0 ? 'no gaps' : `${counted(gaps, 'gap')} ${lengthText(blindMs)}`,
    ...(unknownMs < MIN_UNKNOWN_MS ? [] : [`no record of ${lengthText(unknownMs)}`]),
  ].join(' · ');
}
