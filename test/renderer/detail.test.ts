import { describe, expect, it, test } from 'vitest';
import { absentFields, eventFields, explainedCodes } from '../../src-renderer/screens/timeline/detail/event-fields.ts';
import { eventLinks, subscriptionIds } from '../../src-renderer/screens/timeline/detail/event-links.ts';
import { eventMarkdown, eventText, ticketLine } from '../../src-renderer/screens/timeline/detail/event-text.ts';
import { nearestLengthText, timeDifferenceWords } from '../../src-renderer/screens/timeline/detail/time-difference.ts';
import { unknownFields } from '../../src-renderer/screens/timeline/detail/unknown-fields.ts';
import { runInSlices, MAX_SLICE_MS } from '../../src-renderer/text/run-in-slices.ts';
import { type JsonLine, layOutJson, MAX_CHUNK_LENGTH } from '../../src-renderer/text/json-layout.ts';
import { valueText } from '../../src-renderer/text/json-view.ts';
import { textChunks } from '../../src-renderer/text/text-chunks.ts';
import { printFilter } from '../../src-shared/domain/filter/filter-text.ts';
import type { EventSummary } from '../../src-shared/domain/event/event.ts';
import { summaryOf } from '../doubles/example-events.ts';

const HOUR = 3_600_000;
const AT = Date.UTC(2026, 10, 21, 14);

describe('the provider time next to our receive time', () => {
  test.each([
    ['two hours ahead to the second', 2 * HOUR, null, '2 h 00 min after us'],
    ['two hours less a second', 2 * HOUR - 1_000, null, '2 h 00 min after us'],
    ['one hour 29.6 min behind', -(HOUR + 29.6 * 60_000), null, '1 h 30 min before us'],
    ['240 ms', -240, null, '240 ms before us'],
    ['no time', 0, null, ''],
    ['a known offset', 2 * HOUR - 900, 2 * HOUR, 'Provider clock differs by +2 h 00 min'],
    ['a known offset, slow', -2 * HOUR - 59_000, -2 * HOUR, 'Provider clock differs by −2 h 00 min'],
    [
      'another offset than usual',
      5 * 60_000,
      2 * HOUR,
      'Provider clock differs by +2 h 00 min, and this event by 1 h 55 min less',
    ],
    ['an insignificant offset', -240, 900, '240 ms before us'],
  ])('[COVER-1] differs by %s: %i with offset %s is %j', (_, difference, offset, words) => {
    expect(timeDifferenceWords(AT + difference, AT, offset)).toBe(words);
  });

  test.each([
    [0, '0 ms'],
    [999.6, '1 s'],
    [1_499, '1 s'],
    [59_400, '59 s'],
    [59_600, '1 min'],
    [HOUR - 20_000, '1 h 00 min'],
    [47 * HOUR, '47 h 00 min'],
    [60 * HOUR, '3 days'],
  ])('rounds %i ms to %s', (ms, words) => {
    expect(nearestLengthText(ms)).toBe(words);
  });
});

