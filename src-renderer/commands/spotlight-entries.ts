/**
 * Computes the Ctrl+K results in display order: identifiers of events and of stored subscriptions, actions with the
 * text, then screens, profiles and commands. Does not search or act itself.
 */
import type { Filter } from '../../src-shared/domain/filter/filter.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { type Command, commandGroups } from './command.ts';
import { fieldFilter, type FoundId, idText } from './id-lookup.ts';
import { type FoundSubscription, subscriptionKey } from './subscription-lookup.ts';

export type SpotlightEntry = { readonly key: string } & (
  | { readonly kind: 'id'; readonly id: FoundId }
  | { readonly kind: 'subscription'; readonly stored: FoundSubscription }
  /** Opens the timeline with the text as a text search, or as a filter. */
  | { readonly kind: 'text'; readonly text: string; readonly filter: Filter }
  | { readonly kind: 'filter'; readonly text: string; readonly filter: Filter }
  | { readonly kind: 'rows'; readonly text: string }
  | { readonly kind: 'watch'; readonly watch: OpenWatch }
  | { readonly kind: 'command'; readonly command: Command }
);

export interface OpenWatch {
  readonly watch: WatchId;
  readonly name: string;
}

export interface SpotlightGroup {
  readonly kind: 'ids' | 'subscriptions' | 'with-it' | 'go-and-do';
  readonly entries: readonly SpotlightEntry[];
}

export interface SpotlightQuery {
  readonly typed: string;
  /** Ids found so far; null if nothing is watched, so there are no events. */
  readonly ids: readonly FoundId[] | null;
  /** Stored subscriptions found and how complete the search is; null if none are stored. */
  readonly subscriptions: { readonly found: readonly FoundSubscription[]; readonly note: string } | null;
  readonly watches: readonly OpenWatch[];
  readonly commands: readonly Command[];
}

export const COMMANDS_ONLY = '>';

/** Omits empty groups, except for an id search and for an incomplete search of subscriptions. */
export function spotlightGroups({ typed, ids, subscriptions, watches, commands }: SpotlightQuery): SpotlightGroup[] {
  const text = typed.trim();
  const groups: SpotlightGroup[] = [];
  if (text.startsWith(COMMANDS_ONLY)) {
    groups.push({ kind: 'go-and-do', entries: matchingEntries(text.slice(1).trim(), [], commands) });
  } else {
    if (ids !== null && idText(text) !== null)
      groups.push({ kind: 'ids', entries: ids.map((id) => ({ kind: 'id', key: `id ${id.field} ${id.value}`, id })) });
    if (ids !== null && subscriptions !== null)
      groups.push({
        kind: 'subscriptions',
        entries: subscriptions.found.map((stored) => ({
          kind: 'subscription',
          key: `stored ${subscriptionKey(stored)}`,
          stored,
        })),
      });
    const written = idText(text) ?? text;
    groups.push({
      kind: 'with-it',
      entries: ids === null || text === '' ? [] : textEntries(written, subscriptions !== null),
    });
    groups.push({ kind: 'go-and-do', entries: matchingEntries(text, watches, commands) });
  }
  const hasMore = (kind: SpotlightGroup['kind']) => kind === 'ids' || (kind === 'subscriptions' && subscriptions?.note);
  return groups.filter(({ kind, entries }) => entries.length > 0 || hasMore(kind));
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
  const offered = commands.filter(({ keysOnly }) => keysOnly !== true);
  const ofGroup = (group: Command['group']) =>
    offered
      .filter((command) => command.group === group)
      .map((command) => ({
        title: command.title,
        entry: { kind: 'command', key: `command ${command.id}`, command } as const,
      }));
  const profiles = watches.map((watch) => ({
    title: watch.name,
    entry: { kind: 'watch', key: `watch ${watch.watch}`, watch } as const,
  }));
  return commandGroups
    .flatMap((group) => (group === 'Go to' ? [...ofGroup(group), ...profiles] : ofGroup(group)))
    .flatMap(({ title, entry }) => {
      const fit = matchRank(title, text);
      return fit === null ? [] : [{ entry, fit }];
    })
    .toSorted((a, b) => a.fit - b.fit)
    .map(({ entry }) => entry);
}

/**
 * Rank of a match, 0 is best: the title starts with the text; its words start with the text's words; it contains the
 * text. Null if it does not match.
 */
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
