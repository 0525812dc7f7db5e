/** Undocumented parts and those that this service refused before. They can still be sent. Pure. */
import type { NotAccepted } from '../../../../src-shared/api/searches.ts';
import type { ParsedBody, SortKey, UndocumentedPart } from '../../../../src-shared/service/search-body.ts';
import type { JsonMark } from './json-lines.ts';

type Kind = UndocumentedPart['kind'];

interface PartMarks {
  readonly isUndocumented: boolean;
  readonly refused: NotAccepted | null;
}

type NamedPart = readonly [kind: Kind, name: string];

export type Marks = (...named: readonly NamedPart[]) => PartMarks;

export function marksOf(read: ParsedBody, notAccepted: readonly NotAccepted[]): Marks {
  const undocumented = read.kind === 'body' ? read.undocumented : [];
  return (...named) => {
    const isPart = (part: { kind: Kind; name: string }, [kind, name]: NamedPart) =>
      part.kind === kind && part.name === name;
    return {
      isUndocumented: named.some((one) => undocumented.some((part) => isPart(part, one))),
      refused: named.flatMap((one) => notAccepted.find((part) => isPart(part, one)) ?? [])[0] ?? null,
    };
  };
}

export function sortKeyParts({ field, direction }: SortKey): readonly NamedPart[] {
  return [
    ['sort-field', field],
    ['sort-direction', direction],
  ];
}

export function refusedIn(read: ParsedBody, notAccepted: readonly NotAccepted[]): readonly NotAccepted[] {
  if (read.kind === 'mistake') return [];
  return notAccepted.filter(({ kind, name }) =>
    read.undocumented.some((part) => part.kind === kind && part.name === name),
  );
}

/** A body can have ten thousand undocumented parts, and the marks are drawn again with each key. */
const MAX_MARKS = 500;

export function jsonMarks(read: ParsedBody, notAccepted: readonly NotAccepted[]): readonly JsonMark[] {
  if (read.kind === 'mistake') return [{ kind: 'mistake', at: read.at, length: read.length }];
  const refused = refusedIn(read, notAccepted);
  return read.undocumented.slice(0, MAX_MARKS).map(({ kind, name, at, length }) => ({
    kind: refused.some((part) => part.kind === kind && part.name === name) ? 'refused' : 'undocumented',
    at,
    length,
  }));
}