describe('the facts of an event', () => {
  const failed = summaryOf(1, {
    kind: 'LOCALIZATION',
    operation: 'ALLOCATED',
    state: 'FAILED',
    outcome: 'failed',
    eid: '8904',
    countryCode: 'SE',
    errorCode: 'START_PROFILE_ALLOCATION_FAILED',
    errorCodes: ['START_PROFILE_ALLOCATION_FAILED', '70'],
    repeats: 2,
  });

  it('are listed with the field that filters by them', () => {
    expect(eventFields(failed).map(({ name, value, field, remark }) => [name, value, field, remark ?? null])).toEqual([
      ['EID', '8904', 'eid', null],
      ['Error code', 'START_PROFILE_ALLOCATION_FAILED', 'code', null],
      ['Inner code', '70', 'code', null],
      ['Operation', 'ALLOCATED', 'operation', null],
      ['State', 'FAILED', 'state', null],
      ['Country', 'SE', 'country', 'Sweden'],
      ['Kind', 'LOCALIZATION', 'kind', null],
      ['Received again', '2 times', null, null],
    ]);
    expect(absentFields(failed)).toEqual(['ICCID', 'domain', 'event id']);
  });

  it('[PAGE-80] explain an inner code only if the document defines it for this kind of event', () => {
    expect(explainedCodes(failed).map(({ code }) => code)).toEqual(['START_PROFILE_ALLOCATION_FAILED']);
    expect(explainedCodes(summaryOf(1, { kind: 'CMP_EVENT', errorCode: '70', errorCodes: ['70', '9'] }))).toEqual([
      { code: '70', meaning: 'The current subscription state cannot be changed to the requested state.' },
    ]);
  });

  it('make a text for a ticket in UTC, with hidden characters escaped', () => {
    const event = { ...failed, receivedAt: AT, eid: '8904\u202E' };
    const said = { sentence: 'Timed out', code: '3107', type: 'CMP_ERROR', count: 2 };
    expect(eventText(event, [said]).split('\n')).toEqual([
      'Allocation failed',
      'The profile is on the eUICC but unusable: its allocation in the connectivity management platform failed. Rare; not caused by you.',
      'Provider says: “Timed out” · CMP_ERROR 3107 · 2 times',
      '',
      'Received: 2026-11-21 14:00:00.000 UTC',
      'Provider time: not given',
      'EID: 8904\\u{202E}',
      'Error code: START_PROFILE_ALLOCATION_FAILED',
      'Inner code: 70',
      'Operation: ALLOCATED',
      'State: FAILED',
      'Country: SE (Sweden)',
      'Kind: LOCALIZATION',
      'Received again: 2 times',
    ]);
  });
});

describe('an event that is copied elsewhere', () => {
  const LINK = 'http://127.0.0.1:4870/#/timeline?event=7';
  const event = summaryOf(7, {
    kind: 'LOCALIZATION',
    outcome: 'failed',
    operation: 'ALLOCATED',
    eid: '8904',
    countryCode: 'SE',
    errorCode: 'START_PROFILE_ALLOCATION_FAILED',
    errorCodes: ['START_PROFILE_ALLOCATION_FAILED'],
    receivedAt: AT,
  });

  test.each([
    [
      'a localization',
      event,
      `2026-11-21 14:00:00 UTC | Failed: Allocation failed | START_PROFILE_ALLOCATION_FAILED | EID 8904 | SE | event 7 | ${LINK}`,
    ],
    [
      'a request',
      summaryOf(7, { kind: 'CMP_EVENT', outcome: 'partial', requestId: '240079', id: '0ce4', receivedAt: AT }),
      `2026-11-21 14:00:00 UTC | Partial: Unknown change: some resources failed | request 240079 | event 0ce4 | ${LINK}`,
    ],
    ['a heartbeat', summaryOf(7, { receivedAt: AT }), `2026-11-21 14:00:00 UTC | Heartbeat | event 7 | ${LINK}`],
    [
      'an event with hostile text',
      summaryOf(7, { eid: '89|04\n\u202E', receivedAt: AT }),
      `2026-11-21 14:00:00 UTC | Heartbeat | EID 89/04\\u{000A}\\u{202E} | event 7 | ${LINK}`,
    ],
  ])('[EXPORT-21] is one line for a ticket: %s', (_, each, line) => {
    expect(ticketLine(each, LINK)).toBe(line);
  });

  it('[EXPORT-21] is Markdown in which received text is never mark-up', () => {
    const said = { sentence: '![x](http://evil) **now**', code: null, type: null, count: 1 };
    const lines = eventMarkdown({ ...event, eid: '89`04|', errorCode: null, errorCodes: [] }, [said], LINK).split('\n');
    expect(lines.slice(0, 8)).toEqual([
      '**Allocation failed** · 2026-11-21 14:00:00.000 UTC',
      '',
      String.raw`> “\!\[x\](http://evil) \*\*now\*\*”`,
      '',
      '| | |',
      '|---|---|',
      '| EID | `` 89`04\\| `` |',
      '| Operation | `ALLOCATED` |',
    ]);
    expect(lines.at(-1)).toBe(`<${LINK}>`);
  });

  it('links to related events, with exact identifiers', () => {
    expect(eventLinks(event).map(({ name, filter }) => `${name} ${printFilter(filter)}`)).toEqual([
      'This eUICC eid:=8904',
      'Same cause code:START_PROFILE_ALLOCATION_FAILED',
      'Around this, ±5 min since:2026-11-21T13:55:00Z until:2026-11-21T14:05:00Z',
    ]);
    expect(eventLinks(summaryOf(1))).toEqual([]);
  });

  const resources = (...ids: object[]) =>
    JSON.stringify({
      detailedMessage: {
        subscriptionRequestResources: ids.map((id) => ({
          resourceProperties: Object.entries(id).map(([type, value]) => ({ type, value })),
        })),
      },
    });
  it.each<[what: string, part: Partial<EventSummary>, raw: string | null, ids: string[]]>([
    ['a localization', { iccid: '89461', eid: '89041' }, null, ['89461', '89041']],
    ['a request for one', {}, resources({ IMSI: '24001', MSISDN: '46701' }), ['24001', '46701']],
    ['a request for several', {}, resources({ IMSI: '24001', ICCID: '89461' }, { IMSI: '24002', ICCID: '89462' }), []],
    ['an id that is too short', { iccid: '894' }, null, []],
    ['a heartbeat', {}, '{"operation":"-"}', []],
    ['a text that is too long', {}, resources({ IMSI: '24001' }) + ' '.repeat(70_000), []],
  ])('[PAGE-80] has the ids of the subscription that it is about: %s', (_what, part, raw, ids) => {
    expect(subscriptionIds(summaryOf(1, { eid: null, iccid: null, ...part }), raw)).toEqual(ids);
  });
});

