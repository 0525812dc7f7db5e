/** Formats the permissions of a token: one row per permission, and a table for people. */
import type { AccessReport } from '../../../../src-shared/api/access.ts';
import type { RowLayout } from '../terminal/rows.ts';
import { paddedLine } from '../terminal/table.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { terminalWidth } from '../terminal/terminal-width.ts';

export interface PermissionRow {
  readonly resource: string;
  readonly permission: string | null;
}

export const permissionRows: RowLayout<PermissionRow> = {
  record: (row) => ({ ...row }),
  fields: ['resource', 'permission'],
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
  const labelledLine = (name: string, value: string) =>
    paddedLine([
      [name, NAME_WIDTH],
      [value, 0],
    ]);
  const listed = (names: readonly string[]) => (names.length === 0 ? '-' : names.join(', '));
  yield labelledLine('Domain', report.domainId ?? 'not given');
  yield labelledLine('Roles', listed(report.roles));
  yield labelledLine('Access rights', listed(report.accessRights));
  yield labelledLine('Solutions', listed(report.solutions));
  yield labelledLine('Token until', report.endsAt === null ? 'not given' : new Date(report.endsAt).toISOString());
  if (report.undocumented.length > 0) yield labelledLine('Not documented', listed(report.undocumented));
  yield '\n';

  const widths = report.resources.map(({ resource }) => terminalWidth(terminalText(resource)));
  const width =
    Math.min(
      MAX_RESOURCE_WIDTH,
      widths.reduce((one, other) => Math.max(one, other), 'RESOURCE'.length),
    ) + 1;
  yield paddedLine([
    ['RESOURCE', width],
    ['PERMISSIONS', 0],
  ]);
  for (const { resource, permissions } of report.resources)
    yield paddedLine([
      [resource, width],
      [permissions === null ? '(no list of names)' : listed(permissions), 0],
    ]);
}
