import type { CausePast } from '../../api/quality/figures.ts';
import { MIN_ATTEMPTS } from '../../domain/quality/success-rate.ts';
import { durationText } from '../finding-parts.ts';
import { counted, numberText } from '../store-words.ts';

type Period = NonNullable<CausePast['last']>;

/** "Open 12 times before.", of ended times only. */
export function pastTimesWords({ times, isMore }: Pick<CausePast, 'times' | 'isMore'>): string {
  if (times === 0) return 'It was not open before, as far as cases are stored.';
  return `It was open ${isMore ? 'at least ' : ''}${times === 1 ? 'once' : counted(times, 'time')} before.`;
}

const ENDED: Readonly<Record<Period['ended'], string>> = {
  well: 'by a success',
  done: 'because an operator marked it as done',
  moved: 'because its last eUICC failed for another cause',
};

/** "for 35 min, with 12 cases, and ended by a success" */
export function pastPeriodWords({ from, to, cases, ended }: Period): string {
  return `for ${durationText(Math.max(0, to - from) / 1_000)}, with ${counted(cases, 'case')}, and ended ${ENDED[ended]}`;
}

/** "Half of its 44 cases recovered within 35 min, 9 of 10 within 4 h." */
export function pastRecoveryWords({ halfMs, mostMs, of }: CausePast['recovery']): string {
  if (of < MIN_ATTEMPTS) return `How long it takes to recover: n = ${of}, too few to say.`;
  if (halfMs === null) return `Fewer than half of its ${numberText(of)} cases recovered.`;
  const most = mostMs === null ? 'fewer than 9 of 10 recovered' : `9 of 10 within ${durationText(mostMs / 1_000)}`;
  return `Half of its ${numberText(of)} cases recovered within ${durationText(halfMs / 1_000)}, ${most}.`;
}

/** "after 1 to 5 min" */
export function waitWords({ fromMs, toMs }: Pick<CausePast['retries'][number], 'fromMs' | 'toMs'>): string {
  const minutes = (ms: number) => Math.round(ms / 60_000);
  if (toMs === null) return `after ${minutes(fromMs)} min or more`;
  return fromMs === 0 ? `within ${minutes(toMs)} min` : `after ${minutes(fromMs)} to ${minutes(toMs)} min`;
}
