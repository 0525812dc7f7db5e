/** Tests `watchfloor coverage --check-inventory` over a real store with a gap, against real HTTP. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { OddService } from '../doubles/odd-service.ts';
import { batchOf, receivedEvent } from '../doubles/received-events.ts';
import { FILLED_STORE_ID, parseNdjson, Workplace } from '../support/command.ts';

const at = Date.UTC(2026, 10, 20);
const MINUTE = 60_000;
let workplace: Workplace;
let service: OddService;

/** Stores an event at midnight, a gap of 5 min, and then an event that names the subscription of row 3. */
beforeEach(async () => {
  workplace = await Workplace.create();
  service = await OddService.start();
  service.rows = [0, 1, 2, 3];
  const store = await workplace.openStore();
  const { sessionId } = await store.writer.append(batchOf('opens', [receivedEvent(1, { receivedAt: at })]));
  await store.writer.endSession(sessionId, { reason: 'connection-lost', detail: 'ECONNRESET' });
  const message = JSON.stringify({ eid: 'e', localizedProfile: { iccid: '8946000000000000003', countryCode: 'SE' } });
  const data = JSON.stringify({ operation: 'ENABLED', state: 'COMPLETED', principal: 'odd', detailedMessage: message });
  const late = receivedEvent(2, { receivedAt: at + 5 * MINUTE, kind: 'LOCALIZATION', data });
  const again = await store.writer.append(batchOf('opens', [late]));
  await store.writer.endSession(again.sessionId, { reason: 'stopped', detail: null });
  await store.close();
});
afterEach(async () => {
  await workplace.close();
  await service.stop();
});

async function check(args: readonly string[], profile?: string) {
  const file = profile ?? (await workplace.profile(service, { id: FILLED_STORE_ID }));
  const all = ['coverage', '--check-inventory', '--profile', file, '--data-dir', workplace.dataDir, ...args];
  const command = workplace.runInProcess(all, { [SECRET_VARIABLE]: service.clients.basic.clientSecret });
  const code = await command.exit;
  return { code, stdout: command.stdout, stderr: command.stderr };
}

const GAP = 1;
const row = (id: number) => `odd-${String(id).padStart(7, '0')}`;

test('[CROSS-3] asks for the changes during a gap as documented and prints a line for each, matched with the events', async () => {
  const { code, stdout, stderr } = await check(['--format', 'ndjson']);
  expect([code, stderr]).toEqual([5, '']);
  const missed = (id: number) => ({
    type: 'missed',
    gap: GAP,
    id: row(id),
    changedAt: `2026-11-20T00:00:0${id}.000Z`,
  });
  expect(parseNdjson(stdout)).toEqual([
    {
      type: 'check',
      gap: GAP,
      from: '2026-11-20T00:00:00.000Z',
      to: '2026-11-20T00:05:00.000Z',
      askedFrom: '2026-11-19T23:59:00.000Z',
      askedTo: '2026-11-20T00:06:00.000Z',
      marginMs: MINUTE,
      changed: 4,
      missed: 3,
      met: 1,
      unnamed: 0,
    },
    ...[0, 1, 2].map(missed),
    { ...missed(3), type: 'met', seq: 2, receivedAt: '2026-11-20T00:05:00.000Z', outcome: 'succeeded' },
  ]);
  expect(service.searches[0]?.body).toMatchObject({
    filters: [
      {
        type: 'between',
        fields: ['iotSubscription.lastModifiedAt'],
        values: { min: '2026-11-19T23:59:00.000Z', max: '2026-11-20T00:06:00.000Z' },
      },
    ],
  });
});

test('[CROSS-3] prints a table, and exits with 0 if no change was missed', async () => {
  const table = await check(['--format', 'table', '--gap', String(GAP)]);
  expect(table.stdout.split('\n')).toEqual([
    `Gap ${GAP}: 2026-11-20T00:00:00.000Z to 2026-11-20T00:05:00.000Z, 5 min 00 s (connection-lost · ECONNRESET)`,
    'Searched for changes from 2026-11-19T23:59:00.000Z to 2026-11-20T00:06:00.000Z (1 min 00 s margin): 4 changed · 3 possibly missed · 1 named by an event',
    'Possibly missed: no event received in that time names them; this is not proof.',
    '  CHANGED (UTC)             SUBSCRIPTION',
    ...[0, 1, 2].map((id) => `  2026-11-20T00:00:0${id}.000Z  ${row(id)}`),
    '',
    '',
  ]);
  service.rows = [3];
  expect((await check([])).code).toBe(0);
});

test('[CROSS-3] prints a line for every missed subscription, even for 1 203 of them', async () => {
  service.rows = Array.from({ length: 1_203 }, (_, index) => index + 10);
  const { stdout } = await check(['--gap', String(GAP)]);
  expect(parseNdjson(stdout).filter(({ type }) => type === 'missed')).toHaveLength(1_203);
});

test('[CROSS-3] reports nothing after a refused search, for an unknown gap, or with a name instead of a profile file', async () => {
  service.refusalFor = () => ({ status: 400, body: '{"message":"no such filter"}' });
  const refused = await check([]);
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain('no such filter');
  expect(refused.stderr).toContain(`watchfloor: Gap ${GAP} was not checked.`);
  const searchesBefore = service.searches.length;
  expect(await check(['--gap', '77'])).toMatchObject({ code: 2, stdout: '' });
  expect(await check([], FILLED_STORE_ID)).toMatchObject({ code: 2, stdout: '' });
  expect(await check(['--until', '2026-11-19'])).toMatchObject({ code: 0, stdout: '' });
  expect(service.searches.length).toBe(searchesBefore);
});

test('[CROSS-3] widens the margin to 2 h 01 min if the provider’s clock is 2 h ahead', async () => {
  const store = await workplace.openStore();
  const heartbeats = Array.from({ length: 12 }, (_, beat) => {
    const receivedAt = at + 5 * MINUTE + (beat + 1) * 30_000;
    const createdDateTime = new Date(receivedAt + 120 * MINUTE).toISOString();
    const data = JSON.stringify({
      createdDateTime,
      operation: '-',
      state: 'IN_PROGRESS',
      principal: 'odd',
      detailedMessage: 'Heartbeat',
    });
    return receivedEvent(3 + beat, { receivedAt, kind: 'HEARTBEAT', data });
  });
  const { sessionId } = await store.writer.append(batchOf('opens', heartbeats));
  await store.writer.endSession(sessionId, { reason: 'stopped', detail: null });
  await store.close();
  const { stdout } = await check(['--gap', String(GAP), '--format', 'ndjson']);
  expect(parseNdjson(stdout)[0]).toMatchObject({
    from: '2026-11-20T00:00:00.000Z',
    askedFrom: '2026-11-19T21:59:00.000Z',
    askedTo: '2026-11-20T02:06:00.000Z',
    marginMs: 121 * MINUTE,
    providerClockOffsetMs: 120 * MINUTE,
  });
  expect(service.searches[0]?.body).toMatchObject({
    filters: [{ values: { min: '2026-11-19T21:59:00.000Z', max: '2026-11-20T02:06:00.000Z' } }],
  });
  expect((await check(['--gap', String(GAP), '--format', 'table'])).stdout).toContain(
    "(2 h 01 min margin: the provider's clock differs by 2 h 00 min)",
  );
});

test('[CROSS-3] coverage prints each gap with the number that --gap accepts', async () => {
  const spans = await workplace.coverage();
  expect(spans.filter(({ type }) => type === 'gap').map(({ gap }) => gap)).toContain(GAP);
});
