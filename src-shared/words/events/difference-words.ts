/** Says in one sentence what is different about selected events. Values are as received: the caller makes them safe. */
import type { Comparison, DifferencesAnswer } from '../../api/timeline.ts';
import type { Differences, FieldValue } from '../../domain/differences/differences.ts';
import { shareOf } from '../../domain/differences/differences.ts';
import { facetTable } from '../../domain/event/event-fields.ts';
import { counted, numberText } from '../store-words.ts';
import { zonedWords } from '../zoned-time-words.ts';

export const comparedWithWords = {
  elsewhere: 'elsewhere',
  before: 'in the same hours before',
} as const satisfies Readonly<Record<Comparison, string>>;

const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** `Looks like one cause: 54 of 56 are TR and 2107; elsewhere 8 %.` or `Nothing stands out.` */
export function differenceWords({ here, there, lead }: Differences, against: Comparison): string {
  if (here === 0) return 'No event to compare.';
  if (there === 0) return `Nothing to compare with: no event ${comparedWithWords[against]}.`;
  if (lead === null) return 'Nothing stands out.';
  const { hits, of } = lead.here;
  const head = lead.isOneCause ? 'Looks like one cause' : 'Most different';
  const are = hits === 1 ? 'is' : 'are';
  return `${head}: ${numberText(hits)} of ${numberText(of)} ${are} ${LIST.format(lead.values.map(valueWords))}; ${comparedWithWords[against]} ${sharePercent(shareOf(lead.there))}.`;
}

export function valueWords({ field, value }: FieldValue): string {
  const { isSelfExplanatory, name } = facetTable[field];
  return isSelfExplanatory ? value : `${name} ${value}`;
}

/** Rounded, but `0 %` means none and `100 %` all. */
export function sharePercent(share: number): string {
  if (share > 0 && share < 0.01) return 'under 1 %';
  if (share < 1 && share > 0.99) return 'over 99 %';
  return `${Math.round(share * 100)} %`;
}

const MAX_NAMED_GAPS = 3;

/** Returns a sentence for each side with gaps: what happened in them is in no count. @param zone IANA name */
export function unwatchedWords({ against, here, there }: Sides, zone: string): string[] {
  const side = (name: string, { gaps, moreGaps }: Sides['here']) =>
    gaps.length === 0 ? [] : [`Not watched ${name}: ${gapsText(gaps, moreGaps, zone)}.`];
  return [...side('here', here), ...side(comparedWithWords[against], there)];
}

type Sides = Pick<DifferencesAnswer, 'against' | 'here' | 'there'>;

function gapsText(gaps: Sides['here']['gaps'], moreGaps: number, zone: string): string {
  const words = zonedWords(zone);
  const named = gaps.slice(0, MAX_NAMED_GAPS).map(({ from, to }) => {
    const end = words.day(from) === words.day(to) ? words.clock(to) : `${words.day(to)} ${words.clock(to)}`;
    return `${words.day(from)} ${words.clock(from)} – ${end} ${words.zone(to)}`;
  });
  const more = gaps.length - named.length + moreGaps;
  return LIST.format(more === 0 ? named : [...named, counted(more, 'more gap')]);
}
