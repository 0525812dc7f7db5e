import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReceivedEvent } from '../../../src-shared/domain/event/event.ts';
import { batchOf } from '../../doubles/received-events.ts';
import { requestText, type RequestTextFields } from '../../doubles/request-texts.ts';
import { parseNdjson, Workplace } from '../../support/command.ts';

const START = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const HOSTILE = 'req\u202e\u001b[31m';

let workplace: Workplace;
beforeAll(async () => {
  workplace = await Workplace.create();
  await fill();
});
afterAll(() => workplace.close());

function request(minute: number, subscriptionRequestId: unknown, fields: RequestTextFields = {}): ReceivedEvent {
  const message = { ...fields.message, subscriptionRequestId };
  const data = requestText({ ...fields, message });
  return { receivedAt: START + minute * MINUTE, kind: 'CMP_EVENT', id: `r-${minute}`, data };
}

async function fill(): Promise<void> {
  const store = await workplace.openStore();
  await store.writer.append(
    batchOf('opens', [
      request(0, 'REQ-0', { completed: 24, failing: [], target: 'EU-DATA-10' }),
      request(10, 'REQ-1'),
      request(20, 'REQ-2', { completed: 3, failing: [{ code: '70', count: 1 }], message: { size: 5 } }),
      request(30, HOSTILE, {
        completed: 2,
        failing: [],
        message: { subscriptionRequestState: 'SETTLED' },
        target: HOSTILE,
      }),
      request(40, undefined, { completed: 0, failing: [{ code: '73', count: 3 }] }),
    ]),
  );
  await store.close();
}

const args = (format: string) => ['requests', '--data-dir', workplace.dataDir, '--format', format];
const requests = async (...more: string[]) => parseNdjson(await workplace.output([...args('ndjson'), ...more]));
const ids = async (...more: string[]) => (await requests(...more)).map(({ requestId }) => requestId);
const at = (minute: number) => new Date(START + minute * MINUTE).toISOString();

test('[CLI-61] a line for each request shows its outcome from its counters and resources, the newest first', async () => {
  const [nameless, hostile, unaccounted, partial, done] = await requests();
  expect(partial).toEqual({
    requestId: 'REQ-1',
    type: 'CHANGE_SUBSCRIPTIONPACKAGE',
    operation: 'CHANGE_SUBSCRIPTIONPACKAGE',
    outcome: 'partial',
    size: 214,
    completed: 171,
    failed: 43,
    consistent: true,
    errorCode: '73',
    target: 'EU-DATA-50',
    company: 'Nordwind Logistics',
    createdBy: 'r.albrecht',
    createdAt: '2026-11-21T12:47:31.882000017Z',
    firstSeq: 2,
    lastSeq: 2,
    lastAt: at(10),
    openedAt: at(10),
    endedAt: null,
    ended: null,
    owner: null,
    ticket: null,
  });
  expect([done, unaccounted, hostile, nameless]).toMatchObject([
    { requestId: 'REQ-0', outcome: 'succeeded', completed: 24, failed: 0, consistent: true, openedAt: null },
    { requestId: 'REQ-2', outcome: 'partial', size: 5, completed: 3, failed: 1, consistent: false, openedAt: at(20) },
    { requestId: HOSTILE, outcome: 'unknown', target: HOSTILE, openedAt: at(30) },
    { requestId: null, outcome: 'failed', failed: 3, openedAt: at(40) },
  ]);
});

test('[CLI-61] options select requests that are open, match, are of a time, and limit their number', async () => {
  expect(await ids('--open')).toEqual([null, HOSTILE, 'REQ-2', 'REQ-1']);
  expect(await ids('--find', 'outcome:partial code:118')).toEqual(['REQ-1']);
  expect(await ids('--since', at(10), '--until', at(20))).toEqual(['REQ-2', 'REQ-1']);
  expect(await ids('--limit', '2')).toEqual([null, HOSTILE]);
  expect(await ids('--limit', '1', '--until', at(10))).toEqual(['REQ-1']);
});

test('[CLI-2] a table cannot control the terminal, and shows what is unknown or does not add up', async () => {
  const table = (await workplace.output(args('table'))).split('\n');
  expect(table.map((line) => line.replaceAll(/ {2,}/g, ' | '))).toEqual([
    'LAST (UTC) | OUTCOME | FAILED | ADDS UP | TYPE | TARGET | CODE | COMPANY | CREATED BY | OPEN SINCE (UTC) | REQUEST',
    `${at(40)} | failed | 3 of 3 | yes | CHANGE_SUBSCRIPTIONPACKAGE | EU-DATA-50 | 73 | Nordwind Logistics | r.albrecht | ${at(40)} | (event 5)`,
    `${at(30)} | unknown | ? | yes | CHANGE_SUBSCRIPTIONPACKAGE | req\\u202e\\u001b… | Nordwind Logistics | r.albrecht | ${at(30)} | req\\u202e\\u001b[31m`,
    `${at(20)} | partial | 1 of 5 | no | CHANGE_SUBSCRIPTIONPACKAGE | EU-DATA-50 | 70 | Nordwind Logistics | r.albrecht | ${at(20)} | REQ-2`,
    `${at(10)} | partial | 43 of 214 | yes | CHANGE_SUBSCRIPTIONPACKAGE | EU-DATA-50 | 73 | Nordwind Logistics | r.albrecht | ${at(10)} | REQ-1`,
    `${at(0)} | succeeded | 0 of 24 | yes | CHANGE_SUBSCRIPTIONPACKAGE | EU-DATA-10 | Nordwind Logistics | r.albrecht | REQ-0`,
    '',
  ]);
});

test.each([
  [['--limit', 'x'], 'Expected a whole number'],
  [['--since', 'yesterdayish'], 'is not a time'],
  [['--format', 'xml'], 'Allowed choices are table, ndjson'],
])('[CLI-2] %j is refused with the reason and exit code 2', async (more, words) => {
  const command = workplace.runInProcess([...args('ndjson'), ...more]);
  expect([await command.exit, command.stdout]).toEqual([2, '']);
  expect(command.stderr).toContain(words);
});