describe('an undocumented field', () => {
  const laidOut = (text: string): readonly JsonLine[] => {
    const steps = layOutJson(text);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    return step.value?.lines ?? [];
  };
  const message = {
    eid: '8904',
    localizedProfile: { iccid: null, countryCode: 'SE', smdp: 'one.example' },
    detailedError: [{ anything: { at: 'all' } }],
    __proto__x: 1,
  };

  test.each([
    [
      'in a localization, whose errors vary',
      'LOCALIZATION',
      JSON.stringify({ state: 'FAILED', detailedMessage: message, trace: 'a"b' }),
      [
        ['$.detailedMessage.localizedProfile.smdp', 'one.example'],
        ['$.detailedMessage.__proto__x', '1'],
        ['$.trace', 'a"b'],
      ],
    ],
    [
      'in a message that is JSON in a text',
      'LOCALIZATION',
      JSON.stringify({ detailedMessage: JSON.stringify({ eid: '8904', batch: 1.5 }) }),
      [['$.detailedMessage.batch', '1.5']],
    ],
    [
      'in one of many resources',
      'CMP_EVENT',
      '{"detailedMessage":{"subscriptionRequestResources":[{"resourceId":"1"},{"resourceId":"2","lane":12345678901234567890,"more":{"a":1,"b":2}}]}}',
      [
        ['$.detailedMessage.subscriptionRequestResources[1].lane', '12345678901234567890'],
        ['$.detailedMessage.subscriptionRequestResources[1].more', null],
      ],
    ],
    ['of an unknown kind', 'LATER', '{"detailedMessage":{"eid":"1"}}', [['$.detailedMessage.eid', '1']]],
    [
      'with a name that every object inherits',
      'HEARTBEAT',
      '{"constructor":"x","__proto__":"y"}',
      [
        ['$.constructor', 'x'],
        ['$.__proto__', 'y'],
      ],
    ],
    [
      'nothing in a heartbeat',
      'HEARTBEAT',
      '{"detailedMessage":"Heartbeat","operation":"-","state":"IN_PROGRESS"}',
      [],
    ],
    ['no object at all', 'LATER', '[1,2]', []],
  ])('[PAGE-80] is listed with its path: %s', (_, kind, text, expected) => {
    expect(unknownFields(laidOut(text), kind).map(({ path, value }) => [path, value])).toEqual(expected);
  });

  it('[PAGE-80] is listed among at most 200', () => {
    const many = JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, index])));
    expect(unknownFields(laidOut(many), 'LATER')).toHaveLength(200);
  });

  it('[EXPORT-21] has a value that is copied without quotes, with every digit, and with complete objects', () => {
    const lines = laidOut(`{"a":"x\\ny","b":12345678901234567890,"c":{"d":[1,{}]},"long":"${'é'.repeat(1_500)}"}`);
    const of = (key: string) =>
      valueText(
        lines,
        lines.findIndex((line) => line.key === key),
      );
    expect([of('"a"'), of('"b"'), of('"c"'), of('"long"').length]).toEqual([
      'x\ny',
      '12345678901234567890',
      '{\n  "d": [\n    1,\n    {}\n  ]\n}',
      1_500,
    ]);
  });
});

