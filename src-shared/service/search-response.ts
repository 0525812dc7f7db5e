/**
 * `docs/service.md` §7.3. Items are substrings of the received text, which keeps digits, escapes and duplicate names.
 * What is not promised is read as unknown, never guessed.
 */
import { parseJsonNodes, type JsonNode } from '../lib/json-nodes.ts';

export type ParsedSearchResponse =
  | {
      readonly kind: 'answer';
      readonly totalHits: number | null;
      readonly next: string | null;
      readonly items: readonly string[];
    }
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
  const body = parseJsonNodes(text, OPENED_LEVELS, MAX_ITEMS);
  if (body.kind === 'mistake' && body.problem === 'too-long') return { kind: 'too-many' };
  if (body.kind === 'mistake')
    return notUnderstood(body.problem === 'too-deep' ? 'is nested too deeply' : 'is not JSON');
  if (body.kind !== 'object') return notUnderstood('is not a JSON object');
  const items = memberOf(body, 'items');
  if (items?.kind !== 'list') return notUnderstood('has no list of items');
  const pagination = memberOf(body, 'pagination');
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
function memberOf(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return node?.kind === 'object' ? node.members.findLast((member) => member.name === name)?.value : undefined;
}

function countOf(text: string, node: JsonNode | undefined): number | null {
  if (node?.kind !== 'number') return null;
  const count = Number(text.slice(node.at, node.end));
  return Number.isSafeInteger(count) && count >= 0 ? count + 0 : null;
}

/** Keeps the digits of a number, so that it is sent back unchanged. */
function tokenOf(text: string, node: JsonNode | undefined): string | null {
  if (node?.kind === 'number') return text.slice(node.at, node.end);
  return node?.kind === 'text' && node.value.trim() !== '' ? node.value : null;
}
