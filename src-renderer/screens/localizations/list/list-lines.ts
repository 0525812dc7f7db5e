/**
 * Builds the lines of the list: groups, the cases of the open group and those that ended well, or one line for each
 * eUICC. While the list is paused, texts may change but the order may not. Pure.
 */
import type { CaseList, CaseSummary, FailureGroup } from '../../../../src-shared/api/cases.ts';
import type { CauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';

export type ListSection = 'group' | 'well' | 'list';
export type ListLine =
  | { readonly kind: 'group'; readonly key: string; readonly group: FailureGroup; readonly isOpen: boolean }
  | { readonly kind: 'case'; readonly key: string; readonly row: CaseSummary; readonly section: ListSection }
  | { readonly kind: 'more'; readonly key: string; readonly section: ListSection; readonly count: number }
  | { readonly kind: 'muted'; readonly key: string; readonly count: number }
  | { readonly kind: 'well'; readonly key: string; readonly count: number | null; readonly isOpen: boolean };

export interface CaseListInput {
  readonly groups: readonly FailureGroup[];
  readonly group: CauseKey | null;
  /** Cases of that group; null until read. */
  readonly open: CaseList | null;
  readonly well: CaseList | null;
  readonly isWellOpen: boolean;
}

export function linesByFailure({ groups, group, open, well, isWellOpen }: CaseListInput): readonly ListLine[] {
  const lines: ListLine[] = [];
  const muted = groups.filter(({ mute }) => mute !== null);
  for (const each of [...groups.filter(({ mute }) => mute === null), ...muted]) {
    if (each === muted[0]) lines.push({ kind: 'muted', key: 'muted', count: muted.length });
    const isOpen = each.key === group;
    lines.push({ kind: 'group', key: each.key, group: each, isOpen });
    if (isOpen && open !== null) lines.push(...cases(open, 'group'));
  }
  lines.push({ kind: 'well', key: 'well', count: well?.total ?? null, isOpen: isWellOpen });
  if (isWellOpen && well !== null) lines.push(...cases(well, 'well'));
  return lines;
}

export function linesByCase(list: CaseList): readonly ListLine[] {
  return cases(list, 'list');
}

function cases(list: CaseList, section: ListSection): ListLine[] {
  const lines: ListLine[] = list.cases.map((row) => ({ kind: 'case', key: `${section} ${row.key}`, row, section }));
  const count = list.total - list.cases.length;
  return count > 0 ? [...lines, { kind: 'more', key: `more ${section}`, section, count }] : lines;
}

export interface PausedLines {
  readonly lines: readonly ListLine[];
  /** Number of lines that would appear, disappear or move if the list were not paused. */
  readonly pendingChanges: number;
}

/** @param shown the lines on the screen, for the same query */
export function pausedLines(shown: readonly ListLine[], fresh: readonly ListLine[]): PausedLines {
  const byKey = new Map(fresh.map((line) => [line.key, line]));
  const shownKeys = new Set(shown.map(({ key }) => key));
  const stayed = shown.filter(({ key }) => byKey.has(key)).map(({ key }) => key);
  const order = fresh.filter(({ key }) => shownKeys.has(key)).map(({ key }) => key);
  const moved = stayed.filter((key, at) => key !== order[at]).length;
  const come = fresh.length - order.length;
  const removedCount = shown.length - stayed.length;
  return { lines: shown.map((line) => byKey.get(line.key) ?? line), pendingChanges: come + removedCount + moved };
}

export function caseRows(lines: readonly ListLine[]): readonly CaseSummary[] {
  return lines.flatMap((line) => (line.kind === 'case' ? [line.row] : []));
}
