import { expect, test } from 'vitest';
import { doctorRows, doctorTable } from '../../../src-main/hosts/cli/doctor-lines.ts';
import type { CheckResult } from '../../../src-shared/api/connection-test.ts';

test.each<['secret-first' | 'sign-in-first' | 'sign-in-ended', command: string]>([
  ['secret-first', 'Give it with `watchfloor secret set --profile FILE`, then test again.'],
  ['sign-in-first', 'Sign in with `watchfloor sign-in --profile FILE`, then test again.'],
  ['sign-in-ended', 'Sign in again with `watchfloor sign-in --profile FILE`.'],
])('%s: what a person has to do first is named as a command', (key, command) => {
  const result: CheckResult = { check: 'token', state: 'skipped', ms: null, finding: { key, facts: {} } };
  expect(doctorTable(result).split('\n').at(-2)).toBe(`  ${command}`);
  expect(doctorRows.record(result)).toMatchObject({ do: command });
});
