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
  readonly caretContext: CaretContext;
  readonly list: Completion | null;
  readonly chosen: Suggestion | null;
  readonly help: MistakeHelp | null;
}

export type FieldAction =
  | { readonly kind: 'inputs'; readonly inputs: readonly QueryInput[]; readonly list?: 'open' | 'closed' }
  | { readonly kind: 'choose'; readonly by: 1 | -1 }
  | { readonly kind: 'list'; readonly list: 'open' | 'closed' }
  | { readonly kind: 'leave' };

/** Returns null if the browser handles the key. */
export function actionForKey(press: KeyPress, context: FieldContext): FieldAction | null {
  const { key, shift, ctrl, from, to } = press;
  const { state, list, chosen } = context;
  const isCaret = from === to;
  if (ctrl) return key.toLowerCase() === 'a' ? inputs({ kind: 'all' }) : null;
  switch (key) {
    case 'Escape':
      if (list !== null || context.help !== null) return { kind: 'list', list: 'closed' };
      return { kind: 'leave' };
    case 'Enter':
      return entered(context);
    case 'Tab': {
      const suggestion = chosen ?? list?.best ?? null;
      return shift || list === null || suggestion === null ? null : inputs(acceptedInput(context, suggestion));
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
      if (list?.best != null && remainder(list.best, context.caretContext.typed) !== '')
        return inputs(acceptedInput(context, list.best));
      return inputs({ kind: 'right' });
    case 'Backspace':
      if (state.isAll || state.current !== null) return inputs({ kind: 'delete' });
      return isCaret && from === 0 ? inputs({ kind: 'back' }) : null;
    case 'Delete':
      return state.isAll || state.current !== null ? inputs({ kind: 'delete' }) : null;
    case ',':
      return another(context);
    case '-':
      return negated(context);
    default:
      return null;
  }
}

function entered(context: FieldContext): FieldAction {
  const { state, caretContext, list, chosen, help } = context;
  if (state.current !== null) return inputs({ kind: 'edit', chip: state.current });
  if (chosen === null && help?.fix != null) {
    const { draft } = help.fix;
    // A field name still needs a value.
    return closing(write(draft, draft.length), ...(help.fix.name.endsWith(':') ? [] : [{ kind: 'finish' } as const]));
  }
  // For a value, Enter accepts the best suggestion. A word without a field is searched as text.
  const best = caretContext.field === null || caretContext.typed === '' ? null : (list?.best ?? null);
  const suggestion = chosen ?? best;
  if (suggestion === null) return closing({ kind: 'finish' });
  const written = acceptedInput(context, suggestion);
  return suggestion.text.endsWith(':') ? inputs(written) : closing(written, { kind: 'finish' });
}

/** A comma accepts the suggestion and starts another value. */
function another(context: FieldContext): FieldAction | null {
  const { caretContext, list, chosen } = context;
  const suggestion = chosen ?? (caretContext.typed === '' ? null : (list?.best ?? null));
  if (caretContext.field === null || list === null || suggestion === null) return null;
  const written = acceptedInput(context, suggestion);
  if (written.kind !== 'write') return null;
  const { text, caret } = written;
  return inputs(write(`${text.slice(0, caret)},${text.slice(caret)}`, caret + 1));
}

/** A minus before a value, on a suggestion or on a chip, negates the term. */
function negated(context: FieldContext): FieldAction | null {
  const { state, caretContext, chosen } = context;
  if (state.current !== null) return inputs({ kind: 'negate', chip: state.current });
  // Elsewhere a minus is text: an age starts with one, and any text may.
  if (countedField(caretContext) === null || (chosen === null && caretContext.typed !== '')) return null;
  const base = chosen === null ? write(state.draft, state.caret) : acceptedInput(context, chosen);
  if (base.kind !== 'write') return null;
  const { from, isNegated } = caretContext;
  const text = isNegated
    ? base.text.slice(0, from) + base.text.slice(from + 1)
    : `${base.text.slice(0, from)}-${base.text.slice(from)}`;
  return inputs(write(text, base.caret + (isNegated ? -1 : 1)));
}

/** Returns the input that replaces the word around the caret with the suggestion. */
export function acceptedInput(
  { state, caretContext }: Pick<FieldContext, 'state' | 'caretContext'>,
  { text }: Suggestion,
): QueryInput {
  const { draft } = state;
  // Does not repeat a colon that follows already.
  const textAfter = draft.slice(caretContext.wordTo);
  const suggestion = text.endsWith(':') && textAfter.startsWith(':') ? text.slice(0, -1) : text;
  return write(draft.slice(0, caretContext.wordFrom) + suggestion + textAfter, caretContext.wordFrom + text.length);
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
