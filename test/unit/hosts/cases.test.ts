import { chmod, cp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ReceivedEvent } from '../../../src-shared/domain/event/event.ts';
import { batchOf, receivedEvents } from '../../doubles/received-events.ts';
import { type SentLocalization, sentLocalization } from '../../doubles/sent-failures.ts';
import { FILLED_STORE_ID, parseNdjson, Workplace } from '../../support/command.ts';

const START = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const [TRIED, FAILED, WELL, HOSTILE] = [
  '89049032000001000000000000000001',
  '89049032000001000000000000000002',
  '89049032000001000000000000000003',
  'eid\u202e\u001b[31m',
] as const;

let workplace: Workplace;
beforeAll(async () => {
  workplace = await Workplace.create();
  await fill();
});
afterAll(() => workplace.close());

function localization(
  minute: number,
  eid: string,
  operation: string,
  more: Partial<SentLocalization> = {},
): ReceivedEvent {
  return sentLocalization({ eid, operation, at: START + minute * MINUTE, ...more });
}

const DOWNLOAD = { errorCode: 'START_PROFILE_DOWNLOAD_FAILED', iccid: null };
const ALLOCATION = { errorCode: 'START_PROFILE_ALLOCATION_FAILED' };
const ENABLE = { errorCode: 'START_PROFILE_ENABLE_FAILED', country: 'SE' };

async function fill(): Promise<void> {
  const store = await workplace.openStore();
  const { sessionId } = await store.writer.append(
    batchOf('opens', [
      localization(0, TRIED, 'DOWNLOADED', DOWNLOAD),
      localization(5, TRIED, 'ALLOCATED', ALLOCATION),
      localization(10, TRIED, 'PROVISIONED'),
      localization(11, TRIED, 'FALLBACK_SET'),
      localization(12, FAILED, 'ENABLED', ENABLE),
      localization(13, HOSTILE, 'PROVISIONED'),
    ]),
  );
  await store.writer.endSession(sessionId, { reason: 'connection-lost', detail: null });
  await store.writer.append(batchOf('opens', [localization(20, WELL, 'LOCALIZED')]));
  await store.close();
}

const args = (dataDir: string) => ['cases', '--data-dir', dataDir, '--format', 'ndjson'];
const cases = async (...more: string[]) => parseNdjson(await workplace.output([...args(workplace.dataDir), ...more]));
const eids = async (...more: string[]) => (await cases(...more)).map(({ eid }) => eid);
const at = (minute: number) => new Date(START + minute * MINUTE).toISOString();
const steps = (
  DOWNLOADED: string,
  ALLOCATED: string,
  ACTIVATED: string,
  PROVISIONED: string,
  ENABLED: string,
  FALLBACK_SET: string,
) => ({
  DOWNLOADED,
  ALLOCATED,
  ACTIVATED,
  PROVISIONED,
  ENABLED,
  FALLBACK_SET,
});

test('[CLI-61] a line for each case shows its last attempt and what is known about each of the six steps', async () => {
  const iccid = '8947080012000000013';
  const [well, hostile, failed, tried] = await cases();
  expect([well?.['eid'], hostile?.['eid']]).toEqual([WELL, HOSTILE]);
  expect(failed).toEqual({
    eid: FAILED,
    attempt: 1,
    outcome: 'failed',
    step: 'ENABLED',
    errorCode: 'START_PROFILE_ENABLE_FAILED',
    iccid,
    countryCode: 'SE',
    steps: steps('inferred', 'inferred', 'inferred', 'inferred', 'failed', 'unknown'),
    firstSeq: 5,
    lastSeq: 5,
    openedAt: at(12),
    endedAt: null,
    firstAt: at(12),
    lastAt: at(12),
    weakenedByGap: true,
    key: `eid:${FAILED}`,
    ended: null,
    isBack: false,
    consequence: 'reachable',
    ticket: null,
    owner: null,
    muted: false,
  });
  expect(tried).toMatchObject({
    attempt: 3,
    outcome: 'succeeded',
    step: 'FALLBACK_SET',
    errorCode: null,
    steps: steps('inferred', 'inferred', 'inferred', 'reported', 'inferred', 'reported'),
    firstSeq: 1,
    lastSeq: 4,
    openedAt: at(0),
    endedAt: at(11),
    ended: 'well',
  });
});

test('[CLI-61] --attempts prints a line for each attempt, with the times of its own events', async () => {
  const attempts = await cases('--attempts', '--eid', TRIED);
  const columns = ['attempt', 'outcome', 'step', 'iccid', 'firstSeq', 'lastSeq', 'openedAt', 'endedAt'];
  expect(attempts.map((line) => Object.fromEntries(columns.map((name) => [name, line[name]])))).toEqual([
    {
      attempt: 3,
      outcome: 'succeeded',
      step: 'FALLBACK_SET',
      iccid: '8947080012000000013',
      firstSeq: 3,
      lastSeq: 4,
      openedAt: at(10),
      endedAt: at(11),
    },
    {
      attempt: 2,
      outcome: 'failed',
      step: 'ALLOCATED',
      iccid: '8947080012000000013',
      firstSeq: 2,
      lastSeq: 2,
      openedAt: at(5),
      endedAt: at(5),
    },
    {
      attempt: 1,
      outcome: 'failed',
      step: 'DOWNLOADED',
      iccid: null,
      firstSeq: 1,
      lastSeq: 1,
      openedAt: at(0),
      endedAt: at(0),
    },
  ]);
});

