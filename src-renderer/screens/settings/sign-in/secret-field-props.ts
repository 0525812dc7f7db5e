/**
 * Browsers and password managers offer to save every input of type "password". Watchfloor stores the secret itself, so
 * this is a text input with hidden characters, or a password input if they cannot be hidden.
 */
import type { ClipboardEvent, DragEvent, InputHTMLAttributes } from 'react';

/** Same as for a password input: typed text cannot be copied. */
const refuse = (event: ClipboardEvent | DragEvent) => event.preventDefault();

const everywhere = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
  // Prevents that the text is sent to writing assistants or password managers.
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
