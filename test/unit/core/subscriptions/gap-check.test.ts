import { describe, expect, test } from 'vitest';
import {
  type ChangedSubscription,
  changedSubscription,
} from '../../../../src-main/core/subscriptions/changed-subscription.ts';
import { compareGap, gapEvents, spanOf } from '../../../../src-main/core/subscriptions/gap-check.ts';
import type { StoredEvent } from '../../../../src-shared/domain/event/event.ts';
import { EID, envelope, ICCID, localizedMessage, requestMessage } from '../../../doubles/documented-events.ts';
import { summaryOf } from '../../../doubles/example-events.ts';

const AT = Date.UTC(2026, 10, 21, 9, 14);
const CHANGED = '2026-11-21T09:14:00.000Z';

const item = (id: string, fields: object = {}, changed = CHANGED) =>
  JSON.stringify({ iotSubscriptionId: id, lastModifiedAt: changed, ...fields });

function event(seq: number, message: unknown, fields: Partial<StoredEvent> = {}): StoredEvent {
  const raw = JSON.stringify({ ...envelope, detailedMessage: message });
  return { ...summaryOf(seq), raw, whole: null, receivedAt: AT, outcome: 'succeeded', ...fields };
}

async function* from<T>(list: readonly T[]): AsyncGenerator<T, void, undefined> {
  yield* list;
}
const compare = (items: readonly string[], events: readonly StoredEvent[]) =>
  compareGap(from(items.map((raw, index) => ({ ordinal: index + 1, raw }))), () => from(events));

describe('the comparison of changes in a gap with events', () => {
  test('[CROSS-3] lists a change without an event as possibly missed, and a change with an event as met', async () => {
    const found = await compare(
      [
        item('is-1', { iccid: ICCID }),
        item('is-2', { iccid: '8946000' }, '2026-11-21T09:13:59.000Z'),
        item('is-3', { eid: EID, imsi: '1' }),
        item('is-4', { imsi: '240010000000001' }),
        item('R-1'),
      ],
      [event(7, localizedMessage, { receivedAt: AT + 5_000 }), event(8, requestMessage, { outcome: 'partial' })],
    );
    const row = { changedAt: AT };
    expect(found).toEqual({
      counts: { changed: 5, missed: 1, met: 4, unnamed: 0 },
      missed: [{ ordinal: 2, id: 'is-2', changedAt: AT - 1_000 }],
      met: [
        { ordinal: 1, id: 'is-1', ...row, seq: 8, receivedAt: AT, outcome: 'partial' },
        { ordinal: 3, id: 'is-3', ...row, seq: 7, receivedAt: AT + 5_000, outcome: 'succeeded' },
        { ordinal: 4, id: 'is-4', ...row, seq: 8, receivedAt: AT, outcome: 'partial' },
        { ordinal: 5, id: 'R-1', ...row, seq: 8, receivedAt: AT, outcome: 'partial' },
      ],
      unnamed: [],
    });
  });

  test('[CROSS-3] claims nothing about subscriptions without an identifier that events use', async () => {
    const { counts, unnamed } = await compare(
      [item('is-1'), item('is-2', { subscriptionType: 'M2M', domainId: EID }), '{"lastModifiedAt":"yesterday"}', '7'],
      [event(1, localizedMessage)],
    );
    expect(counts).toEqual({ changed: 4, missed: 0, met: 0, unnamed: 4 });
    expect(unnamed).toEqual([
      { ordinal: 1, id: 'is-1', changedAt: AT },
      { ordinal: 2, id: 'is-2', changedAt: AT },
      { ordinal: 3, id: null, changedAt: null },
      { ordinal: 4, id: null, changedAt: null },
    ]);
  });

  test('[CROSS-3] lists the first 500 changes in order of time and counts all', async () => {
    const times = Array.from({ length: 2_300 }, (_, index) => new Date(AT + ((index * 977) % 2_300)).toISOString());
    const { counts, missed } = await compare(
      times.map((changed, index) => item(`is-${index}`, { iccid: `8946-${index}` }, changed)),
      [],
    );
    expect(counts).toEqual({ changed: 2_300, missed: 2_300, met: 0, unnamed: 0 });
    expect(missed.map(({ changedAt }) => changedAt)).toEqual(Array.from({ length: 500 }, (_, index) => AT + index));
  });

  test('[CROSS-3] holds a limited number of changes and reads the events again for more', async () => {
    let walks = 0;
    const items = Array.from({ length: 45_000 }, (_, index) => ({
      ordinal: index + 1,
      raw: item(`i${index}`, { imsi: `${index}` }),
    }));
    const { counts } = await compareGap(from(items), () => {
      walks += 1;
      return from([event(1, { imsi: '44999' }), event(2, { imsi: '3' })]);
    });
    expect({ walks, counts }).toEqual({ walks: 3, counts: { changed: 45_000, missed: 44_998, met: 2, unnamed: 0 } });
  });

  test.each([125_000, -125_000])(
    '[CROSS-3] widens the margin by the clock difference of the provider, %i ms, and shifts nothing',
    (offsetMs) => {
      expect(spanOf({ from: AT - 1_000, to: AT }, offsetMs)).toEqual({
        from: AT - 186_000,
        to: AT + 185_000,
        margin: 185_000,
      });
    },
  );

  test('[CROSS-3] reads events beyond both ends of the span by twice the clock difference', () => {
    const bounds = (offsetMs: number) => gapEvents(spanOf({ from: AT - 1_000, to: AT }, offsetMs)).terms;
    expect(bounds(0)).toEqual([
      { kind: 'since', time: { kind: 'at', at: AT - 61_000 } },
      { kind: 'until', time: { kind: 'at', at: AT + 60_000 } },
    ]);
    expect(bounds(-7_200_000)).toEqual([
      { kind: 'since', time: { kind: 'at', at: AT - 61_000 - 2 * 7_200_000 } },
      { kind: 'until', time: { kind: 'at', at: AT + 60_000 + 2 * 7_200_000 } },
    ]);
  });

  test('searches from the earlier to the later end if the clock was set back in the gap', () => {
    expect(spanOf({ from: AT, to: AT - 5_000 })).toEqual({ from: AT - 65_000, to: AT + 60_000, margin: 60_000 });
  });
});

