import type { AccessReport } from '../../../../src-shared/api/access.ts';
import { labelledLines } from '../terminal/table.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { terminalWidth } from '../terminal/terminal-width.ts';
import type { RowLayout } from '../terminal/rows.ts';
import { isoTime } from '../terminal/times.ts';

export interface PermissionRow {
  readonly resource: string;
  readonly permission: string | null;
}

export const permissionRows: RowLayout<PermissionRow> = {
  fields: { resource: ({ resource }) => resource, permission: ({ permission }) => permission },
  columns: [],
};

export function* rowsOf({ resources }: AccessReport): Generator<PermissionRow> {
  for (const { resource, permissions } of resources)
    if (permissions === null || permissions.length === 0) yield { resource, permission: null };
    else for (const permission of permissions) yield { resource, permission };
}

const NAME_WIDTH = 16;
/** Wider names are cut in the table only. */
const MAX_RESOURCE_WIDTH = 40;

export function* permissionLines(report: AccessReport): Generator<string> {
  const listed = (names: readonly string[]) => (names.length === 0 ? '-' : names.join(', '));
  const { undocumented } = report;
  yield labelledLines(
    [
      ['Domain', report.domainId ?? 'not given'],
      ['Roles', listed(report.roles)],
      ['Access rights', listed(report.accessRights)],
      ['Solutions', listed(report.solutions)],
      ['Token until', isoTime(report.endsAt) ?? 'not given'],
      ...(undocumented.length === 0 ? [] : [['Not documented', listed(undocumented)] as const]),
    ],
    NAME_WIDTH,
  );
  yield '\n';

  const widths = report.resources.map(({ resource }) => terminalWidth(terminalText(resource)));
  const width =
    Math.min(
      MAX_RESOURCE_WIDTH,
      widths.reduce((one, other) => Math.max(one, other), 'RESOURCE'.length),
    ) + 1;
  yield labelledLines(
    [
      ['RESOURCE', 'PERMISSIONS'],
      ...report.resources.map(
        ({ resource, permissions }) =>
          [resource, permissions === null ? '(no list of names)' : listed(permissions)] as const,
      ),
    ],
    width,
  );
}
