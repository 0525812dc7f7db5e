/**
 * What Ctrl+K offers for what was typed, in the order in which it is drawn: identifiers of events and
 * of stored subscriptions, what can be done with the text, then screens, profiles and commands. Decides only; nothing is looked up or done here.
 */
import type { Filter } from '../../src-shared/domain/filter.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { type Command, commandGroups } from './command.ts';
import { fieldFilter, type FoundId, idText } from './id-lookup.ts';
import { type FoundSubscription, subscriptionKey } from './subscription-lookup.ts';

export type SpotlightEntry = { readonly key: string } & (
  | { readonly kind: 'id'; readonly id: FoundId }
  | { readonly kind: 'subscription'; readonly stored: FoundSubscription }
  /** The timeline with a filter: of the text as it is, or as the filter that it is. */
  | { readonly kind: 'text'; readonly text: string; readonly filter: Filter }
  | { readonly kind: 'filter'; readonly text: string; readonly filter: Filter }
  /** The rows of the newest search that hold it. */
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
  /** Those found so far; `null` where nothing is watched, so that there are no events to look at. */
  readonly ids: readonly FoundId[] | null;
  /** Stored ones, and how far the answer reaches; `null` where nothing of the inventory is stored. */
  readonly subscriptions: { readonly found: readonly FoundSubscription[]; readonly note: string } | null;
  /** Those that can be shown in the place of the one that is. */
  readonly watches: readonly OpenWatch[];
  readonly commands: readonly Command[];
}

/** Written before a text, it means commands alone. */
export const COMMANDS_ONLY = '>';

/** Groups without entries are left out, but for identifiers that are looked for, and where it is to be said that not all was. */
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
  const saysMore = (kind: SpotlightGroup['kind']) =>
    kind === 'ids' || (kind === 'subscriptions' && subscriptions?.note);
  return groups.filter(({ kind, entries }) => entries.length > 0 || saysMore(kind));
}

/** A text that is a filter of fields can be meant as one; it is still looked for as it is. */
function textEntries(text: string, hasRows: boolean): SpotlightEntry[] {
  const ofFields = fieldFilter(text);
  const asText: Filter = { terms: [{ kind: 'text', values: [text], negated: false }] };
  return [
    ...(ofFields === null ? [] : [{ kind: 'filter', key: 'filter', text, filter: ofFields } as const]),
    { kind: 'text', key: 'text', text, filter: asText },
    ...(hasRows && ofFields === null ? [{ kind: 'rows', key: 'rows', text } as const] : []),
  ];
}

/** The best fit first; among equals screens and profiles, then commands by their groups. */
function matchingEntries(text: string, watches: readonly OpenWatch[], commands: readonly Command[]): SpotlightEntry[] {
  const offered = commands.filter(({ keysOnly }) => keysOnly !== true);
  const ofGroup = (wanted: Command['group']) =>
    offered
      .filter(({ group }) => group === wanted)
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

/** How well, the less the better: it begins with the text; words begin with its words; it holds it. `null`: it does not. */
export function matchRank(title: string, text: string): number | null {
  const [in_, wanted] = [title.toLowerCase(), text.toLowerCase()];
  if (in_.startsWith(wanted)) return 0;
  const words = in_.split(/[^\p{L}\p{N}]+/u);
  if (wanted.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)))) return 1;
  return in_.includes(wanted) ? 2 : null;
}

/** Where a text stands in another, in any case; the whole is the first part where it does not. */
export function splitAtMatch(whole: string, text: string): readonly [before: string, match: string, after: string] {
  const at = text === '' ? -1 : whole.toLowerCase().indexOf(text.toLowerCase());
  // Lower case can be longer than what it is of: then nothing is marked rather than the wrong part.
  if (at === -1 || whole.toLowerCase().length !== whole.length) return [whole, '', ''];
  return [whole.slice(0, at), whole.slice(at, at + text.length), whole.slice(at + text.length)];
}
