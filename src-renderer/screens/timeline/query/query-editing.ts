/**
 * Only finished terms (chips) change the filter, so the list never shows results for half a word; a term keeps its old
 * value while it is edited. The span has its own control. Pure.
 */
import { type Filter, FILTER_LIMITS, type FilterTerm } from '../../../../src-shared/domain/filter/filter.ts';
import { negatedTerm } from '../../../../src-shared/domain/filter/filter-interpretation.ts';
import { type ParsedFilter, parseFilter, printFilter } from '../../../../src-shared/domain/filter/filter-text.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { isOutsideQuotes } from './caret-context.ts';

export interface QueryState {
  readonly chips: readonly FilterTerm[];
  readonly times: readonly FilterTerm[];
  readonly at: number;
  readonly draft: string;
  readonly caret: number;
  /** The term that is being edited as text; null for a new one. */
  readonly edited: FilterTerm | null;
  /** The chip that keys act on; null for the text. */
  readonly current: number | null;
  readonly isAll: boolean;
  /** True if a mistake is shown even while the caret is in its word. */
  readonly isChecked: boolean;
}

export type QueryInput =
  | { readonly kind: 'write'; readonly text: string; readonly caret: number; readonly isPasted?: boolean }
  | { readonly kind: 'caret'; readonly caret: number }
  | { readonly kind: 'finish' }
  | { readonly kind: 'rest' }
  | { readonly kind: 'back' }
  | { readonly kind: 'delete' }
  | { readonly kind: 'left' | 'right' }
  | { readonly kind: 'edit'; readonly chip: number }
  | { readonly kind: 'remove'; readonly chip: number }
  | { readonly kind: 'negate'; readonly chip: number }
  | { readonly kind: 'all' }
  | { readonly kind: 'give-up' }
  | { readonly kind: 'filter'; readonly filter: Filter };

export function queryOf(filter: Filter): QueryState {
  const chips = filter.terms.filter((term) => !isTime(term));
  const times = filter.terms.filter(isTime);
  return { chips, times, at: chips.length, ...NO_DRAFT };
}

const NO_DRAFT = { draft: '', caret: 0, edited: null, current: null, isAll: false, isChecked: false };

export function filterOf({ chips, times, at, edited }: QueryState): Filter {
  const chipTerms = edited === null ? chips : chips.toSpliced(at, 0, edited);
  return { terms: [...chipTerms, ...times] };
}

export function textOf({ chips, times, at, draft }: QueryState): string {
  const print = (terms: readonly FilterTerm[]) => printFilter({ terms: [...terms] });
  const parts = [print(chips.slice(0, at)), draft.trim(), print(chips.slice(at)), print(times)];
  return parts.filter((part) => part !== '').join(' ');
}

export type Mistake = Extract<ParsedFilter, { kind: 'mistake' }>;

export function mistakeOf({ draft, caret, isChecked }: QueryState): Mistake | null {
  const parsed = parseFilter(draft);
  if (parsed.kind === 'filter') return null;
  // The caret is in the word, so it may be unfinished.
  const isCaretInside = caret >= parsed.at && caret <= parsed.at + parsed.length;
  return isChecked || !isCaretInside ? parsed : null;
}

export function reduceQuery(state: QueryState, input: QueryInput): QueryState {
  switch (input.kind) {
    case 'write':
      return writeDraft(state, input.text, input.caret, input.isPasted === true);
    case 'caret':
      return { ...state, caret: input.caret, current: null, isAll: false };
    case 'finish':
      return finishDraft({ ...state, isChecked: true });
    case 'rest':
      return isUnfinished(state.draft) ? state : { ...state, isChecked: true };
    case 'back':
      return state.at === 0 ? state : editChip(state, state.at - 1);
    case 'delete':
      if (state.isAll) return { chips: [], times: state.times, at: 0, ...NO_DRAFT };
      return state.current === null ? state : removeChip(state, state.current, true);
    case 'left':
    case 'right':
      return moveCurrent(state, input.kind);
    case 'edit':
      return editChip(state, input.chip);
    case 'remove':
      return removeChip(state, input.chip, false);
    case 'negate':
      return {
        ...state,
        chips: state.chips.map((term, index) => (index === input.chip ? negatedTerm(term) : term)),
      };
    case 'all':
      return { ...state, isAll: textOf({ ...state, times: [] }) !== '', current: null };
    case 'give-up':
      return cancelEdit(state);
    case 'filter':
      return applyFilter(state, input.filter);
    default:
      return assertNever(input);
  }
}

