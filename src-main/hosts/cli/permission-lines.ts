/** Formats the permissions of a token: one row per permission, and a table for people. */
import type { AccessReport } from '../../../src-shared/api/access.ts';
import type { RowLayout } from './rows.ts';
import { paddedLine } from './table.ts';
import { terminalText } from './terminal-text.ts';
import { terminalWidth } from './terminal-width.ts';

export interface PermissionRow {
  readonly resource: string;
  /** Null if the resource has no permissions or no list of names. */
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
  const fact = (name: string, value: string) =>
    paddedLine([
      [name, NAME_WIDTH],
      [value, 0],
    ]);
  const listed = (names: readonly string[]) => (names.length === 0 ? '-' : names.join(', '));
  yield fact('Domain', report.domainId ?? 'not named');
  yield fact('Roles', listed(report.roles));
  yield fact('Access rights', listed(report.accessRights));
  yield fact('Solutions', listed(report.solutions));
  yield fact('Token until', report.endsAt === null ? 'not said' : new Date(report.endsAt).toISOString());
  if (report.undocumented.length > 0) yield fact('Not documented', listed(report.undocumented));
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
