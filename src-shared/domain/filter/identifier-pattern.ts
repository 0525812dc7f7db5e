/**
 * Pattern in a value of an identifier field: any part of the identifier, ignoring case. `8904…` matches the start,
 * `…1964` the end, `=240079` only the complete identifier. Users type `*` for `…`.
 */

import { assertNever } from '../../lib/assert-never.ts';

/** In characters. Shorter parts occur in nearly every identifier. */
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
