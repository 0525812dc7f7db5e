/** Results in display order: a time; for a text with a digit, identifiers; screens, profiles and commands; searches. */
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { countryLabel, countryName } from '../../../src-shared/words/country-words.ts';
import { type Command, commandGroups } from '../../commands/command.ts';
import type { FoundId, NameAnswer } from '../../../src-shared/api/ids/found-ids.ts';
import { type FoundIds, storedKey } from '../../../src-shared/api/ids/merged-ids.ts';
import { fieldFilter, idText } from '../../components/ids/id-text.ts';

export type FoundSubscription = FoundIds['stored'][number];

export type SpotlightEntry = { readonly key: string } & (
  | { readonly kind: 'id'; readonly id: FoundId }
  | { readonly kind: 'recent'; readonly value: string }
  | { readonly kind: 'subscription'; readonly stored: FoundSubscription }
  /** Opens the timeline with the text as a text search, or as a filter. */
  | { readonly kind: 'text'; readonly text: string; readonly filter: Filter }
  | { readonly kind: 'filter'; readonly text: string; readonly filter: Filter }
  | { readonly kind: 'rows'; readonly text: string }
  /** Opens the requests of a company or user. */
  | { readonly kind: 'name'; readonly answer: NameAnswer }
  | { readonly kind: 'watch'; readonly watch: OpenWatch }
  /** `synonym`: by which the command was found; null if by its title. */
  | { readonly kind: 'command'; readonly command: Command; readonly synonym: string | null }
  /** Opens the timeline at a time, or says on Coverage whether it was watched then. UTC epoch ms. */
  | { readonly kind: 'time'; readonly at: number; readonly screen: 'timeline' | 'coverage' }
);

export interface OpenWatch {
  readonly watch: WatchId;
  readonly name: string;
}

export interface SpotlightGroup {
  readonly kind: 'recent' | 'time' | 'ids' | 'subscriptions' | 'with-it' | 'go-and-do';
  readonly entries: readonly SpotlightEntry[];
}

export interface SpotlightQuery {
  readonly typed: string;
  readonly time: number | null;
  readonly ids: readonly FoundId[] | null;
  /** Null if there is no inventory to search. */
  readonly stored: FoundIds['stored'] | null;
  /** Ids that the user opened last, newest first. */
  readonly recent: readonly string[];
  readonly names: readonly NameAnswer[];
  readonly watches: readonly OpenWatch[];
  readonly commands: readonly Command[];
}

export const COMMANDS_ONLY = '>';

/** Omits empty groups, except for an id search. */
export function spotlightGroups(query: SpotlightQuery): SpotlightGroup[] {
  const { typed, time, ids, stored, recent, names, watches, commands } = query;
  const text = typed.trim();
  if (text.startsWith(COMMANDS_ONLY))
    return nonEmpty({ kind: 'go-and-do', entries: matchingEntries(text.slice(1).trim(), [], commands) });
  const id = time === null ? idText(text) : null;
  const times: SpotlightGroup = {
    kind: 'time',
    entries:
      time === null
        ? []
        : (['timeline', 'coverage'] as const).map((screen) => ({
            kind: 'time',
            key: `time ${screen}`,
            at: time,
            screen,
          })),
  };
  const goAndDo: SpotlightGroup = { kind: 'go-and-do', entries: matchingEntries(text, watches, commands) };
  const recentIds: SpotlightGroup = {
    kind: 'recent',
    entries: recent.map((value) => ({ kind: 'recent', key: `recent ${value}`, value })),
  };
  if (ids === null) return nonEmpty(times, goAndDo);
  if (text === '') return nonEmpty(recentIds, goAndDo);
  const withIt: SpotlightGroup = { kind: 'with-it', entries: textEntries(id ?? text, names, stored !== null) };
  if (id === null) return nonEmpty(times, goAndDo, withIt);
  const foundIds = ids.map((found) => ({ kind: 'id', key: `id ${found.field} ${found.value}`, id: found }) as const);
  const rows = (stored ?? []).map(
    (found) => ({ kind: 'subscription', key: `stored ${storedKey(found)}`, stored: found }) as const,
  );
  return [{ kind: 'ids', entries: foundIds }, ...nonEmpty({ kind: 'subscriptions', entries: rows }, withIt, goAndDo)];
}

function nonEmpty(...groups: readonly SpotlightGroup[]): SpotlightGroup[] {
  return groups.filter(({ entries }) => entries.length > 0);
}

