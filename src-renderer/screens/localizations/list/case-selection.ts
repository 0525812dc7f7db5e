import type { CaseKey } from '../../../../src-shared/domain/cases/case-keys.ts';

export interface CaseSelection {
  readonly keys: ReadonlySet<CaseKey>;
  readonly anchor: CaseKey | null;
}

export const NO_SELECTION: CaseSelection = { keys: new Set(), anchor: null };

/** `shown`: the open case, selected together with the first other one. */
export function changedSelection(
  { keys, anchor }: CaseSelection,
  key: CaseKey,
  modifiers: { readonly shift: boolean; readonly toggle: boolean },
  listed: readonly CaseKey[],
  shown: CaseKey | null,
): CaseSelection {
  if (modifiers.shift) {
    const from = listed.indexOf(anchor ?? shown ?? key);
    const to = listed.indexOf(key);
    if (from < 0 || to < 0) return { keys: new Set([key]), anchor: key };
    const range = listed.slice(Math.min(from, to), Math.max(from, to) + 1);
    return { keys: new Set(modifiers.toggle ? [...keys, ...range] : range), anchor: listed[from] ?? key };
  }
  if (!modifiers.toggle) return { keys: new Set(), anchor: key };
  const next = new Set(keys.size === 0 && shown !== null && listed.includes(shown) ? [shown] : keys);
  if (next.has(key)) next.delete(key);
  else next.add(key);
  return { keys: next, anchor: key };
}