test('[CLI-61] an attempt without a final outcome has no end, and more cases than a page are all printed', async () => {
  const busy = await Workplace.create();
  onTestFinished(() => busy.close());
  const store = await busy.openStore();
  const many = Array.from({ length: 510 }, (_, number) =>
    localization(number / 100, `8904${String(number).padStart(28, '0')}`, 'PROVISIONED'),
  );
  await store.writer.append(batchOf('opens', many));
  await store.close();
  const attempts = parseNdjson(await busy.output([...args(busy.dataDir), '--attempts']));
  expect(attempts.map(({ outcome, endedAt }) => [outcome, endedAt])).toEqual(many.map(() => ['in-progress', null]));
});

test('[CLI-61] --query prints the cases with at least one matching event, and several options must all hold', async () => {
  expect({
    early: await eids('--query', 'code:START_PROFILE_DOWNLOAD_FAILED'),
    country: await eids('--query', 'country:NO outcome:failed'),
    open: await eids('--open'),
    openInNorway: await eids('--open', '--query', 'country:NO'),
    one: await eids('--eid', FAILED),
    oneOpen: await eids('--eid', WELL, '--open'),
    newest: await eids('--limit', '2'),
    none: await eids('--limit', '0'),
  }).toEqual({
    early: [TRIED],
    country: [TRIED],
    open: [FAILED],
    openInNorway: [],
    one: [FAILED],
    oneOpen: [],
    newest: [WELL, HOSTILE],
    none: [],
  });
});

test('[THREAD-4] a read-only copy or an empty store is read without changes, and no temporary files are left', async () => {
  const copy = join(workplace.folder, 'copy');
  const temporary = join(workplace.folder, 'temporary');
  await cp(workplace.dataDir, copy, { recursive: true });
  await cp(workplace.dataDir, temporary, { recursive: true });
  const folder = join(copy, 'profiles', FILLED_STORE_ID);
  const before = await contents(folder);
  await chmod(folder, 0o500);
  // Runs in a process, because the folder for temporary files is set per process.
  const command = workplace.run(args(copy), { TMPDIR: temporary });
  expect(await command.exit).toBe(0);
  expect(parseNdjson(command.stdout)).toHaveLength(4);
  await chmod(folder, 0o700);
  expect(await contents(folder)).toEqual(before);
  expect((await readdir(temporary)).filter((name) => name.startsWith('watchfloor'))).toEqual([]);

  const empty = await Workplace.create();
  try {
    const store = await empty.openStore();
    await store.writer.append(batchOf('opens', receivedEvents(1, 3)));
    await store.close();
    expect(await empty.output([...args(empty.dataDir)])).toBe('');
  } finally {
    await empty.close();
  }
});

test('a command keeps the cases that it prepared for the next one, except next to a running watch', async () => {
  const other = await workplace.copy();
  try {
    const folder = join(other.dataDir, 'profiles', FILLED_STORE_ID);
    const databases = async () => Object.keys(await contents(folder)).filter((name) => name === 'cases.db');
    await rm(join(folder, 'cases.db'), { force: true });
    const watching = await other.openStore();
    const beside = await other.output(args(other.dataDir));
    const whileWatching = await databases();
    await watching.close();
    const first = await other.output(args(other.dataDir));
    const again = await other.output(args(other.dataDir));
    expect({ whileWatching, first, again, database: await databases() }).toEqual({
      whileWatching: [],
      first: beside,
      again: beside,
      database: ['cases.db'],
    });
  } finally {
    await other.close();
  }
});

/** Returns the contents of the files, without the log that SQLite creates and removes while a reader is open. */
async function contents(folder: string): Promise<Record<string, string>> {
  const found = (await readdir(folder, { withFileTypes: true })).filter((one) => one.isFile());
  const named = found.map(({ name }) => name).filter((name) => !/-(?:wal|shm)$/.test(name));
  const texts = await Promise.all(named.map((name) => readFile(join(folder, name), 'base64')));
  return Object.fromEntries(named.map((name, index) => [name, texts[index] ?? '']));
}

test('[CLI-2] received text cannot control the terminal, and wrong arguments end with exit code 2', async () => {
  const table = await workplace.output(['cases', '--data-dir', workplace.dataDir, '--format', 'table']);
  expect(table).toContain(String.raw`eid\u202e\u001b[31m`);
  // oxlint-disable-next-line no-control-regex -- that is what is looked for
  expect(table).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  expect(table.split('\n')[0]).toMatch(/^OUTCOME +STEP +STEPS +ATTEMPT +EID /);
  expect(table).toMatch(/^failed +ENABLED +iiiiF\? gap +1 +8904/m);
  const results = await Promise.all(
    [
      ['--query', 'outcome:('],
      ['--limit', 'many'],
      ['--format', 'json'],
      ['--data-dir', '/nowhere/at/all'],
    ].map((wrong) => workplace.runInProcess(['cases', '--data-dir', workplace.dataDir, ...wrong]).exit),
  );
  expect(results).toEqual([2, 2, 2, 2]);
  const unknown = workplace.runInProcess([...args(workplace.dataDir), '--eid', 'nobody\u202e']);
  expect([await unknown.exit, unknown.stdout, unknown.stderr]).toEqual([
    0,
    '',
    'watchfloor: No record of a localization of the eUICC nobody.\n',
  ]);
});