function writeDraft(before: QueryState, text: string, caret: number, isPasted: boolean): QueryState {
  // Typing replaces a selection.
  const state = before.isAll ? { chips: [], times: before.times, at: 0, ...NO_DRAFT } : before;
  const next = { ...state, draft: text, caret, current: null, isAll: false, isChecked: false };
  if (text === '') return { ...next, edited: null };
  const isTermEnded = /\s/.test(text.charAt(caret - 1)) && isOutsideQuotes(text, caret - 1);
  // Pasted text is a complete query, or part of a value that continues.
  const isQuery = isPasted && /\S\s+\S/.test(text) && isOutsideQuotes(text, text.length);
  return (isTermEnded && caret === text.length) || isQuery ? finishDraft({ ...next, isChecked: true }) : next;
}

function finishDraft(state: QueryState): QueryState {
  const parsed = parseFilter(state.draft);
  if (parsed.kind === 'mistake') return state;
  const added = parsed.filter.terms.filter((term) => !isTime(term));
  const chips = state.chips.toSpliced(state.at, 0, ...added);
  const times = withTimes(state.times, parsed.filter.terms.filter(isTime));
  if (chips.length + times.length > FILTER_LIMITS.terms) return state;
  // The text moves to the end, where the next term is typed.
  return { chips, times, at: chips.length, ...NO_DRAFT };
}

function withTimes(times: readonly FilterTerm[], added: readonly FilterTerm[]): readonly FilterTerm[] {
  const latest = added.filter((term, index) => !added.slice(index + 1).some(({ kind }) => kind === term.kind));
  return [...times.filter(({ kind }) => !latest.some((term) => term.kind === kind)), ...latest];
}

/** Turns a chip into text at its place. Text typed before becomes chips or is discarded. */
function editChip(before: QueryState, chip: number): QueryState {
  const finished = finishOrRevert(before);
  const shifted = chip >= before.at ? chip + finished.chips.length - before.chips.length : chip;
  const term = finished.chips[shifted];
  if (term === undefined) return before;
  const draft = printFilter({ terms: [term] });
  const chips = finished.chips.toSpliced(shifted, 1);
  return { ...finished, ...NO_DRAFT, chips, at: shifted, draft, caret: draft.length, edited: term };
}

function finishOrRevert(state: QueryState): QueryState {
  const finished = finishDraft(state);
  return finished.draft === '' ? finished : cancelEdit(state);
}

function cancelEdit(state: QueryState): QueryState {
  const { edited: term, at } = state;
  if (term === null) return { ...state, current: null, isAll: false };
  const chips = state.chips.toSpliced(at, 0, term);
  return { ...state, ...NO_DRAFT, chips, at: chips.length };
}

function removeChip(state: QueryState, chip: number, byKey: boolean): QueryState {
  const chips = state.chips.toSpliced(chip, 1);
  const at = chip < state.at ? state.at - 1 : state.at;
  const next = chips.length === 0 ? null : Math.min(chip, chips.length - 1);
  return { ...state, chips, at, isAll: false, current: byKey ? next : null };
}

function moveCurrent(state: QueryState, way: 'left' | 'right'): QueryState {
  const { current, at, chips, draft } = state;
  const by = way === 'left' ? -1 : 1;
  const next = current === null ? (way === 'left' ? at - 1 : at) : current + by;
  const isIntoText = current !== null && (way === 'left' ? current === at && at > 0 : current === at - 1);
  if (isIntoText && draft !== '') return { ...state, current: null, caret: way === 'left' ? draft.length : 0 };
  if (next < 0) return state;
  return { ...state, isAll: false, current: next < chips.length ? next : null };
}

/** Replaces the chips with those of the new filter. Keeps unfinished text unless it edits one of the chips. */
function applyFilter(state: QueryState, filter: Filter): QueryState {
  const { chips, times, at } = queryOf(filter);
  if (printFilter(filterOf(state)) === printFilter({ terms: [...chips, ...times] })) return state;
  const draft = state.edited === null ? state : NO_DRAFT;
  return { ...NO_DRAFT, draft: draft.draft, caret: draft.caret, isChecked: draft.isChecked, chips, times, at };
}

/** True if the text may still become valid, so a pause shows no mistake. */
function isUnfinished(draft: string): boolean {
  const parsed = parseFilter(draft);
  return (
    parsed.kind === 'mistake' &&
    (parsed.problem === 'missing-value' || parsed.problem === 'open-quote' || parsed.problem === 'too-short')
  );
}

function isTime({ kind }: FilterTerm): boolean {
  return kind === 'since' || kind === 'until';
}
