/** Lines of the list: groups, cases of the open group and ended ones, or one line for each eUICC. Pure. */
import type { CaseSummary, FailureGroup } from '../../../../src-shared/api/cases.ts';
import type { CauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';

/** Cases that ended in the last 24 hours: recovered, or marked as done. */
type EndedSection = 'well' | 'done';
export type ListSection = 'group' | EndedSection | 'list';
export type ListLine =
  | { readonly kind: 'group'; readonly key: string; readonly group: FailureGroup; readonly isOpen: boolean }
  | { readonly kind: 'case'; readonly key: string; readonly row: CaseSummary; readonly section: ListSection }
  | { readonly kind: 'more'; readonly key: string; readonly section: ListSection; readonly count: number }
  | { readonly kind: 'muted'; readonly key: string; readonly count: number }
  | { readonly kind: 'ended'; readonly key: EndedSection; readonly count: number | null; readonly isOpen: boolean };

interface ListedCases {
  readonly rows: readonly CaseSummary[];
  readonly total: number | null;
}

export interface CaseListInput {
  readonly groups: readonly FailureGroup[];
  readonly group: CauseKey | null;
  readonly open: ListedCases | null;
  readonly ended: Readonly<Record<EndedSection, ListedCases | null>>;
  readonly openSections: ReadonlySet<string>;
}

export function linesByFailure({ groups, group, open, ended, openSections }: CaseListInput): readonly ListLine[] {
  const lines: ListLine[] = [];
  const muted = groups.filter(({ mute }) => mute !== null);
  for (const each of [...groups.filter(({ mute }) => mute === null), ...muted]) {
    if (each === muted[0]) lines.push({ kind: 'muted', key: 'muted', count: muted.length });
    const isOpen = each.key === group;
    lines.push({ kind: 'group', key: each.key, group: each, isOpen });
    if (isOpen && open !== null) lines.push(...cases(open, 'group'));
  }
  for (const section of ['well', 'done'] as const) {
    const listed = ended[section];
    // Most users never mark anything as done.
    if (section === 'done' && (listed?.total ?? 0) === 0) continue;
    const isOpen = openSections.has(section);
    lines.push({ kind: 'ended', key: section, count: listed?.total ?? null, isOpen });
    if (isOpen && listed !== null) lines.push(...cases(listed, section));
  }
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

export function reportTimes(lines: readonly ListLine[]): readonly number[] {
  return lines.flatMap((line) =>
    line.kind === 'case' ? [line.row.lastAt] : line.kind === 'group' ? [line.group.lastAt] : [],
  );
}
