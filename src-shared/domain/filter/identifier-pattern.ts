/** Any part of an identifier, ignoring case: `8904…` is the start, `…1964` the end, `=240079` all of it. */

import { assertNever } from '../../lib/assert-never.ts';
import { unicodeForms } from '../../lib/unicode-forms.ts';
import { readIdentifier } from '../../service/identifier-text.ts';

/** In characters. Shorter parts occur in nearly every identifier. */
export const MIN_PATTERN_LENGTH = 4;

export interface IdentifierPattern {
  readonly kind: 'whole' | 'beginning' | 'end' | 'piece';
  readonly text: string;
}

export function parseIdentifierPattern(value: string): IdentifierPattern {
  const lowered = value.toLowerCase();
  if (lowered.startsWith('=')) return { kind: 'whole', text: lowered.slice(1) };
  if (lowered.endsWith('…')) return { kind: 'beginning', text: lowered.slice(0, -1) };
  if (lowered.startsWith('…')) return { kind: 'end', text: lowered.slice(1) };
  return { kind: 'piece', text: lowered };
}

/** `8904-9032…` also matches the identifier that events have, and composed letters match decomposed ones. */
export function identifierPatterns(values: readonly string[]): IdentifierPattern[] {
  return values.map(parseIdentifierPattern).flatMap(({ kind, text }) => {
    const read = kind === 'whole' ? '' : readIdentifier(text);
    const texts = read === text || read.length < MIN_PATTERN_LENGTH ? [text] : [text, read];
    return texts.flatMap(unicodeForms).map((form) => ({ kind, text: form }));
  });
}

/** A complete identifier may have any length. */
export function isTooShort({ kind, text }: IdentifierPattern): boolean {
  return text.length < (kind === 'whole' ? 1 : MIN_PATTERN_LENGTH);
}

export function exactPattern(identifier: string): string {
  return `=${identifier}`;
}

export function matchesIdentifier({ kind, text }: IdentifierPattern, identifier: string): boolean {
  const lowered = identifier.toLowerCase();
  switch (kind) {
    case 'whole':
      return lowered === text;
    case 'beginning':
      return lowered.startsWith(text);
    case 'end':
      return lowered.endsWith(text);
    case 'piece':
      return lowered.includes(text);
    default:
      return assertNever(kind);
  }
}
