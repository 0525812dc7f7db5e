import { expect, test } from 'vitest';
import {
  doctorEnd,
  doctorExitCode,
  doctorRows,
  doctorTable,
} from '../../../src-main/hosts/cli/sign-in/doctor-lines.ts';
import { rowLines } from '../../../src-main/hosts/cli/terminal/rows.ts';
import { type CheckResult, connectionChecks, type ConnectionReport } from '../../../src-shared/api/connection-test.ts';

test.each<['secret-first' | 'sign-in-first' | 'sign-in-ended', command: string]>([
  ['secret-first', 'Store it with `watchfloor secret set --profile FILE`, then test again.'],
  ['sign-in-first', 'Sign in with `watchfloor sign-in --profile FILE`, then test again.'],
  ['sign-in-ended', 'Sign in again with `watchfloor sign-in --profile FILE`.'],
])('a %s result names the next step of the user as a command', (key, command) => {
  const result: CheckResult = { check: 'token', state: 'skipped', ms: null, finding: { key, facts: {} } };
  expect(doctorTable(result).split('\n').at(-2)).toBe(`  ${command}`);
  expect(recordOf(result)).toMatchObject({ do: command });
});

test('an unusable "caFile" is explained once, with the remedy', () => {
  const finding = { key: 'ca-file', facts: { expected: 'a PEM file with certificates' } } as const;
  const printed = doctorTable({ check: 'tls', state: 'failed', ms: 3, finding });
  expect(printed.match(/must be a PEM file/g)).toHaveLength(1);
  expect(recordOf({ check: 'tls', state: 'failed', ms: 3, finding })).toMatchObject({
    detail:
      'The “caFile” of the profile must be a PEM file with certificates (the additional certificates cannot be used).',
    do: 'Check the path in the profile file, or remove it.',
  });
});

const recordOf = (result: CheckResult): unknown =>
  JSON.parse(rowLines(doctorRows, { format: 'ndjson', cells: 'guarded' }).line(result));

const FINDINGS = {
  good: { key: 'search-answered', facts: { totalHits: 1 } },
  warned: { key: 'search-forbidden', facts: { status: 403 } },
  failed: { key: 'service-down', facts: { host: 'api.example.com', address: 'base', status: 503 } },
  skipped: { key: 'not-tried', facts: {} },
} as const;
const search = (state: keyof typeof FINDINGS): CheckResult => ({
  check: 'search',
  state,
  ms: 5,
  finding: FINDINGS[state],
});
const reportOf = (...states: readonly (keyof typeof FINDINGS)[]): ConnectionReport => ({
  startedAt: 0,
  endedAt: 1,
  checks: connectionChecks.map((check, at) => ({ ...search(states[at] ?? 'good'), check })),
});

test.each([
  ['good', 'ok', true],
  ['warned', 'warning', false],
  ['failed', 'failed', false],
  ['skipped', 'not tried', false],
] as const)('[TEST-1] a check that is %s has the result "%s"', (state, result, ok) => {
  expect(recordOf(search(state))).toMatchObject({ result, ok });
});

test.each([
  [reportOf(), 0, 'All checks passed.\n'],
  [reportOf('warned'), 6, 'Of 11 checks, 1 with a warning.\n'],
  [reportOf('warned', 'skipped', 'skipped'), 1, 'Of 11 checks, 2 not tried, 1 with a warning.\n'],
  [reportOf('failed', 'warned', 'skipped'), 1, 'Of 11 checks, 1 failed, 1 not tried, 1 with a warning.\n'],
] as const)('[TEST-1] the report %j has the exit code %i', (report, code, end) => {
  expect([doctorExitCode(report), doctorEnd(report, 'SQLite 3.51.3')]).toEqual([code, `${end}SQLite 3.51.3\n`]);
});
