import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReceivedEvent } from '../../../src-shared/domain/event/event.ts';
import { localizationText } from '../../doubles/cases-over-store.ts';
import { batchOf } from '../../doubles/received-events.ts';
import { requestText } from '../../doubles/request-texts.ts';
import { parseNdjson, Workplace } from '../../support/command.ts';

const START = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const EID = '89049032000001000000035728471950';
const ICCID = '8946200011660309494';

const resource = (imsi: string, iccid: string, state: string, code?: string) => ({
  resourceId: `RES-${imsi}`,
  resourceState: state,
  resourceProperties: [
    { type: 'IMSI', value: imsi },
    { type: 'ICCID', value: iccid },
  ],
  ...(code !== undefined && { resourceFailureInfos: [{ errorObject: { errorCode: code } }] }),
});

function event(minute: number, kind: string, data: string): ReceivedEvent {
  return { receivedAt: START + minute * MINUTE, kind, id: `e-${minute}-0000`, data };
}
const request = (minute: number, subscriptionRequestId: string, ...resources: object[]) =>
  event(
    minute,
    'CMP_EVENT',
    requestText({
      completed: 1,
      failing: [],
      message: {
        subscriptionRequestId,
        size: resources.length,
        subscriptionRequestState: 'COMPLETED_WITH_FAILURES',
        subscriptionRequestResourceCounters: { completed: 1, failed: 1 },
        subscriptionRequestResources: resources,
      },
    }),
  );

let workplace: Workplace;
beforeAll(async () => {
  workplace = await Workplace.create();
  const store = await workplace.openStore();
  await store.writer.append(
    batchOf('opens', [
      event(0, 'LOCALIZATION', localizationText({ eid: EID, iccid: ICCID, inner: '2107' })),
      request(10, 'REQ-1', resource('240071111', ICCID, 'COMPLETED'), resource('240072222', '8946299', 'FAILED', '70')),
      event(20, 'LOCALIZATION', localizationText({ eid: '8904999', operation: 'LOCALIZED', state: 'COMPLETED' })),
    ]),
  );
  await store.close();
});
afterAll(() => workplace.close());

const run = (...args: string[]) => workplace.runInProcess(['id', '--data-dir', workplace.dataDir, ...args]);
async function answer(...args: string[]): Promise<string> {
  const command = run(...args, '--format', 'table');
  expect(await command.exit).toBe(0);
  return command.stdout + command.stderr;
}
const at = (minute: number) => new Date(START + minute * MINUTE).toISOString();

describe('watchfloor id', () => {
  test('[PAGE-442] says whether a device is usable, what happened last, and who must act, from any of its ids', async () => {
    for (const id of [EID, ICCID, '240071111'])
      expect(await answer(id)).toContain(
        'Usable: no, until it is allocated. Allocation failed with START_PROFILE_ALLOCATION_FAILED, 2026-11-21 12:00:00 UTC. Who must act: you, then the provider',
      );
    const lines = (await answer('240071111')).split('\n');
    expect(lines.filter((line) => /^(?:IMSI|ICCID|EID|Resource) /.test(line))).toEqual([
      'IMSI 240071111, asked for',
      'Resource RES-240071111, from event 2',
      `ICCID ${ICCID}, from event 2`,
      `EID ${EID}, from event 1`,
    ]);
    expect(lines.filter((line) => line.startsWith('2026-')).map((line) => line.split(/\s{2,}/).slice(1))).toEqual([
      ['2', 'Package change: 1 of 2 resources failed, this one completed'],
      ['1', 'Allocation failed with START_PROFILE_ALLOCATION_FAILED'],
    ]);
  });

  test('[PAGE-442] says what happened to a resource, and not what happened to the others of its request', async () => {
    expect(await answer('240072222')).toMatch(
      /^Package change: 1 of 2 resources failed, this one failed with 70 2026-11-21 12:10:00 UTC\. Whether it is usable, no event says\./,
    );
    expect(await answer('8904999')).toMatch(/^Nothing failed in what we watched\. Last: Localized 2026-11-21 12:20/);
  });

  test('[PAGE-442] names nothing that requests --find denies', async () => {
    for (const id of ['240071111', '240072222', ICCID, 'RES-240072222', 'nordwind', '…2222']) {
      const found = await workplace.output([
        'requests',
        '--data-dir',
        workplace.dataDir,
        '--find',
        id,
        '--format',
        'ndjson',
      ]);
      expect([id, ...parseNdjson(found).map(({ requestId }) => requestId)]).toEqual([id, 'REQ-1']);
    }
  });

  test('answers for a span: was it all right between two times?', async () => {
    const [calm] = parseNdjson(
      await workplace.output([
        'id',
        '--data-dir',
        workplace.dataDir,
        EID,
        '--since',
        at(5),
        '--until',
        at(30),
        '--format',
        'ndjson',
      ]),
    );
    expect(calm).toMatchObject({ id: EID, failures: 0, events: 1, since: at(5), until: at(30) });
    expect(calm?.['sentence']).toMatch(
      /^Nothing failed from 2026-11-21 12:05:00 UTC to 2026-11-21 12:30:00 UTC in what we watched\./,
    );
    expect(await answer(EID, '--since', at(-5), '--until', at(5))).toMatch(
      /^1 failure from .*, the last: Allocation failed/,
    );
  });

  test('[PAGE-442] prints a line for each id that has a typed part, and says what else contains the text', async () => {
    const lines = (await answer('24007')).split('\n').filter((line) => line.startsWith('24007'));
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['240071111', '240072222']);
    expect(await answer('r-company-1000')).toContain('No event and no stored search has');
    expect(await answer('nordwind')).toContain(
      `Nordwind Logistics, company of 1 request, 1 partly failed, 1 open, last 2026-11-21 12:10:00 UTC. See: watchfloor requests --find 'company:=Nordwind%20Logistics'`,
    );
    expect(await answer('company-1000')).toContain('Event 2 (Package change');
    expect(await answer('4711-none')).toContain('No event and no stored search has 4711-none.');
  });
});
