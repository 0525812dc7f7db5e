/**
 * Parses the service's answer to a search: `service-spec.md` "Search response". Items are substrings of the received
 * text, which keeps digits, escapes and duplicate names. A value that the document does not promise is read as unknown,
 * never guessed.
 */
import { parseJsonNodes, type JsonNode } from '../lib/json-nodes.ts';

export type ParsedSearchResponse =
  | {
      readonly kind: 'answer';
      /** Null if it is missing or not a count. */
      readonly totalHits: number | null;
      /** Token of the next page; null if there is none. */
      readonly next: string | null;
      /** JSON texts as received, of any type. */
      readonly items: readonly string[];
    }
  /** The page has more rows than the limit. */
  | { readonly kind: 'too-many' }
  /** `detail` ends the sentence "the answer …". */
  | { readonly kind: 'not-understood'; readonly detail: string };

/** Opens the answer and its members, but not the items. */
const OPENED_LEVELS = 2;
/** Max rows of a page: parsing them takes some tens of milliseconds, in which nothing else runs. */
const MAX_ITEMS = 50_000;
/** Max characters of a token, which is sent back and shown with its request. */
const MAX_TOKEN_LENGTH = 65_536;

export function parseSearchResponse(text: string): ParsedSearchResponse {
  const answer = parseJsonNodes(text, OPENED_LEVELS, MAX_ITEMS);
  if (answer.kind === 'mistake' && answer.problem === 'too-long') return { kind: 'too-many' };
  if (answer.kind === 'mistake')
    return notUnderstood(answer.problem === 'too-deep' ? 'is nested too deeply' : 'is no JSON');
  if (answer.kind !== 'object') return notUnderstood('is no JSON object');
  const items = memberOf(answer, 'items');
  if (items?.kind !== 'list') return notUnderstood('has no list of items');
  const pagination = memberOf(answer, 'pagination');
  const next = tokenOf(text, memberOf(pagination, 'next'));
  if (next !== null && next.length > MAX_TOKEN_LENGTH) return notUnderstood('has a token that is too long');
  return {
    kind: 'answer',
    totalHits: countOf(text, memberOf(pagination, 'totalHits')),
    next,
    items: items.elements.map(({ at, end }) => text.slice(at, end)),
  };
}

function notUnderstood(detail: string): ParsedSearchResponse {
  return { kind: 'not-understood', detail };
}

/** Returns the last value of a duplicate name, like `JSON.parse`. */
function memberOf(place: JsonNode | undefined, name: string): JsonNode | undefined {
  return place?.kind === 'object' ? place.members.findLast((member) => member.name === name)?.value : undefined;
}

function countOf(text: string, place: JsonNode | undefined): number | null {
  if (place?.kind !== 'number') return null;
  const count = Number(text.slice(place.at, place.end));
  return Number.isSafeInteger(count) && count >= 0 ? count + 0 : null;
}

/** Keeps the digits of a number, so that it is sent back unchanged. */
function tokenOf(text: string, place: JsonNode | undefined): string | null {
  if (place?.kind === 'number') return text.slice(place.at, place.end);
  return place?.kind === 'text' && place.value.trim() !== '' ? place.value : null;
}