/** Creates a scheduler whose clock advances with the work. */
function handSlices() {
  let clock = 0;
  const waiting: (() => void)[] = [];
  return {
    port: { now: () => clock, later: (run: () => void) => (waiting.push(run), () => void waiting.splice(0)) },
    spend: (ms: number) => (clock += ms),
    next: () => waiting.shift()?.(),
    now: () => clock,
  };
}

describe('long work', () => {
  it('pauses after each slice and resumes at the same point', () => {
    const slices = handSlices();
    function* work(): Generator<void, string> {
      for (let step = 0; step < 10; step += 1) {
        slices.spend(3);
        yield;
      }
      return 'done';
    }
    const results: string[] = [];
    const spent: number[] = [];
    runInSlices(work(), slices.port, (result) => results.push(result));
    while (results.length === 0) {
      spent.push(slices.now() - spent.reduce((sum, ms) => sum + ms, 0));
      slices.next();
    }
    expect({ results, spent }).toEqual({ results: ['done'], spent: [9, 9, 9] });
    expect(MAX_SLICE_MS).toBeLessThanOrEqual(8);
  });

  it('finishes immediately if it is short, and never resumes after it was stopped', () => {
    const slices = handSlices();
    const results: number[] = [];
    function* short(): Generator<void, number> {
      yield;
      return 1;
    }
    runInSlices(short(), slices.port, (result) => results.push(result));
    function* endless(): Generator<void, number> {
      for (;;) {
        slices.spend(5);
        yield;
      }
    }
    const stop = runInSlices(endless(), slices.port, () => results.push(2));
    stop();
    slices.next();
    expect({ results, at: slices.now() }).toEqual({ results: [1], at: 10 });
  });
});

describe('a text in chunks', () => {
  test.each([
    ['empty', '', 0],
    ['short', 'Heartbeat', 1],
    ['of many lines', 'line\n'.repeat(1_000), 84],
    ['of one long line', 'x'.repeat(10 * MAX_CHUNK_LENGTH), 10],
    ['of astral characters', '😀'.repeat(MAX_CHUNK_LENGTH), 2],
    ['of empty lines', '\n'.repeat(100), 9],
  ])('keeps the complete text, in chunks that can be drawn, if it is %s', (_, text, count) => {
    const pieces = textChunks(text);
    expect({ joined: pieces.join(''), count: pieces.length }).toEqual({ joined: text, count });
    expect(pieces.every((piece) => piece.length <= MAX_CHUNK_LENGTH && piece.isWellFormed())).toBe(true);
  });
});
