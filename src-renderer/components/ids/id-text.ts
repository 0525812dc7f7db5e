/** Reads a typed text as an identifier or a part of one. */
import { type Filter, FILTER_LIMITS } from '../../../src-shared/domain/filter/filter.ts';
import { parseFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import { readIdentifierPart } from '../../../src-shared/service/identifier-text.ts';

/** Shorter texts match almost everything. Ctrl+K shows this number as a word. */
const MIN_ID_LENGTH = 4;
const MAX_ID_LENGTH = FILTER_LIMITS.valueLength - 1;

export function fieldFilter(text: string): Filter | null {
  const parsed = parseFilter(text);
  return parsed.kind === 'filter' && parsed.filter.terms.some(({ kind }) => kind !== 'text') ? parsed.filter : null;
}

/** Returns the identifier as events have it. Null if the text is too short, is a filter, or has no digit. */
export function idText(typed: string): string | null {
  const text = readIdentifierPart(typed);
  const isOne = text.length >= MIN_ID_LENGTH && text.length <= MAX_ID_LENGTH && /\d/.test(text);
  return isOne && fieldFilter(typed) === null ? text : null;
}

export function isTooShortForIds(typed: string): boolean {
  const text = readIdentifierPart(typed);
  return /\d/.test(text) && text.length < MIN_ID_LENGTH && fieldFilter(typed) === null;
}
