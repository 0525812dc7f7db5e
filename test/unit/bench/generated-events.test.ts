/** The bench measures events that are as hard as real ones: the shares below are those that its figures depend on. */
import { expect, test } from 'vitest';
import { decodeEvent } from '../../../src-shared/domain/event/decode-event.ts';
import { facetColumns } from '../../../src-shared/domain/event/event-fields.ts';
import { eventsOfEid, generatedEvents, NEEDLE_CODE, needleCount } from '../../bench/generated-events.ts';

const EVENTS = 20_000;
const decoded = [...generatedEvents(0, EVENTS)].map((event) => ({ ...decodeEvent(event), kind: event.kind }));

test('the events of the bench decode without a mark, and a quarter of the localizations and 12 % of the requests fail', () => {
  expect(decoded.filter(({ marks }) => marks.length > 0)).toEqual([]);
  const failing = (kind: string) => {
    const events = decoded.filter((event) => event.kind === kind);
    expect(events.length).toBeGreaterThan(EVENTS / 3);
    return events.filter(({ outcome }) => outcome === 'failed' || outcome === 'partial').length / events.length;
  };
  expect(failing('LOCALIZATION')).toBeCloseTo(0.25, 1);
  expect(failing('CMP_EVENT')).toBeCloseTo(0.12, 1);
});

test('the events of the bench have thousands of facets, up to four codes, and eUICCs that come back much later', () => {
  const facets = new Set(decoded.map((event) => JSON.stringify(facetColumns.map(({ property }) => event[property]))));
  expect(facets.size).toBeGreaterThan(1_500);
  expect(new Set(decoded.map(({ errorCodes }) => errorCodes.length))).toEqual(new Set([0, 1, 2, 3, 4]));
  const places = new Map<string, number[]>();
  for (const [place, { eid }] of decoded.entries())
    if (eid !== null) places.set(eid, [...(places.get(eid) ?? []), place]);
  const distances = [...places.values()].flatMap((at) => at.slice(1).map((place, index) => place - (at[index] ?? 0)));
  expect(distances.length / places.size).toBeGreaterThan(2);
  expect(distances.toSorted((one, other) => one - other)[Math.floor(distances.length / 2)]).toBeGreaterThan(1_000);
  expect([...places.keys()].every((eid) => /^89049032000.*\d{8}$/.test(eid) && eid.length === 32)).toBe(true);
  const [eid = '', at] = [...places][7] ?? [];
  expect(eventsOfEid(eid, EVENTS)).toBe(at?.length);
});

test('the events of the bench contain the rare code as often as its answer says', () => {
  expect(decoded.filter(({ errorCodes }) => errorCodes.includes(NEEDLE_CODE))).toHaveLength(needleCount(EVENTS));
});
