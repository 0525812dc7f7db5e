/** `docs/service.md` §7.1. The text is sent as written. Undocumented parts are named; only the service refuses them. */

import { listWith, withMember, withoutMember } from '../lib/json-edits.ts';
import { parseJsonNodes, type JsonNode } from '../lib/json-nodes.ts';

export const SEARCH_PATH = '/iot-connect/subscription-inventory/v2/search';
export const FIELD_PREFIX = 'iotSubscription.';

export function withFieldPrefix(name: string): string {
  return name.startsWith(FIELD_PREFIX) ? name : `${FIELD_PREFIX}${name}`;
}

export function withoutFieldPrefix(name: string): string {
  return name.startsWith(FIELD_PREFIX) ? name.slice(FIELD_PREFIX.length) : name;
}

export const documentedFields = ['iotSubscriptionId', 'subscriptionType', 'domainId', 'lastModifiedAt'] as const;

export const MAX_BODY_LENGTH = 65_536;

export interface SortKey {
  readonly field: string;
  /** `asc` is documented, `desc` is not. */
  readonly direction: string;
}

export interface SearchParts {
  /** Documented filter: `between` on only lastModifiedAt, both ends as written. */
  readonly changed: { readonly min: string; readonly max: string } | null;
  readonly otherFilters: number;
  readonly sortBy: readonly SortKey[];
  readonly limit: number | null;
  /** Names as written; null requests all fields. */
  readonly returnFields: readonly string[] | null;
  /** Names of undocumented properties, and of properties whose value a form cannot show. */
  readonly others: readonly string[];
}

export interface BodyMistake {
  readonly at: number;
  readonly length: number;
  readonly problem:
    | 'not-json'
    | 'not-an-object'
    | 'too-long'
    | 'too-deep'
    /** The body contains a page token, which only Watchfloor sets. */
    | 'after'
    | 'twice';
  readonly detail?: string;
}

export type ParsedBody =
  | { readonly kind: 'body'; readonly parts: SearchParts; readonly undocumented: readonly UndocumentedPart[] }
  | ({ readonly kind: 'mistake' } & BodyMistake);

export interface UndocumentedPart {
  readonly kind: 'filter-type' | 'filter-field' | 'sort-direction' | 'sort-field' | 'return-field' | 'property';
  readonly name: string;
  readonly path: readonly (string | number)[];
  readonly at: number;
  readonly length: number;
}

/** Returns the parts, or the first mistake; its `length` is 0 if something is missing at the end of the text. */
export function parseSearchBody(text: string): ParsedBody {
  if (text.length > MAX_BODY_LENGTH)
    return { kind: 'mistake', at: MAX_BODY_LENGTH, length: text.length - MAX_BODY_LENGTH, problem: 'too-long' };
  const body = parseJsonNodes(text);
  if (body.kind === 'mistake') {
    const { at, problem, expected } = body;
    const range = { at, length: Math.min(1, text.length - at) };
    return {
      kind: 'mistake',
      ...range,
      problem,
      ...(problem === 'too-deep' ? {} : { detail: `expected ${expected}` }),
    };
  }
  if (body.kind !== 'object')
    return { kind: 'mistake', at: body.at, length: body.end - body.at, problem: 'not-an-object' };
  const names = body.members.map(({ name }) => name);
  const wrong = body.members.find(({ name }, index) => name === 'after' || names.indexOf(name) < index);
  if (wrong !== undefined) {
    const problem = wrong.name === 'after' ? 'after' : 'twice';
    return { kind: 'mistake', at: wrong.at, length: nameLength(text, wrong), problem, detail: wrong.name };
  }
  return { kind: 'body', parts: partsOf(text, body), undocumented: undocumentedParts(text, body) };
}

/** Sets the token of a later page and changes no other character. @throws Error if the text is not a JSON object */
export function withPageToken(text: string, token: string): string {
  return withMember(text, objectOf(text), 'after', JSON.stringify(token));
}

function objectOf(text: string): BodyObject {
  const body = parseJsonNodes(text);
  if (body.kind !== 'object') throw new Error('What was not read as a body is changed');
  return body;
}

