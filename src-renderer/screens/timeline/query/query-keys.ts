/**
 * Decides what a key does in the query field, depending on the caret and the list. The browser handles all other keys.
 * Pure.
 */
import { type Suggestion, type Completion, countedField, remainder } from './completion.ts';
import type { CaretContext } from './caret-context.ts';
import type { MistakeHelp } from './mistake-help.ts';
import type { QueryInput, QueryState } from './query-editing.ts';

export interface KeyPress {
  readonly key: string;
  readonly shift: boolean;
  readonly ctrl: boolean;
  /** Selection within the text; both are equal for a plain caret. */
  readonly from: number;
  readonly to: number;
}

export interface FieldContext {
  readonly state: QueryState;
  readonly place: CaretContext;
  /** Null if the list is closed. */
  readonly list: Completion | null;
  /** Chosen with the arrow keys or the pointer. */
  readonly chosen: Suggestion | null;
  readonly help: MistakeHelp | null;
}

export type FieldAction =
  | { readonly kind: 'inputs'; readonly inputs: readonly QueryInput[]; readonly list?: 'open' | 'closed' }
  | { readonly kind: 'choose'; readonly by: 1 | -1 }
  | { readonly kind: 'list'; readonly list: 'open' | 'closed' }
  | { readonly kind: 'leave' };

/** Returns null if the browser handles the key. */
export function actionForKey(press: KeyPress, facts: FieldContext): FieldAction | null {
  const { key, shift, ctrl, from, to } = press;
  const { state, list, chosen } = facts;
  const isCaret = from === to;
  if (ctrl) return key.toLowerCase() === 'a' ? inputs({ kind: 'all' }) : null;
  switch (key) {
    case 'Escape':
      if (list !== null || facts.help !== null) return { kind: 'list', list: 'closed' };
      return { kind: 'leave' };
    case 'Enter':
      return entered(facts);
    case 'Tab': {
      const taken = chosen ?? list?.best ?? null;
      return shift || list === null || taken === null ? null : inputs(acceptedInput(facts, taken));
    }
    case 'ArrowDown':
    case 'ArrowUp':
      if (list === null) return { kind: 'list', list: 'open' };
      return { kind: 'choose', by: key === 'ArrowDown' ? 1 : -1 };
    case 'ArrowLeft':
      if (shift || !isCaret || (from > 0 && state.current === null)) return null;
      return inputs({ kind: 'left' });
    case 'ArrowRight':
      if (shift || !isCaret) return null;
      if (state.current !== null) return inputs({ kind: 'right' });
      if (from < state.draft.length) return null;
      if (list?.best != null && remainder(list.best, facts.place.typed) !== '')
        return inputs(acceptedInput(facts, list.best));
      return inputs({ kind: 'right' });
    case 'Backspace':
      if (state.isAll || state.current !== null) return inputs({ kind: 'delete' });
      return isCaret && from === 0 ? inputs({ kind: 'back' }) : null;
    case 'Delete':
      return state.isAll || state.current !== null ? inputs({ kind: 'delete' }) : null;
    case ',':
      return another(facts);
    case '-':
      return negated(facts);
    default:
      return null;
  }
}

function entered(facts: FieldContext): FieldAction {
  const { state, place, list, chosen, help } = facts;
  if (state.current !== null) return inputs({ kind: 'edit', chip: state.current });
  if (chosen === null && help?.fix != null) {
    const { draft } = help.fix;
    // A field name still needs a value.
    return closing(write(draft, draft.length), ...(help.fix.name.endsWith(':') ? [] : [{ kind: 'finish' } as const]));
  }
  // For a value, Enter accepts the best suggestion. A word without a field is searched as text.
  const best = place.field === null || place.typed === '' ? null : (list?.best ?? null);
  const taken = chosen ?? best;
  if (taken === null) return closing({ kind: 'finish' });
  const written = acceptedInput(facts, taken);
  return taken.text.endsWith(':') ? inputs(written) : closing(written, { kind: 'finish' });
}

/** A comma accepts the suggestion and starts another value. */
function another(facts: FieldContext): FieldAction | null {
  const { place, list, chosen } = facts;
  const taken = chosen ?? (place.typed === '' ? null : (list?.best ?? null));
  if (place.field === null || list === null || taken === null) return null;
  const written = acceptedInput(facts, taken);
  if (written.kind !== 'write') return null;
  const { text, caret } = written;
  return inputs(write(`${text.slice(0, caret)},${text.slice(caret)}`, caret + 1));
}

/** A minus before a value, on a suggestion or on a chip, negates the term. */
function negated(facts: FieldContext): FieldAction | null {
  const { state, place, chosen } = facts;
  if (state.current !== null) return inputs({ kind: 'negate', chip: state.current });
  // Elsewhere a minus is text: an age starts with one, and any text may.
  if (countedField(place) === null || (chosen === null && place.typed !== '')) return null;
  const base = chosen === null ? write(state.draft, state.caret) : acceptedInput(facts, chosen);
  if (base.kind !== 'write') return null;
  const { from, isNegated } = place;
  const text = isNegated
    ? base.text.slice(0, from) + base.text.slice(from + 1)
    : `${base.text.slice(0, from)}-${base.text.slice(from)}`;
  return inputs(write(text, base.caret + (isNegated ? -1 : 1)));
}

/** Returns the input that replaces the word around the caret with the suggestion. */
export function acceptedInput(
  { state, place }: Pick<FieldContext, 'state' | 'place'>,
  { text }: Suggestion,
): QueryInput {
  const { draft } = state;
  // Does not repeat a colon that follows already.
  const rest = draft.slice(place.wordTo);
  const taken = text.endsWith(':') && rest.startsWith(':') ? text.slice(0, -1) : text;
  return write(draft.slice(0, place.wordFrom) + taken + rest, place.wordFrom + text.length);
}

function write(text: string, caret: number): QueryInput {
  return { kind: 'write', text, caret };
}
function inputs(...all: QueryInput[]): FieldAction {
  return { kind: 'inputs', inputs: all };
}
function closing(...all: QueryInput[]): FieldAction {
  return { kind: 'inputs', inputs: all, list: 'closed' };
}
