/**
 * What is to be marked of a query wherever it is shown: what the document does not show, and what this service has
 * refused before. Marked quietly; all of it stays writable. Pure.
 */
import type { NotAccepted } from '../../../../src-shared/api/searches.ts';
import type { ParsedBody, UndocumentedPart } from '../../../../src-shared/service/search-body.ts';
import type { JsonMark } from './json-lines.ts';

type Kind = UndocumentedPart['kind'];

export interface Marks {
  isUndocumented(kind: Kind, name: string): boolean;
  /** `null`: it was not refused here. */
  refused(kind: Kind, name: string): NotAccepted | null;
}

export function marksOf(read: ParsedBody, notAccepted: readonly NotAccepted[]): Marks {
  const undocumented = read.kind === 'body' ? read.undocumented : [];
  return {
    isUndocumented: (kind, name) => undocumented.some((part) => part.kind === kind && part.name === name),
    refused: (kind, name) => notAccepted.find((part) => part.kind === kind && part.name === name) ?? null,
  };
}

/** Of what was refused here, that which stands in the query; each once. */
export function refusedIn(read: ParsedBody, notAccepted: readonly NotAccepted[]): readonly NotAccepted[] {
  if (read.kind === 'mistake') return [];
  return notAccepted.filter(({ kind, name }) =>
    read.undocumented.some((part) => part.kind === kind && part.name === name),
  );
}

/** Nobody looks at more; a body can hold ten thousand, and is drawn anew with each sign that is written. */
const MAX_MARKS = 500;

/** In the JSON view. */
export function jsonMarks(read: ParsedBody, notAccepted: readonly NotAccepted[]): readonly JsonMark[] {
  if (read.kind === 'mistake') return [{ kind: 'mistake', at: read.at, length: read.length }];
  const refused = refusedIn(read, notAccepted);
  return read.undocumented.slice(0, MAX_MARKS).map(({ kind, name, at, length }) => ({
    kind: refused.some((part) => part.kind === kind && part.name === name) ? 'refused' : 'undocumented',
    at,
    length,
  }));
}
