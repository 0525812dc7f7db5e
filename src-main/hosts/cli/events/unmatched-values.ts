/** Reports values that no stored event has: legal, but mostly typos. Never changes the exit code. */
import type { FacetField } from '../../../../src-shared/domain/event/event-fields.ts';
import {
  type Filter,
  EVERYTHING,
  isFacetField,
  isIdentifierField,
} from '../../../../src-shared/domain/filter/filter.ts';
import { identifierPatterns } from '../../../../src-shared/domain/filter/identifier-pattern.ts';
import { nearestWord } from '../../../../src-shared/lib/nearest-word.ts';
import type { EventReader } from '../../../core/ports/event-store.ts';
import { readFacets } from '../../../core/timeline/tallies.ts';
import { reportLine, type Terminal } from '../terminal/terminal.ts';
import { terminalText } from '../terminal/terminal-text.ts';

const MAX_LISTED_VALUES = 12;
const MAX_VALUE_LENGTH = 48;

/** Reports on a terminal, or anywhere if nothing matched. */
export async function reportUnmatchedValues(
  terminal: Pick<Terminal, 'stderr'>,
  reader: Pick<EventReader, 'facets'>,
  filter: Filter,
  hasMatched: boolean,
): Promise<void> {
  if (hasMatched && terminal.stderr.isTTY !== true) return;
  const searched = hasMatched ? [] : searchedIdentifierWords(filter);
  for (const words of [...(await unmatchedValueWords(reader, filter)), ...searched])
    reportLine(terminal, `watchfloor: ${terminalText(words)}`);
}

export async function unmatchedValueWords(reader: Pick<EventReader, 'facets'>, filter: Filter): Promise<string[]> {
  const requested = filter.terms.flatMap((term) => {
    if (term.kind !== 'value' || term.negated) return [];
    const { field, values } = term;
    return isFacetField(field) ? values.map((value) => ({ field, value })) : [];
  });
  if (requested.length === 0) return [];
  const stored = await storedValues(reader, [...new Set(requested.map(({ field }) => field))]);
  return requested
    .filter(
      ({ field, value }) => ![...(stored.get(field) ?? [])].some((each) => each.normalize() === value.normalize()),
    )
    .map(
      ({ field, value }) =>
        `No stored event has ${field} ${shortened(value)}. ${storedValueWords(field, value, stored.get(field))}`,
    );
}

function searchedIdentifierWords({ terms }: Filter): string[] {
  return terms.flatMap((term) => {
    if (term.kind !== 'value' || term.negated || !isIdentifierField(term.field)) return [];
    const texts = new Set(identifierPatterns(term.values).map(({ text }) => shortened(text.normalize())));
    return `Nothing was found. Searched for ${term.field} ${[...texts].join(' or ')}.`;
  });
}

async function storedValues(
  reader: Pick<EventReader, 'facets'>,
  fields: readonly FacetField[],
): Promise<ReadonlyMap<FacetField, ReadonlySet<string>>> {
  const query = { filter: EVERYTHING, after: 0, to: Number.MAX_SAFE_INTEGER, fields };
  const { value: stored } = await readFacets(reader, query, { maxBatches: Infinity });
  return new Map(
    stored.fields.map(({ field, values }) => [
      field,
      new Set(values.flatMap(({ value }) => (value === null ? [] : [value]))),
    ]),
  );
}

function storedValueWords(field: FacetField, value: string, stored: ReadonlySet<string> = new Set()): string {
  if (stored.size === 0) return `No stored event has a ${field}.`;
  const values = [...stored];
  const meant = nearestWord(value, values);
  const others = values.length - MAX_LISTED_VALUES;
  const listed = `${values.slice(0, MAX_LISTED_VALUES).map(shortened).join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
  return `${meant === null ? '' : `Did you mean ${shortened(meant)}? `}Stored values: ${listed}.`;
}

function shortened(value: string): string {
  return value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value;
}