/** Keeps what the parts do not show, and values that a form cannot show. A text with a mistake stays as it is. */
export function changeSearchBody(
  text: string,
  change: Partial<Pick<SearchParts, 'changed' | 'sortBy' | 'limit' | 'returnFields'>>,
): string {
  if (parseSearchBody(text).kind === 'mistake') return text;
  let changed = text;
  if (change.changed !== undefined) changed = withChanged(changed, change.changed);
  if (change.sortBy !== undefined) changed = withSortBy(changed, change.sortBy);
  if (change.returnFields !== undefined) changed = withReturnFields(changed, change.returnFields);
  if (change.limit !== undefined) changed = withLimit(changed, change.limit);
  return changed;
}

function withLimit(text: string, limit: number | null): string {
  const body = objectOf(text);
  const present = memberValue(body, 'limit');
  if (present !== undefined && present.kind !== 'number') return text;
  if (limit === null) return withoutMember(text, body, 'limit');
  const isSame = present !== undefined && Number(text.slice(present.at, present.end)) === limit;
  return isSame ? text : withMember(text, body, 'limit', JSON.stringify(limit));
}

function withChanged(text: string, changed: SearchParts['changed']): string {
  return withElements(text, 'filters', (filters) => {
    const texts = filters.map((filter) => text.slice(filter.at, filter.end));
    const index = filters.findIndex((filter) => changedFilterOf(filter) !== null);
    const [filter, present] = [texts[index], filters[index] === undefined ? null : changedFilterOf(filters[index])];
    if (changed === null) return texts.filter((_, each) => each !== index);
    if (filter === undefined) return [...texts, betweenText(changed)];
    if (present?.min === changed.min && present.max === changed.max) return texts;
    return texts.with(index, withMember(filter, objectOf(filter), 'values', spanText(changed)));
  });
}

function withSortBy(text: string, sortBy: readonly SortKey[]): string {
  return withElements(text, 'sortBy', (present) => {
    const left = [...present];
    const takeKey = (isMeant: (key: SortKey) => boolean): string | null => {
      const index = left.findIndex((node) => {
        const key = sortKeyOf(node);
        return key !== null && isMeant(key);
      });
      const [node] = index === -1 ? [] : left.splice(index, 1);
      return node === undefined ? null : text.slice(node.at, node.end);
    };
    const same = sortBy.map((key) => takeKey((each) => each.field === key.field && each.direction === key.direction));
    const keys = sortBy.map(({ field, direction }, index) => {
      const turned = same[index] ?? takeKey((each) => each.field === field);
      if (turned === null) return `{ "direction": ${JSON.stringify(direction)}, "field": ${JSON.stringify(field)} }`;
      return same[index] ?? withMember(turned, objectOf(turned), 'direction', JSON.stringify(direction));
    });
    return [...keys, ...left.filter((node) => sortKeyOf(node) === null).map(({ at, end }) => text.slice(at, end))];
  });
}

function withReturnFields(text: string, names: readonly string[] | null): string {
  return withElements(text, 'returnFields', (present) => {
    const unshown = present.filter(({ kind }) => kind !== 'text').map(({ at, end }) => text.slice(at, end));
    return names === null && unshown.length === 0
      ? null
      : [...(names ?? []).map((name) => JSON.stringify(name)), ...unshown];
  });
}

/** Removes the list if `change` returns null, or no elements although there were some. */
function withElements(
  text: string,
  name: 'filters' | 'sortBy' | 'returnFields',
  change: (present: readonly JsonNode[]) => readonly string[] | null,
): string {
  const body = objectOf(text);
  const list = memberValue(body, name);
  if (list !== undefined && list.kind !== 'list') return text;
  const elements = change(elementsOf(list));
  if (elements === null || (elements.length === 0 && name !== 'returnFields'))
    return (list?.elements.length ?? 0) === 0 && elements !== null ? text : withoutMember(text, body, name);
  const isSame =
    elements.length === list?.elements.length &&
    list.elements.every(({ at, end }, index) => text.slice(at, end) === elements[index]);
  if (isSame) return text;
  return withMember(text, body, name, list === undefined ? `[${elements.join(', ')}]` : listWith(text, list, elements));
}

export function betweenText(changed: NonNullable<SearchParts['changed']>): string {
  return `{ "fields": [${JSON.stringify(CHANGED_FIELD)}], "type": "between", "values": ${spanText(changed)} }`;
}

