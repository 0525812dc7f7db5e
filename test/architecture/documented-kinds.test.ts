/** A document for users has a line about each kind that the code declares. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { alarmSignals, standardRules } from '../../src-shared/domain/cases/alarm.ts';
import { filterFields, isOtherField } from '../../src-shared/domain/filter/filter.ts';
import { outletKinds } from '../../src-shared/domain/outlets/outlet-kinds.ts';
import { ruleName } from '../../src-shared/words/alarms/alarm-words.ts';
import { signalNames } from '../../src-shared/words/alarms/signal-alarm-words.ts';

const LINES: Readonly<Record<string, readonly (readonly [kind: string, line: RegExp])[]>> = {
  'docs/hand-off.md': outletKinds.map((kind) => [kind, new RegExp(`^- \`${kind}\`: `, 'm')]),
  'docs/filter.md': filterFields.map((field) => [
    field,
    isOtherField(field) ? new RegExp(`\`${field}:`) : new RegExp(`^\\| \`${field}\` `, 'm'),
  ]),
  'docs/alarms.md': [
    ...standardRules.map((id) => ruleName({ id, name: '' })),
    ...alarmSignals.map((signal) => signalNames[signal].is),
  ].map((name) => [name, new RegExp(`_${name}_`)]),
};

test.each(Object.keys(LINES))('%s has a line about each kind', (document) => {
  const text = readFileSync(document, 'utf8');
  const missing = (LINES[document] ?? []).filter(([, line]) => !line.test(text)).map(([kind]) => kind);
  expect(missing, `kinds that ${document} does not explain`).toEqual([]);
});
