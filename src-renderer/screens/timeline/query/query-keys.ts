/**
 * What a key does in the field of the query, by where the caret is and what the list offers. Pure, since this is where
 * one key has many meanings; what is not here, the browser does.
 */
import { type Suggestion, type Completion, countedField, remainder } from './completion.ts';
import type { CaretContext } from './caret-context.ts';
import type { MistakeHelp } from './mistake-help.ts';
import type { QueryInput, QueryState } from './query-editing.ts';

export interface KeyPress {
  readonly key: string;
  readonly shift: boolean;
  readonly ctrl: boolean;
  /** What is marked of the text; as large as the caret where nothing is. */
  readonly from: number;
  readonly to: number;
}

export interface FieldContext {
  readonly state: QueryState;
  readonly place: CaretContext;
  /** `null`: the list is closed. */
  readonly list: Completion | null;
  /** By the arrows or the pointer. */
  readonly chosen: Suggestion | null;
  /** What is said of a mistake, where it is shown. */
  readonly help: MistakeHelp | null;
}

export type FieldAction =
  | { readonly kind: 'inputs'; readonly inputs: readonly QueryInput[]; readonly list?: 'open' | 'closed' }
  | { readonly kind: 'choose'; readonly by: 1 | -1 }
  | { readonly kind: 'list'; readonly list: 'open' | 'closed' }
  /** Leaves the field. */
  | { readonly kind: 'leave' };

/** `null`: the browser's own. */
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
    // The name of a field wants its value yet.
    return closing(write(draft, draft.length), ...(help.fix.name.endsWith(':') ? [] : [{ kind: 'finish' } as const]));
  }
  // Of a field the value that is shown as the best is meant; a word without one is looked for as it is.
  const best = place.field === null || place.typed === '' ? null : (list?.best ?? null);
  const taken = chosen ?? best;
  if (taken === null) return closing({ kind: 'finish' });
  const written = acceptedInput(facts, taken);
  return taken.text.endsWith(':') ? inputs(written) : closing(written, { kind: 'finish' });
}

/** A comma takes what is offered, and goes on with another value. */
function another(facts: FieldContext): FieldAction | null {
  const { place, list, chosen } = facts;
  const taken = chosen ?? (place.typed === '' ? null : (list?.best ?? null));
  if (place.field === null || list === null || taken === null) return null;
  const written = acceptedInput(facts, taken);
  if (written.kind !== 'write') return null;
  const { text, caret } = written;
  return inputs(write(`${text.slice(0, caret)},${text.slice(caret)}`, caret + 1));
}

/** A minus before a value, on a line of the list or on a chip, makes it what is not asked for. */
function negated(facts: FieldContext): FieldAction | null {
  const { state, place, chosen } = facts;
  if (state.current !== null) return inputs({ kind: 'negate', chip: state.current });
  // An age begins with a minus, and any text may.
  if (countedField(place) === null || (chosen === null && place.typed !== '')) return null;
  const base = chosen === null ? write(state.draft, state.caret) : acceptedInput(facts, chosen);
  if (base.kind !== 'write') return null;
  const { from, isNegated } = place;
  const text = isNegated
    ? base.text.slice(0, from) + base.text.slice(from + 1)
    : `${base.text.slice(0, from)}-${base.text.slice(from)}`;
  return inputs(write(text, base.caret + (isNegated ? -1 : 1)));
}

/** In the place of the word around the caret. */
export function acceptedInput(
  { state, place }: Pick<FieldContext, 'state' | 'place'>,
  { text }: Suggestion,
): QueryInput {
  const { draft } = state;
  // A colon that is there already is not written again.
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
