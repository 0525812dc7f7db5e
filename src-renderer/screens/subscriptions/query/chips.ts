/**
 * Text of chips: `changed:2026-11-16..2026-11-21 14:30`, `sort:state:desc`, `page:100`, `columns:state,iccid`. Pure.
 */
import type { SearchParts, SortKey } from '../../../../src-shared/service/search-body.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { nearestWord } from '../../../../src-shared/lib/nearest-word.ts';
import type { SearchChange } from '../../../stores/subscriptions/search-draft-store.ts';
import type { Zone } from '../../../time/time-text.ts';
import { changedText, columnsText, sortText } from '../../../words/search-words.ts';
import { type ChangedRange, type ChangedRangeEnd, endText, endTime, OPEN_RANGE, withEnd } from './changed-range.ts';
import { fieldList, fieldOf, fieldText } from './field-names.ts';

export const chipKinds = ['changed', 'sort', 'page', 'columns'] as const;
export type ChipKind = (typeof chipKinds)[number];

export interface Chip {
  readonly kind: ChipKind;
  /** Position of a sort key; 0 for all other chips. */
  readonly index: number;
  readonly name: string;
  readonly valueText: string;
  readonly text: string;
  readonly removal: SearchChange;
}

export function chipsOf(parts: SearchParts, now: number, zone: Zone): readonly Chip[] {
  const { changed, sortBy, limit, returnFields } = parts;
  const chips: Chip[] = [];
  const put = (kind: ChipKind, name: string, valueText: string, text: string, removal: SearchChange, index = 0) =>
    chips.push({ kind, index, name, valueText, text: `${kind}:${text}`, removal });
  if (changed !== null)
    put('changed', 'lastModifiedAt', changedText(changed, now, zone), spanText(changed, zone), { changed: null });
  for (const [index, key] of sortBy.entries())
    put('sort', 'sort', sortText(key), keyText(key), { sortBy: sortBy.toSpliced(index, 1) }, index);
  if (limit !== null) put('page', 'page', String(limit), String(limit), { limit: null });
  if (returnFields !== null)
    put('columns', 'columns', columnsText(returnFields), returnFields.map(fieldText).join(','), {
      returnFields: null,
    });
  return chips;
}

export type ParsedChip =
  | { readonly kind: 'change'; readonly change: SearchChange }
  | { readonly kind: 'mistake'; readonly words: string };

/** @param replaces index of the sort key being edited; null adds a key */
export function parseChip(
  text: string,
  context: { readonly parts: SearchParts; readonly replaces: number | null; readonly now: number; readonly zone: Zone },
): ParsedChip {
  const colon = text.indexOf(':');
  const written = (colon === -1 ? text : text.slice(0, colon)).trim();
  const value = colon === -1 ? '' : text.slice(colon + 1).trim();
  const word = chipKinds.find((candidate) => candidate === written.toLowerCase());
  if (word === undefined) {
    const near = nearestWord(written, chipKinds);
    return mistake(
      near === null
        ? 'Start with changed:, sort:, page: or columns:. Write anything else as JSON.'
        : `There is no “${written}:” here. Did you mean “${near}:”?`,
    );
  }
  if (value === '') return mistake(EXAMPLES[word]);
  switch (word) {
    case 'changed':
      return readSpan(value, context.now, context.zone);
    case 'sort':
      return readKeys(value, context.parts.sortBy, context.replaces);
    case 'page':
      return parseLimit(value);
    case 'columns': {
      const names = fieldList(value).map(fieldOf);
      return names.length === 0 ? mistake(EXAMPLES[word]) : change({ returnFields: [...new Set(names)] });
    }
    default:
      return assertNever(word);
  }
}

/** Parses an integer from 1; the document shows no maximum. */
export function parseLimit(text: string): ParsedChip {
  const limit = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
  return limit === null ? mistake('Enter 1 row or more, such as 100.') : change({ limit });
}

function readSpan(value: string, now: number, zone: Zone): ParsedChip {
  const ends = value.split('..');
  if (ends.length !== 2) return mistake(EXAMPLES.changed);
  let changed: ChangedRange | null = { ...OPEN_RANGE };
  for (const [index, end] of (['min', 'max'] as const).entries()) {
    const text = (ends[index] ?? '').trim();
    if (text === '') continue;
    const { at, note } = momentOf(text, end, now, zone);
    if (at === null) return mistake(note);
    changed = withEnd(changed, end, at);
  }
  return changed === null || (changed.min === OPEN_RANGE.min && changed.max === OPEN_RANGE.max)
    ? mistake(EXAMPLES.changed)
    : change({ changed });
}

const AGE = /^(\d{1,4})(m|h|d|w)$/;
const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Parses a time, or an age such as `2d`. */
function momentOf(text: string, end: ChangedRangeEnd, now: number, zone: Zone) {
  const [, amount, unit] = AGE.exec(text) ?? [];
  return unit === undefined
    ? endTime(text, end, now, zone)
    : { at: now - Number(amount) * (UNITS[unit] ?? 0), note: '' };
}

function readKeys(value: string, before: readonly SortKey[], replaces: number | null): ParsedChip {
  const keys: SortKey[] = fieldList(value).map((text) => {
    const [, field = text, direction = 'asc'] = /^(.*):(asc|desc)$/i.exec(text) ?? [];
    return { field: fieldOf(field), direction: direction.toLowerCase() };
  });
  if (keys.length === 0) return mistake(EXAMPLES.sort);
  const at = replaces ?? before.length;
  const others = before.filter((key, index) => index !== at && !keys.some(({ field }) => field === key.field));
  const index = before.slice(0, at).filter((key) => others.includes(key)).length;
  return change({ sortBy: others.toSpliced(index, 0, ...keys) });
}

const EXAMPLES: Readonly<Record<ChipKind, string>> = {
  changed:
    'Between two times: changed:2026-11-16..2026-11-21 14:30. Either can be left out, or be an age: changed:2d..',
  sort: 'By a field: sort:iotSubscriptionId, or sort:domainId:desc',
  page: 'Rows per page: page:100',
  columns: 'Only these fields: columns:iotSubscriptionId,domainId',
};

function spanText({ min, max }: ChangedRange, zone: Zone): string {
  const text = (end: ChangedRangeEnd, written: string) => (written === OPEN_RANGE[end] ? '' : endText(written, zone));
  return `${text('min', min)}..${text('max', max)}`;
}
function keyText({ field, direction }: SortKey): string {
  return direction === 'asc' ? fieldText(field) : `${fieldText(field)}:${direction}`;
}
function change(searchChange: SearchChange): ParsedChip {
  return { kind: 'change', change: searchChange };
}
function mistake(words: string): ParsedChip {
  return { kind: 'mistake', words };
}
