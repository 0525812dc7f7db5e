/** Describes a filter in plain words: which events and which span. For dialogs and names; never parsed. */
import { facetTable } from '../../src-shared/domain/event/event-fields.ts';
import { type Filter, type FilterTerm, type FilterTime, isFacetField } from '../../src-shared/domain/filter/filter.ts';
import { lengthText, minuteText, type Zone, zoneText } from '../time/time-text.ts';
import { chipWords } from './chip-words.ts';

/** `failed or partial, not NO, “timed out”`; `everything` for an empty filter. Values are as received. */
export function filterSentence({ terms }: Filter): string {
  const words = terms.map(termWords).filter((part) => part !== '');
  return words.length === 0 ? 'everything' : words.join(', ');
}

/** `the last 24 h`, `21 Nov 2026 14:00 UTC to 21 Nov 2026 15:00 UTC`; null if the filter has no time limits. */
export function spanSentence({ terms }: Filter, zone: Zone): string | null {
  const since = timeOf(terms, 'since');
  const until = timeOf(terms, 'until');
  if (since === null) return until === null ? null : `until ${timeWords(until, zone)}`;
  if (until === null) return since.kind === 'ago' ? `the last ${agoText(since.ms)}` : `since ${timeWords(since, zone)}`;
  return `${timeWords(since, zone)} to ${timeWords(until, zone)}`;
}

function timeOf(terms: readonly FilterTerm[], kind: 'since' | 'until'): FilterTime | null {
  return terms.flatMap((term) => (term.kind === kind ? [term.time] : [])).at(-1) ?? null;
}

function timeWords(time: FilterTime, zone: Zone): string {
  if (time.kind === 'day') return `${time.day} (UTC)`;
  if (time.kind === 'ago') return time.ms === 0 ? 'now' : `${agoText(time.ms)} ago`;
  return `${minuteText(time.at, zone)} ${zoneText(time.at, zone)}`;
}

const UNITS = [
  [86_400_000, 'days'],
  [3_600_000, 'h'],
  [60_000, 'min'],
] as const;

/** `24 h`, not `24 h 00 m`: formats durations as people type them. */
function agoText(ms: number): string {
  if (ms === 3_600_000) return '1 h';
  const fits = UNITS.find(([unitMs]) => ms >= 2 * unitMs && ms % unitMs === 0);
  return fits === undefined ? lengthText(ms) : `${ms / fits[0]} ${fits[1]}`;
}

function termWords(term: FilterTerm): string {
  if (term.kind === 'since' || term.kind === 'until') return '';
  if (term.kind === 'seen') return term.seen ? 'seen' : 'not seen';
  const { isNegated, field, values } = chipWords(term);
  const isClear =
    term.kind === 'text' ||
    (term.kind === 'value' && isFacetField(term.field) && facetTable[term.field].isSelfExplanatory);
  return `${isNegated ? 'not ' : ''}${isClear ? '' : `${field} `}${values.join(isNegated ? ' nor ' : ' or ')}`;
}
