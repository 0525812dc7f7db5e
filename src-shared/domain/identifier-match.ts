/**
 * What a value of an identifier field means: any piece of the identifier, in any case. `8904…` begins with it, `…1964`
 * ends with it, `=240079` is the whole of it and nothing else. People type `*` for `…`.
 */

import { assertNever } from '../lib/assert-never.ts';

/** Shorter pieces are in nearly every identifier, and nobody can tell one by them. */
export const LEAST_PIECE = 4;

export interface IdentifierPiece {
  readonly kind: 'whole' | 'beginning' | 'end' | 'piece';
  /** In lower case. */
  readonly text: string;
}

export function identifierPiece(value: string): IdentifierPiece {
  const lowered = value.toLowerCase();
  if (lowered.startsWith('=')) return { kind: 'whole', text: lowered.slice(1) };
  if (lowered.endsWith('…')) return { kind: 'beginning', text: lowered.slice(0, -1) };
  if (lowered.startsWith('…')) return { kind: 'end', text: lowered.slice(1) };
  return { kind: 'piece', text: lowered };
}

/** A whole identifier may be as short as it is. */
export function isTooShort({ kind, text }: IdentifierPiece): boolean {
  return text.length < (kind === 'whole' ? 1 : LEAST_PIECE);
}

/** The value that only this identifier has. */
export function wholeIdentifier(identifier: string): string {
  return `=${identifier}`;
}

export function identifierHolds({ kind, text }: IdentifierPiece, identifier: string): boolean {
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
