/**
 * What makes an input a field for a secret that no browser and no password manager offers to save: Watchfloor keeps it.
 * A field of type "password" is offered to be saved whatever it says of itself, so it is a text whose characters are
 * not shown; and a password where they would be.
 */
import type { ClipboardEvent, DragEvent, InputHTMLAttributes } from 'react';

/** As from a password field, nothing that was typed can be taken out again. */
const refuse = (event: ClipboardEvent | DragEvent) => event.preventDefault();

const everywhere = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
  // Its text is sent to nobody who would write it better, and to no store of passwords.
  writingsuggestions: 'false',
  'data-1p-ignore': '',
  'data-bwignore': '',
  'data-lpignore': 'true',
  'data-protonpass-ignore': 'true',
  'data-form-type': 'other',
  onCopy: refuse,
  onCut: refuse,
  onDragStart: refuse,
} as const;

export function secretFieldProps(): InputHTMLAttributes<HTMLInputElement> {
  return { ...everywhere, type: CSS.supports('-webkit-text-security', 'disc') ? 'text' : 'password' };
}