/** A text that is a valid filter is offered as a filter and as a text search. */
function textEntries(text: string, names: readonly NameAnswer[], hasRows: boolean): SpotlightEntry[] {
  const ofFields = fieldFilter(text);
  const asText: Filter = { terms: [{ kind: 'text', values: [text], negated: false }] };
  return [
    ...(ofFields === null ? [] : [{ kind: 'filter', key: 'filter', text, filter: ofFields } as const]),
    ...names.flatMap((answer) => [
      { kind: 'name', key: `name ${answer.field} ${answer.value}`, answer } as const,
      valueEntry(answer.field, answer.value),
    ]),
    ...countriesNamed(text).map((code) => valueEntry('country', code)),
    { kind: 'text', key: 'text', text, filter: asText },
    ...(hasRows && ofFields === null ? [{ kind: 'rows', key: 'rows', text } as const] : []),
  ];
}

const MIN_COUNTRY_TEXT = 4;
const MAX_COUNTRIES = 3;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');

/** Codes of the countries whose names start with the text. */
function countriesNamed(text: string): string[] {
  if (text.length < MIN_COUNTRY_TEXT) return [];
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter((code) => {
    const name = countryName(code);
    return name !== null && countryLabel(code) === name && matchRank(name, text) === 0;
  });
  return codes.slice(0, MAX_COUNTRIES);
}

function valueEntry(field: NameAnswer['field'] | 'country', value: string): SpotlightEntry {
  const filter: Filter = { terms: [{ kind: 'value', field, values: [value], negated: false }] };
  return { kind: 'filter', key: `${field} ${value}`, text: printFilter(filter), filter };
}

/** Actions of the open event, case or group. */
const OF_OPEN_THING: ReadonlySet<Command['group']> = new Set(['Case', 'Event']);

/** Actions of the open thing first, then exact titles, then the best match; if equal, by title before by synonym. */
function matchingEntries(text: string, watches: readonly OpenWatch[], commands: readonly Command[]): SpotlightEntry[] {
  const ofGroup = (group: Command['group']) =>
    commands.filter((command) => command.keysOnly !== true && command.group === group).flatMap(ofCommand);
  function ofCommand(command: Command): { readonly entry: SpotlightEntry; readonly rank: number }[] {
    const rank = matchRank(command.title, text);
    const synonym = bestSynonym(command.synonyms ?? [], text);
    const entry = { kind: 'command', key: `command ${command.id}`, command } as const;
    if (synonym !== null && (rank === null || synonym.rank < rank))
      return [{ entry: { ...entry, synonym: synonym.text }, rank: synonym.rank + 0.5 }];
    if (rank === null) return [];
    const isFirst = text !== '' && rank < 2 && OF_OPEN_THING.has(command.group);
    const isExact = command.title.toLowerCase() === text.toLowerCase();
    return [{ entry: { ...entry, synonym: null }, rank: isFirst ? -2 : isExact ? -1 : rank }];
  }
  const profiles = watches.flatMap((watch) => {
    const rank = matchRank(watch.name, text);
    return rank === null ? [] : [{ entry: { kind: 'watch', key: `watch ${watch.watch}`, watch } as const, rank }];
  });
  return commandGroups
    .flatMap((group) => (group === 'Go to' ? [...ofGroup(group), ...profiles] : ofGroup(group)))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}

/** A single letter is the beginning of too many synonyms. */
const MIN_SYNONYM_TEXT = 2;

/** Only the beginnings of words count, as in `quiet hours` for `hours`. */
function bestSynonym(
  synonyms: readonly string[],
  text: string,
): { readonly text: string; readonly rank: number } | null {
  if (text.length < MIN_SYNONYM_TEXT) return null;
  const found = synonyms.flatMap((synonym) => {
    const rank = matchRank(synonym, text);
    return rank === null || rank > 1 ? [] : [{ text: synonym, rank }];
  });
  return found.toSorted((a, b) => a.rank - b.rank)[0] ?? null;
}

/** 0 is best: the title starts with the text; its words start with the text's; it contains it. Null for no match. */
export function matchRank(title: string, text: string): number | null {
  const [in_, lowerText] = [title.toLowerCase(), text.toLowerCase()];
  if (in_.startsWith(lowerText)) return 0;
  const words = in_.split(/[^\p{L}\p{N}]+/u);
  if (lowerText.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)))) return 1;
  return in_.includes(lowerText) ? 2 : null;
}

/** Splits a text around the match, ignoring case; without a match, everything is in the first part. */
export function splitAtMatch(label: string, text: string): readonly [before: string, match: string, after: string] {
  const at = text === '' ? -1 : label.toLowerCase().indexOf(text.toLowerCase());
  // Lower-casing can change the length; then nothing is marked, instead of the wrong part.
  if (at === -1 || label.toLowerCase().length !== label.length) return [label, '', ''];
  return [label.slice(0, at), label.slice(at, at + text.length), label.slice(at + text.length)];
}
