/** `watchfloor alarms back-test` over a stored night: two failures of a group that Ines took, and one without an owner. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { causeKey } from '../../../src-shared/domain/cases/case-keys.ts';
import { batchOf } from '../../doubles/received-events.ts';
import { sentLocalization } from '../../doubles/sent-failures.ts';
import { FILLED_STORE_ID, parseNdjson, Workplace } from '../../support/command.ts';

const MINUTE = 60_000;
/** Two days ago, at 12:00 UTC. */
const START = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 36 * 60 * MINUTE;
const NO_DEADLINES = Object.fromEntries(
  ['unusable', 'reachable', 'not-known', 'may-swap-back', 'partial', 'refused', 'unchanged'].map((kind) => [
    kind,
    { takeMinutes: null, endMinutes: null },
  ]),
);
const RULES = { version: 1, deadlines: { byConsequence: NO_DEADLINES } };

let workplace: Workplace;
beforeAll(async () => {
  workplace = await Workplace.create();
  const store = await workplace.openStore();
  const failure = (eid: string, minutes: number, errorCode: string) =>
    sentLocalization({ eid, at: START + minutes * MINUTE, country: 'SE', operation: 'ALLOCATED', errorCode });
  const code = 'START_PROFILE_ALLOCATION_FAILED';
  await store.writer.append(batchOf('opens', [failure('8904-1', 0, code), failure('8904-2', 20, code)]));
  const cause = causeKey({ kind: 'localization', operation: 'ALLOCATED', type: null, code });
  const ines = { id: 'ines-1', name: 'Ines' };
  await store.writer.addActions([
    { id: 'action-0001', at: START + 25 * MINUTE, author: ines, subjects: [cause], what: { kind: 'take' }, text: '' },
  ]);
  await store.writer.append(batchOf('opens', [failure('8904-3', 60, 'NOT_DOCUMENTED')]));
  await store.close();
});
afterAll(() => workplace.close());

async function backTest(rules: unknown, ...args: string[]) {
  const file = join(workplace.dataDir, 'edited.json');
  await writeFile(file, typeof rules === 'string' ? rules : JSON.stringify(rules));
  const place = ['--data-dir', workplace.dataDir, '--profile', FILLED_STORE_ID];
  const command = workplace.runInProcess(['alarms', 'back-test', ...place, '--rules', file, ...args]);
  return { exitCode: await command.exit, stdout: command.stdout, stderr: command.stderr };
}

test('[ALARM-35] counts the calls of a rule file, and the taken groups that it would have missed', async () => {
  const sentence = async (rules: unknown) => (await backTest(rules, '--since', '-90d')).stderr;
  expect(await sentence(RULES)).toMatch(
    /In the last 90 days: 3 calls, \d at night; missed none of 1 that were taken\./,
  );
  const standard = { failures: { on: false, banner: true, sound: false, badge: true } };
  expect(await sentence({ ...RULES, standard })).toMatch(
    /In the last 90 days: 0 calls, 0 at night; missed 1 that were taken\./,
  );
  expect(await sentence(RULES)).toMatch(/Nothing is stored from before /);
});

test('[ALARM-35] counts as night the quiet hours of the file, in which a rule for all hours still calls', async () => {
  const quiet = Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [day, ['00:00-24:00']]),
  );
  const failures = { on: true, banner: true, sound: false, badge: true, when: 'always' };
  const { stderr } = await backTest({ ...RULES, quiet, standard: { failures } });
  expect(stderr).toContain('3 calls, 3 at night');
});

test('[ALARM-35] prints a line for each hour with who took the groups, and a proposal with its effect', async () => {
  const lines = parseNdjson((await backTest(RULES, '--format', 'ndjson')).stdout);
  const [all, ...hours] = lines;
  expect(all).toMatchObject({ hour: null, calls: 3, missed: 0, taken: 1, proposal: null });
  expect(hours.map(({ calls, people }) => [calls, people])).toEqual([
    [2, [{ name: 'Ines', calls: 2 }]],
    [1, [{ name: null, calls: 1 }]],
  ]);
  expect(hours.map(({ proposal, proposedCalls, proposedMissed }) => [proposal, proposedCalls, proposedMissed])).toEqual(
    [
      [null, null, null],
      [{ kind: 'quiet', hour: expect.any(Number) }, 2, 0],
    ],
  );
  const { stdout } = await backTest(RULES, '--format', 'table');
  expect(stdout).toMatch(/^HOUR +CALLS +NIGHT +TAKEN BY +PROPOSAL +THEN/);
  expect(stdout).toMatch(/nobody 1 +quiet from \d\d:00 to \d\d:00 +2 calls, \d at night, 0 missed/);
});

test.each([
  ['no JSON', '{"version": 1,\n "quiet": }', /edited\.json: line 2 is not JSON\. Expected: /],
  [
    'a wrong setting',
    { version: 1, standard: { partial: { on: 'yes' } } },
    /"standard\.partial" is not a valid setting/,
  ],
  ['another file', { views: [] }, /"version" is missing/],
])('[CLI-2] refuses a rule file with %s, and names the place', async (_, rules, words) => {
  expect(await backTest(rules)).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringMatching(words) });
});

test('[CLI-2] refuses a span of more than 400 days', async () => {
  expect((await backTest(RULES, '--since', '500d')).exitCode).toBe(2);
});
