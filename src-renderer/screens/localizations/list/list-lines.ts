/**
 * Builds the lines of the list: groups, the cases of the open group and those that ended well, or one line for each
 * eUICC. Pure.
 */
import type { CaseSummary, FailureGroup } from '../../../../src-shared/api/cases.ts';
import type { CauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';

export type ListSection = 'group' | 'well' | 'list';
export type ListLine =
  | { readonly kind: 'group'; readonly key: string; readonly group: FailureGroup; readonly isOpen: boolean }
  | { readonly kind: 'case'; readonly key: string; readonly row: CaseSummary; readonly section: ListSection }
  | { readonly kind: 'more'; readonly key: string; readonly section: ListSection; readonly count: number }
  | { readonly kind: 'muted'; readonly key: string; readonly count: number }
  | { readonly kind: 'well'; readonly key: string; readonly count: number | null; readonly isOpen: boolean };

interface ListedCases {
  readonly rows: readonly CaseSummary[];
  readonly total: number | null;
}

export interface CaseListInput {
  readonly groups: readonly FailureGroup[];
  readonly group: CauseKey | null;
  /** Cases of that group; null until read. */
  readonly open: ListedCases | null;
  readonly well: ListedCases | null;
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

export function linesByCase(list: ListedCases): readonly ListLine[] {
  return cases(list, 'list');
}

function cases({ rows, total }: ListedCases, section: ListSection): ListLine[] {
  const lines: ListLine[] = rows.map((row) => ({ kind: 'case', key: `${section} ${row.key}`, row, section }));
  const count = (total ?? rows.length) - rows.length;
  return count > 0 ? [...lines, { kind: 'more', key: `more ${section}`, section, count }] : lines;
}

export function caseRows(lines: readonly ListLine[]): readonly CaseSummary[] {
  return lines.flatMap((line) => (line.kind === 'case' ? [line.row] : []));
}
