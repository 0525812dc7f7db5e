/** Decides what a key does in the query field. The browser handles all other keys. Pure. */
import { choicesOf, type Completion, countedField, remainder, type Suggestion } from './completion.ts';
import type { CaretContext } from './caret-context.ts';
import { type FieldEvent, OPEN_LIST } from './field-state.ts';
import type { MistakeFix, MistakeHelp } from './mistake-help.ts';
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

type Events = readonly FieldEvent[];

/** Returns null if the browser handles the key. */
export function eventsForKey(press: KeyPress, context: FieldContext): Events | null {
  const { key, shift, ctrl, from, to } = press;
  const { state, list, chosen } = context;
  const isCaret = from === to;
  if (ctrl) return key.toLowerCase() === 'a' ? [{ kind: 'all' }] : null;
  switch (key) {
    case 'Escape':
      // Enter shows a dismissed mistake again.
      return list === null ? [{ kind: 'leave' }] : [CLOSE_LIST];
    case 'Enter':
      return entered(context);
    case 'Tab': {
      const suggestion = chosen ?? list?.best ?? null;
      return shift || list === null || suggestion === null ? null : [acceptedInput(context, suggestion)];
    }
    case 'ArrowDown':
      return list === null ? [OPEN_LIST] : [chosenBy(context, 1)];
    case 'ArrowUp':
      return list === null ? [OPEN_LIST] : [chosenBy(context, -1)];
    case 'ArrowLeft':
      if (shift || !isCaret || (from > 0 && state.current === null)) return null;
      return [{ kind: 'left' }];
    case 'ArrowRight':
      if (shift || !isCaret) return null;
      if (state.current !== null) return [{ kind: 'right' }];
      if (from < state.draft.length) return null;
      if (list?.best != null && remainder(list.best, context.caretContext.typed) !== '')
        return [acceptedInput(context, list.best)];
      return [{ kind: 'right' }];
    case 'Backspace':
      if (state.isAll || state.current !== null) return [{ kind: 'delete' }];
      return isCaret && from === 0 ? [{ kind: 'back' }] : null;
    case 'Delete':
      return state.isAll || state.current !== null ? [{ kind: 'delete' }] : null;
    case ',':
      return another(context);
    case '-':
      return negated(context);
    default:
      return null;
  }
}

const CLOSE_LIST: FieldEvent = { kind: 'list', isOpen: false };

/** Chooses the next suggestion, from the best one on. */
function chosenBy({ list, chosen }: FieldContext, by: 1 | -1): FieldEvent {
  const choices = choicesOf(list);
  const active = chosen ?? list?.best ?? null;
  const at = active === null ? (by === 1 ? -1 : 0) : choices.indexOf(active);
  return { kind: 'choose', text: choices.at((at + by) % choices.length)?.text ?? null };
}

function entered(context: FieldContext): Events {
  const { state, caretContext, list, chosen, help } = context;
  if (state.current !== null) return [{ kind: 'edit', chip: state.current }];
  if (chosen === null && help?.fix != null) return [...repairEvents(help.fix), CLOSE_LIST];
  // For a value, Enter accepts the best suggestion. A word without a field is searched as text.
  const best = caretContext.field === null || caretContext.typed === '' ? null : (list?.best ?? null);
  const suggestion = chosen ?? best;
  if (suggestion === null) return [{ kind: 'finish' }, CLOSE_LIST];
  const events = acceptedEvents(context, suggestion);
  return events.length === 1 ? events : [...events, CLOSE_LIST];
}

/** Accepts a suggestion and finishes the term, unless it is a field that needs a value. */
export function acceptedEvents(context: Pick<FieldContext, 'state' | 'caretContext'>, suggestion: Suggestion): Events {
  return finished(acceptedInput(context, suggestion), suggestion.text);
}

export function repairEvents({ draft, name }: MistakeFix): Events {
  return finished(write(draft, draft.length), name);
}

function finished(input: QueryInput, name: string): Events {
  return name.endsWith(':') ? [input] : [input, { kind: 'finish' }];
}

/** A comma accepts the suggestion and starts another value. */
function another(context: FieldContext): Events | null {
  const { caretContext, list, chosen } = context;
  const suggestion = chosen ?? (caretContext.typed === '' ? null : (list?.best ?? null));
  if (caretContext.field === null || list === null || suggestion === null) return null;
  const written = acceptedInput(context, suggestion);
  if (written.kind !== 'write') return null;
  const { text, caret } = written;
  return [write(`${text.slice(0, caret)},${text.slice(caret)}`, caret + 1)];
}

/** A minus before a value, on a suggestion or on a chip, negates the term. */
function negated(context: FieldContext): Events | null {
  const { state, caretContext, chosen } = context;
  if (state.current !== null) return [{ kind: 'negate', chip: state.current }];
  // Elsewhere a minus is text: an age starts with one, and any text may.
  if (countedField(caretContext) === null || (chosen === null && caretContext.typed !== '')) return null;
  const base = chosen === null ? write(state.draft, state.caret) : acceptedInput(context, chosen);
  if (base.kind !== 'write') return null;
  const { from, isNegated } = caretContext;
  const text = isNegated
    ? base.text.slice(0, from) + base.text.slice(from + 1)
    : `${base.text.slice(0, from)}-${base.text.slice(from)}`;
  return [write(text, base.caret + (isNegated ? -1 : 1))];
}

function acceptedInput(
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
