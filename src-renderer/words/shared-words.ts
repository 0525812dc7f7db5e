/**
 * Says what the cases of a group have in common. One cause is likely only if nearly all name the same code of the
 * provider: a common start of the ICCIDs may belong to all profiles of an operator. Codes and countries are untrusted.
 */
import type { FailureGroup, SharedFactor } from '../../src-shared/api/cases.ts';
import { capitalized } from '../../src-shared/lib/capitalized.ts';
import { joinedClauses } from '../../src-shared/lib/joined-clauses.ts';
import { countryLabel } from '../../src-shared/words/country-words.ts';
import { numberText } from '../../src-shared/words/store-words.ts';
import { lengthText } from '../time/time-text.ts';

/** Share of the cases. Some cases of one cause may have no code, or another. */
const MOST_CASES = 0.9;

type Sharing = Pick<FailureGroup, 'open' | 'shared' | 'countries' | 'others'>;

/** Empty if nothing is shared. `time` formats since when the cause is known. */
export function sharedWords(group: Sharing, time: (at: number) => string): string {
  if (group.shared.length === 0) return '';
  return [evidenceSentence(group), timeSentence(group, time), notSharedSentence(group)]
    .filter((sentence) => sentence !== null)
    .join(' ');
}

function evidenceSentence({ open, shared }: Sharing): string | null {
  const code = factor(shared, 'code');
  const iccid = factor(shared, 'iccid');
  const country = factor(shared, 'country');
  const all = open === 2 ? 'both' : `all ${numberText(open)}`;
  const isCodeOfAll = code !== null && code.count >= open;
  const facts = [
    ...(code === null ? [] : [`${isCodeOfAll ? all : partOf(code, open)} name ${code.code}`]),
    ...(code === null
      ? []
      : code.others.map((other) => `${numberText(other.count)} name${other.count === 1 ? 's' : ''} ${other.code}`)),
    ...(iccid === null ? [] : [`${open === 2 ? 'both' : 'all'} ICCIDs begin ${inFours(iccid.prefix)}`]),
    ...(country === null ? [] : [`${all} are in ${countryLabel(country.country) ?? country.country}`]),
  ];
  if (facts.length === 0) return null;
  const sentence = joinedClauses(facts);
  if (code === null) return `${capitalized(sentence)}.`;
  return `${code.count >= open * MOST_CASES ? 'Looks like one cause' : 'May be several causes'}: ${sentence}.`;
}

function timeSentence({ open, shared }: Sharing, time: (at: number) => string): string | null {
  const within = factor(shared, 'within');
  const firstSeen = factor(shared, 'first-seen');
  const before = firstSeen === null ? null : `none failed before ${time(firstSeen.at)}`;
  if (within === null) return before === null ? null : `${capitalized(before)}.`;
  return `${open === 2 ? 'Both' : 'All'} failed within ${lengthText(within.ms)}${before === null ? '' : `, and ${before}`}.`;
}

/** `others` counts cases, so the number of further countries is not known. */
function notSharedSentence({ shared, countries, others }: Sharing): string | null {
  if (factor(shared, 'country') !== null || countries.length < 2) return null;
  return `Not shared: ${others > 0 ? 'at least ' : ''}${numberText(countries.length)} countries.`;
}

function factor<Kind extends SharedFactor['kind']>(
  shared: readonly SharedFactor[],
  kind: Kind,
): Extract<SharedFactor, { kind: Kind }> | null {
  return shared.find((each): each is Extract<SharedFactor, { kind: Kind }> => each.kind === kind) ?? null;
}

function partOf({ count }: { readonly count: number }, open: number): string {
  return `${numberText(count)} of ${numberText(open)}`;
}

function inFours(digits: string): string {
  return digits.replaceAll(/(.{4})(?=.)/gsu, '$1 ');
}