function spanText({ min, max }: NonNullable<SearchParts['changed']>): string {
  return `{ "min": ${JSON.stringify(min)}, "max": ${JSON.stringify(max)} }`;
}

/**
 * Returns the parts that an answer names: by their position, else quoted, else without quotes; or the only part.
 * Ignores documented fields, which the answer more likely expects.
 */
export function refusedParts(parts: readonly UndocumentedPart[], responseText: string): readonly UndocumentedPart[] {
  const response = responseText.toLowerCase();
  // In JSON text, a slash may be escaped with a backslash.
  const unescaped = response.replaceAll(String.raw`\/`, '/');
  const placed = parts.filter(({ path }) => isPlacedIn(unescaped, path));
  if (placed.length > 0) return placed;
  const matches = parts
    .filter(({ name }) => !documentedFields.some((field) => name === field || name === FIELD_PREFIX + field))
    .map((part) => ({ part, as: namedAs(response, part.name.toLowerCase()) }));
  for (const style of ['quoted', 'bare'] as const) {
    const named = matches.filter(({ as }) => as === style).map(({ part }) => part);
    if (named.length > 0) return named;
  }
  return parts.length === 1 ? parts : [];
}

/** `filters.0.type`, `filters[0].type` or `/filters/0/type`. A single name is not a position. */
function isPlacedIn(response: string, path: UndocumentedPart['path']): boolean {
  if (path.length < 2) return false;
  const points = path.join('.').toLowerCase();
  const brackets = points.replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]');
  const slashes = `/${path.join('/').toLowerCase()}`;
  return [points, brackets, slashes].some((form) => {
    for (let at = response.indexOf(form); at !== -1; at = response.indexOf(form, at + 1)) {
      const isAtStart = form === slashes || !/[\p{L}\p{N}_]/u.test(response.charAt(at - 1));
      const after = response.slice(at + form.length, at + form.length + 2);
      // A longer path is the position of something inside the part.
      if (isAtStart && !/^[./]?[\p{L}\p{N}_[]/u.test(after)) return true;
    }
    return false;
  });
}

