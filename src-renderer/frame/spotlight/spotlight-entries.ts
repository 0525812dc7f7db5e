/** Results in display order: a time; for a text with a digit, identifiers; screens, profiles and commands; searches. */
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { type Command, commandGroups } from '../../commands/command.ts';
import type { FoundId } from '../../../src-shared/api/ids/found-ids.ts';
import { type FoundIds, storedKey } from '../../../src-shared/api/ids/merged-ids.ts';
import { fieldFilter, idText } from '../../components/ids/id-text.ts';

export type FoundSubscription = FoundIds['stored'][number];

export type SpotlightEntry = { readonly key: string } & (
  | { readonly kind: 'id'; readonly id: FoundId }
  | { readonly kind: 'subscription'; readonly stored: FoundSubscription }
  /** Opens the timeline with the text as a text search, or as a filter. */
  | { readonly kind: 'text'; readonly text: string; readonly filter: Filter }
  | { readonly kind: 'filter'; readonly text: string; readonly filter: Filter }
  | { readonly kind: 'rows'; readonly text: string }
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
  readonly kind: 'time' | 'ids' | 'subscriptions' | 'with-it' | 'go-and-do';
  readonly entries: readonly SpotlightEntry[];
}

export interface SpotlightQuery {
  readonly typed: string;
  readonly time: number | null;
  readonly ids: readonly FoundId[] | null;
  /** Null if there is no inventory to search. */
  readonly stored: FoundIds['stored'] | null;
  readonly watches: readonly OpenWatch[];
  readonly commands: readonly Command[];
}

export const COMMANDS_ONLY = '>';

/** Omits empty groups, except for an id search. */
export function spotlightGroups(query: SpotlightQuery): SpotlightGroup[] {
  const { typed, time, ids, stored, watches, commands } = query;
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
  if (ids === null || text === '') return nonEmpty(times, goAndDo);
  const withIt: SpotlightGroup = { kind: 'with-it', entries: textEntries(id ?? text, stored !== null) };
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
function textEntries(text: string, hasRows: boolean): SpotlightEntry[] {
  const ofFields = fieldFilter(text);
  const asText: Filter = { terms: [{ kind: 'text', values: [text], negated: false }] };
  return [
    ...(ofFields === null ? [] : [{ kind: 'filter', key: 'filter', text, filter: ofFields } as const]),
    { kind: 'text', key: 'text', text, filter: asText },
    ...(hasRows && ofFields === null ? [{ kind: 'rows', key: 'rows', text } as const] : []),
  ];
}

/** Best match first; if equal, screens and profiles, then commands by group. */
function matchingEntries(text: string, watches: readonly OpenWatch[], commands: readonly Command[]): SpotlightEntry[] {
  const ofGroup = (group: Command['group']) =>
    commands.filter((command) => command.keysOnly !== true && command.group === group).flatMap(ofCommand);
  function ofCommand(command: Command): { readonly entry: SpotlightEntry; readonly rank: number }[] {
    const rank = matchRank(command.title, text);
    const synonym = bestSynonym(command.synonyms ?? [], text);
    const entry = { kind: 'command', key: `command ${command.id}`, command } as const;
    if (synonym !== null && (rank === null || synonym.rank < rank))
      return [{ entry: { ...entry, synonym: synonym.text }, rank: synonym.rank }];
    return rank === null ? [] : [{ entry: { ...entry, synonym: null }, rank }];
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