describe('the identifiers of a subscription that events could name', () => {
  const complete: ChangedSubscription = {
    ordinal: 1,
    id: 'is-1',
    changedAt: AT,
    identifiers: ['is-1', ICCID, EID],
    isComparable: true,
  };
  const fields = { iotSubscriptionId: 'is-1', lastModifiedAt: CHANGED, iccid: ICCID, eid: EID, label: 'x' };
  const dotted = Object.fromEntries(Object.entries(fields).map(([name, value]) => [`iotSubscription.${name}`, value]));
  test.each<[shape: string, raw: unknown, read: ChangedSubscription]>([
    ['flat', fields, complete],
    ['nested', { iotSubscription: fields }, complete],
    ['dotted', dotted, complete],
    [
      'in capitals',
      { ICCID, EID },
      { ordinal: 1, id: null, changedAt: null, identifiers: [ICCID, EID], isComparable: true },
    ],
    [
      'a number',
      { iccid: 894_600 },
      { ordinal: 1, id: null, changedAt: null, identifiers: ['894600'], isComparable: true },
    ],
    [
      'with an unknown or empty identifier',
      { imei: '350000000000001', iccid: ' ' },
      { ordinal: 1, id: null, changedAt: null, identifiers: ['350000000000001'], isComparable: false },
    ],
    ['nothing', {}, { ordinal: 1, id: null, changedAt: null, identifiers: [], isComparable: false }],
  ])('[CROSS-3] are read from an item: %s', (_shape, raw, read) =>
    expect(changedSubscription(1, JSON.stringify(raw))).toEqual(read),
  );
});