function namedAs(response: string, name: string): 'quoted' | 'bare' | null {
  let as: 'bare' | null = null;
  if (name.trim() === '') return as;
  for (let at = response.indexOf(name); at !== -1; at = response.indexOf(name, at + 1)) {
    const [before, after] = [response.charAt(at - 1), response.charAt(at + name.length)];
    // In JSON text, a quotation mark is escaped with a backslash.
    if (/["'`“‘]/.test(before) && /["'`”’\\]/.test(after)) return 'quoted';
    if (!/[\p{L}\p{N}_]/u.test(before) && !/[\p{L}\p{N}_]/u.test(after)) as = 'bare';
  }
  return as;
}

type BodyObject = JsonNode & { readonly kind: 'object' };

/** Documented names. Source: `docs/service.md` §7.1, §7.2, §7.5. */
const documented = {
  property: ['filters', 'sortBy', 'after', 'limit', 'returnFields'],
  'filter-type': ['between'],
  'filter-field': ['iotSubscription.lastModifiedAt'],
  'sort-field': ['iotSubscription.iotSubscriptionId'],
  'sort-direction': ['asc'],
  'return-field': documentedFields.map(withFieldPrefix),
} as const satisfies Record<UndocumentedPart['kind'], readonly string[]>;

export function documentedNames(kind: UndocumentedPart['kind']): readonly string[] {
  return documented[kind];
}

const CHANGED_FIELD = documented['filter-field'][0];

function memberValue(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return node?.kind === 'object' ? node.members.find((member) => member.name === name)?.value : undefined;
}

function elementsOf(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === 'list' ? node.elements : [];
}

const textOf = (node: JsonNode | undefined) => (node?.kind === 'text' ? node.value : null);

function changedFilterOf(filter: JsonNode): SearchParts['changed'] {
  if (!hasOnly(filter, ['fields', 'type', 'values'])) return null;
  const fields = elementsOf(memberValue(filter, 'fields'));
  const values = memberValue(filter, 'values');
  const [min, max] = [textOf(memberValue(values, 'min')), textOf(memberValue(values, 'max'))];
  if (fields.length !== 1 || textOf(fields[0]) !== CHANGED_FIELD || textOf(memberValue(filter, 'type')) !== 'between')
    return null;
  return min === null || max === null || !hasOnly(values, ['min', 'max']) ? null : { min, max };
}

function sortKeyOf(node: JsonNode): SortKey | null {
  const [field, direction] = [textOf(memberValue(node, 'field')), textOf(memberValue(node, 'direction'))];
  return field === null || direction === null ? null : { field, direction };
}

function hasOnly(node: JsonNode | undefined, names: readonly string[]): boolean {
  return (
    node?.kind === 'object' && node.members.length === names.length && names.every((name) => memberValue(node, name))
  );
}

function partsOf(text: string, body: BodyObject): SearchParts {
  const [filters, sortBy, returnFields] = ['filters', 'sortBy', 'returnFields'].map((name) => memberValue(body, name));
  const limit = limitOf(text, memberValue(body, 'limit'));
  const changed =
    elementsOf(filters)
      .map(changedFilterOf)
      .find((each) => each !== null) ?? null;
  const keys = elementsOf(sortBy).map(sortKeyOf);
  const names = elementsOf(returnFields).map(textOf);
  const isShown: Readonly<Record<string, boolean>> = {
    filters: filters?.kind === 'list',
    sortBy: sortBy?.kind === 'list' && !keys.includes(null),
    limit: limit !== null,
    returnFields: returnFields?.kind === 'list' && !names.includes(null),
  };
  return {
    changed,
    otherFilters: elementsOf(filters).length - (changed === null ? 0 : 1),
    sortBy: keys.filter((key) => key !== null),
    limit,
    returnFields: returnFields?.kind === 'list' ? names.filter((name) => name !== null) : null,
    others: body.members.map(({ name }) => name).filter((name) => !Object.hasOwn(isShown, name) || !isShown[name]),
  };
}

function limitOf(text: string, node: JsonNode | undefined): number | null {
  const limit = node?.kind === 'number' ? Number(text.slice(node.at, node.end)) : Infinity;
  return Number.isFinite(limit) ? limit : null;
}

function undocumentedParts(text: string, body: BodyObject): readonly UndocumentedPart[] {
  const found: UndocumentedPart[] = [];
  const noteText = (kind: UndocumentedPart['kind'], node: JsonNode | undefined, path: UndocumentedPart['path']) => {
    if (node?.kind !== 'text' || documentedNames(kind).includes(node.value)) return;
    found.push({ kind, name: node.value, path, at: node.at, length: node.end - node.at });
  };
  const noteNames = (
    node: JsonNode | undefined,
    allowed: readonly string[],
    path: UndocumentedPart['path'] = [],
  ): void => {
    if (node?.kind !== 'object') return;
    for (const { name, at, value } of node.members.filter((member) => !allowed.includes(member.name)))
      found.push({ kind: 'property', name, path: [...path, name], at, length: nameLength(text, { at, value }) });
  };
  noteNames(body, documented.property);
  for (const [index, filter] of elementsOf(memberValue(body, 'filters')).entries()) {
    const path = ['filters', index];
    noteNames(filter, ['fields', 'type', 'values'], path);
    for (const [position, field] of elementsOf(memberValue(filter, 'fields')).entries())
      noteText('filter-field', field, [...path, 'fields', position]);
    noteText('filter-type', memberValue(filter, 'type'), [...path, 'type']);
    if (textOf(memberValue(filter, 'type')) === 'between')
      noteNames(memberValue(filter, 'values'), ['min', 'max'], [...path, 'values']);
  }
  for (const [index, key] of elementsOf(memberValue(body, 'sortBy')).entries()) {
    const path = ['sortBy', index];
    noteNames(key, ['direction', 'field'], path);
    noteText('sort-field', memberValue(key, 'field'), [...path, 'field']);
    noteText('sort-direction', memberValue(key, 'direction'), [...path, 'direction']);
  }
  for (const [index, name] of elementsOf(memberValue(body, 'returnFields')).entries())
    noteText('return-field', name, ['returnFields', index]);
  return found.toSorted((one, other) => one.at - other.at);
}

function nameLength(text: string, { at, value }: { readonly at: number; readonly value: JsonNode }): number {
  return text.slice(at, value.at).trimEnd().slice(0, -1).trimEnd().length;
}
