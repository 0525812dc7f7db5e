/** Which cases are chosen together: with Ctrl one by one, with Shift from the one before. Pure. */
import type { CaseKey } from '../../../../src-shared/domain/case-keys.ts';

export interface CaseSelection {
  readonly keys: ReadonlySet<CaseKey>;
  /** From where Shift counts. */
  readonly anchor: CaseKey | null;
}

export const NO_SELECTION: CaseSelection = { keys: new Set(), anchor: null };

/** @param listed in order @param shown the case that is open, which is chosen with the first other one */
export function changedSelection(
  { keys, anchor }: CaseSelection,
  key: CaseKey,
  how: { readonly shift: boolean; readonly toggle: boolean },
  listed: readonly CaseKey[],
  shown: CaseKey | null,
): CaseSelection {
  if (how.shift) {
    const from = listed.indexOf(anchor ?? shown ?? key);
    const to = listed.indexOf(key);
    if (from < 0 || to < 0) return { keys: new Set([key]), anchor: key };
    const range = listed.slice(Math.min(from, to), Math.max(from, to) + 1);
    return { keys: new Set(how.toggle ? [...keys, ...range] : range), anchor: listed[from] ?? key };
  }
  if (!how.toggle) return { keys: new Set(), anchor: key };
  const next = new Set(keys.size === 0 && shown !== null && listed.includes(shown) ? [shown] : keys);
  if (next.has(key)) next.delete(key);
  else next.add(key);
  return { keys: next, anchor: key };
}
