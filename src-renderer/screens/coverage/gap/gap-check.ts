/** Derives a gap's *Check inventory* from the searches. A check that did not finish has no result. */
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';

export type GapCheck =
  | { readonly kind: 'not-loaded' }
  | { readonly kind: 'not-checked' }
  /** `before`: result of an earlier check, shown until this one ends. */
  | { readonly kind: 'running'; readonly search: SearchSummary; readonly previous: CheckedGap | null }
  /** `error`: null if a user cancelled it or Watchfloor was closed meanwhile. */
  | {
      readonly kind: 'unfinished';
      readonly search: SearchSummary;
      readonly error: Extract<SearchSummary['state'], { kind: 'failed' }>['error'] | null;
      readonly previous: CheckedGap | null;
    }
  | CheckedGap;

export interface CheckedGap {
  readonly kind: 'checked';
  readonly search: string;
  /** Changes with each response. */
  readonly askedAt: number | null;
  readonly changed: number;
  /** Null if no changed subscription could be compared with events. */
  readonly missed: number | null;
}

/** @param searches newest first */
export function gapCheckOf(searches: readonly SearchSummary[] | null, gap: number): GapCheck {
  if (searches === null) return { kind: 'not-loaded' };
  const checks = searches.filter(({ gapCheck }) => gapCheck?.gap === gap);
  const [newest] = checks;
  if (newest === undefined) return { kind: 'not-checked' };
  const previous = checks.map(checkedOf).find((checked) => checked !== null) ?? null;
  if (previous?.search === newest.id && !isRefetching(newest)) return previous;
  const { state } = newest;
  switch (state.kind) {
    case 'asking':
    case 'loading':
    case 'more':
    // All pages have arrived and are being compared.
    case 'ended':
      return { kind: 'running', search: newest, previous };
    case 'failed':
      return { kind: 'unfinished', search: newest, error: state.error, previous };
    case 'lapsed':
    case 'cancelled':
    case 'stored':
      return { kind: 'unfinished', search: newest, error: null, previous };
    default:
      return assertNever(state);
  }
}

/** True if the search that holds the result is running again. */
function isRefetching({ state: { kind } }: SearchSummary): boolean {
  return kind === 'asking' || kind === 'loading';
}

function checkedOf({ id, askedAt, gapCheck }: SearchSummary): CheckedGap | null {
  if (gapCheck === null || gapCheck.changed === null) return null;
  return { kind: 'checked', search: id, askedAt, changed: gapCheck.changed, missed: gapCheck.missed };
}

export function lastResult(check: GapCheck): CheckedGap | null {
  if (check.kind === 'checked') return check;
  return check.kind === 'running' || check.kind === 'unfinished' ? check.previous : null;
}
