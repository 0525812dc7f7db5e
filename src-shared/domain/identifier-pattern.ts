/**
 * What a value of an identifier field means: any piece of the identifier, in any case. `8904…` begins with it, `…1964`
 * ends with it, `=240079` is the whole of it and nothing else. People type `*` for `…`.
 */

import { assertNever } from '../lib/assert-never.ts';

/** Shorter pieces are in nearly every identifier, and nobody can tell one by them. */
export const MIN_PATTERN_LENGTH = 4;

export interface IdentifierPattern {
  readonly kind: 'whole' | 'beginning' | 'end' | 'piece';
  /** In lower case. */
  readonly text: string;
}

export function parseIdentifierPattern(value: string): IdentifierPattern {
  const lowered = value.toLowerCase();
  if (lowered.startsWith('=')) return { kind: 'whole', text: lowered.slice(1) };
  if (lowered.endsWith('…')) return { kind: 'beginning', text: lowered.slice(0, -1) };
  if (lowered.startsWith('…')) return { kind: 'end', text: lowered.slice(1) };
  return { kind: 'piece', text: lowered };
}

/** A whole identifier may be as short as it is. */
export function isTooShort({ kind, text }: IdentifierPattern): boolean {
  return text.length < (kind === 'whole' ? 1 : MIN_PATTERN_LENGTH);
}

/** The value that only this identifier has. */
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
