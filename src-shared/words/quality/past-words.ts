import type { CausePast } from '../../api/quality/figures.ts';
import { durationText } from '../finding-parts.ts';
import { counted } from '../store-words.ts';

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

/** "after 1 to 5 min" */
export function waitWords({ fromMs, toMs }: Pick<CausePast['retries'][number], 'fromMs' | 'toMs'>): string {
  const minutes = (ms: number) => Math.round(ms / 60_000);
  if (toMs === null) return `after ${minutes(fromMs)} min or more`;
  return fromMs === 0 ? `within ${minutes(toMs)} min` : `after ${minutes(fromMs)} to ${minutes(toMs)} min`;
}
