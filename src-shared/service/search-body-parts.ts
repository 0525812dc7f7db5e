/**
 * Reads the contents of a search body: the parts that a form can show, and the undocumented parts with their positions.
 * Requires an object that was parsed without a mistake.
 */
import type { JsonNode } from '../lib/json-nodes.ts';
import type { SearchParts, SortKey, UndocumentedPart } from './search-body.ts';

export type BodyObject = JsonNode & { readonly kind: 'object' };

/**
 * Documented names. Source: `service-spec.md` "1. Search subscriptions", and the notes of "Subscription (search result
 * item)".
 */
const documented = {
  property: ['filters', 'sortBy', 'after', 'limit', 'returnFields'],
  'filter-type': ['between'],
  'filter-field': ['iotSubscription.lastModifiedAt'],
  'sort-field': ['iotSubscription.iotSubscriptionId'],
  'sort-direction': ['asc'],
  'return-field': [
    'iotSubscription.iotSubscriptionId',
    'iotSubscription.subscriptionType',
    'iotSubscription.domainId',
    'iotSubscription.lastModifiedAt',
  ],
} as const satisfies Record<UndocumentedPart['kind'], readonly string[]>;

/** Field names include their prefix. */
export function documentedNames(kind: UndocumentedPart['kind']): readonly string[] {
  return documented[kind];
}

export const CHANGED_FIELD = documented['filter-field'][0];

export function memberValue(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return node?.kind === 'object' ? node.members.find((member) => member.name === name)?.value : undefined;
}

export function elementsOf(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === 'list' ? node.elements : [];
}

const textOf = (node: JsonNode | undefined) => (node?.kind === 'text' ? node.value : null);

/** Returns the span if the filter is exactly the documented one, otherwise null. */
export function changedFilterOf(filter: JsonNode): SearchParts['changed'] {
  if (!hasOnly(filter, ['fields', 'type', 'values'])) return null;
  const fields = elementsOf(memberValue(filter, 'fields'));
  const values = memberValue(filter, 'values');
  const [min, max] = [textOf(memberValue(values, 'min')), textOf(memberValue(values, 'max'))];
  if (fields.length !== 1 || textOf(fields[0]) !== CHANGED_FIELD || textOf(memberValue(filter, 'type')) !== 'between')
    return null;
  return min === null || max === null || !hasOnly(values, ['min', 'max']) ? null : { min, max };
}

export function sortKeyOf(node: JsonNode): SortKey | null {
  const [field, direction] = [textOf(memberValue(node, 'field')), textOf(memberValue(node, 'direction'))];
  return field === null || direction === null ? null : { field, direction };
}

function hasOnly(node: JsonNode | undefined, names: readonly string[]): boolean {
  return (
    node?.kind === 'object' && node.members.length === names.length && names.every((name) => memberValue(node, name))
  );
}

export function partsOf(text: string, body: BodyObject): SearchParts {
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

/** In the order of the text. */
export function undocumentedParts(text: string, body: BodyObject): readonly UndocumentedPart[] {
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

export function nameLength(text: string, { at, value }: { readonly at: number; readonly value: JsonNode }): number {
  return text.slice(at, value.at).trimEnd().slice(0, -1).trimEnd().length;
}
