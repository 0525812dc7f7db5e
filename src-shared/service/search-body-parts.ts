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

export function memberValue(place: JsonNode | undefined, name: string): JsonNode | undefined {
  return place?.kind === 'object' ? place.members.find((member) => member.name === name)?.value : undefined;
}

export function elementsOf(place: JsonNode | undefined): readonly JsonNode[] {
  return place?.kind === 'list' ? place.elements : [];
}

const textOf = (place: JsonNode | undefined) => (place?.kind === 'text' ? place.value : null);

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

export function sortKeyOf(place: JsonNode): SortKey | null {
  const [field, direction] = [textOf(memberValue(place, 'field')), textOf(memberValue(place, 'direction'))];
  return field === null || direction === null ? null : { field, direction };
}

function hasOnly(place: JsonNode | undefined, names: readonly string[]): boolean {
  return (
    place?.kind === 'object' && place.members.length === names.length && names.every((name) => memberValue(place, name))
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

function limitOf(text: string, place: JsonNode | undefined): number | null {
  const limit = place?.kind === 'number' ? Number(text.slice(place.at, place.end)) : Infinity;
  return Number.isFinite(limit) ? limit : null;
}

/** In the order of the text. */
export function undocumentedParts(text: string, body: BodyObject): readonly UndocumentedPart[] {
  const found: UndocumentedPart[] = [];
  const noteText = (kind: UndocumentedPart['kind'], place: JsonNode | undefined, path: UndocumentedPart['path']) => {
    if (place?.kind !== 'text' || documentedNames(kind).includes(place.value)) return;
    found.push({ kind, name: place.value, path, at: place.at, length: place.end - place.at });
  };
  /** Adds the names of an object that are not documented there. */
  const noteNames = (
    place: JsonNode | undefined,
    known: readonly string[],
    path: UndocumentedPart['path'] = [],
  ): void => {
    if (place?.kind !== 'object') return;
    for (const { name, at, value } of place.members.filter((member) => !known.includes(member.name)))
      found.push({ kind: 'property', name, path: [...path, name], at, length: nameLength(text, { at, value }) });
  };
  noteNames(body, documented.property);
  for (const [index, filter] of elementsOf(memberValue(body, 'filters')).entries()) {
    const path = ['filters', index];
    noteNames(filter, ['fields', 'type', 'values'], path);
    for (const [place, field] of elementsOf(memberValue(filter, 'fields')).entries())
      noteText('filter-field', field, [...path, 'fields', place]);
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

/** Includes the quotation marks. */
export function nameLength(text: string, { at, value }: { readonly at: number; readonly value: JsonNode }): number {
  return text.slice(at, value.at).trimEnd().slice(0, -1).trimEnd().length;
}
