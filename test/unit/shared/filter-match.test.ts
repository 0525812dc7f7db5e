import { describe, expect, it } from 'vitest';
import { decodeEvent } from '../../../src-shared/domain/event/decode-event.ts';
import type { StoredEvent } from '../../../src-shared/domain/event/event.ts';
import { EVERYTHING, type Filter, resolveTimes } from '../../../src-shared/domain/filter/filter.ts';
import { matchesFilter } from '../../../src-shared/domain/filter/filter-match.ts';
import { parseFilter } from '../../../src-shared/domain/filter/filter-text.ts';

const NOW = Date.UTC(2024, 1, 28, 10);

const inner = {
  eid: '89049032000001000000015423673010',
  localizedProfile: { iccid: null, countryCode: 'SE' },
  errorCode: 'START_PROFILE_DOWNLOAD_FAILED',
  detailedError: [
    {
      errorType: 'CMP_ERROR',
      errorCode: 'CMP-1',
      errorMessage: 'Modem said "no carrier" \\ 100% of 1_000 Übertragungen',
    },
  ],
};
const { errorCode: _errorCode, detailedError: _detailedError, ...succeeded } = inner;

const resource = (imsi: string, resourceId: string) => ({
  resourceProperties: [
    { type: 'IMSI', value: imsi },
    { type: 'MSISDN', value: '46701234567' },
    { type: 'ICCID', value: '8946040000000001234' },
  ],
  resourceFailureInfos: [{ errorType: 'DCP_ERROR', errorObject: { errorCode: '70' } }],
  resourceId,
});
const changed = {
  subscriptionRequestId: 'req-240079',
  subscriptionRequestResources: [resource('240070000000001', 'r-7'), resource('240070000000003', 'r-8')],
};

const received: readonly (readonly [kind: string, data: string | object])[] = [
  ['HEARTBEAT', { operation: '-', state: 'IN_PROGRESS', principal: 'acme', detailedMessage: 'Heartbeat' }],
  ['LOCALIZATION', { operation: 'DOWNLOADED', state: 'FAILED', detailedMessage: JSON.stringify(inner) }],
  ['LOCALIZATION', { operation: 'DOWNLOADED', state: 'FAILED', detailedMessage: inner }],
  ['PROFILE_SWAP', 'no JSON, \\"quoted\\"'],
  ['LOCALIZATION', { operation: 'LOCALIZED', state: 'COMPLETED', detailedMessage: succeeded }],
  ['HEARTBEAT', '{"text":"\\u00dcber"}'],
  ['CMP_EVENT', { operation: 'CHANGE_SUBSCRIPTIONSTATE', state: 'COMPLETED', detailedMessage: changed }],
];
/** The first event was received a minute ago, each later one ten seconds after the one before. */
const events = received.map(([kind, data], index): StoredEvent => {
  const raw = typeof data === 'string' ? data : JSON.stringify(data);
  const receipt = { seq: index + 1, receivedAt: NOW - 60_000 + index * 10_000, repeats: 0, seen: index === 0 };
  return {
    ...decodeEvent({ kind, data: raw }),
    ...receipt,
    kind,
    id: index < 5 ? `e-${index + 1}` : null,
    raw,
    whole: null,
  };
});

function filterOf(text: string): Filter {
  const parsed = parseFilter(text);
  if (parsed.kind === 'mistake') throw new Error(`${parsed.problem} at ${parsed.at} of ${text}`);
  return resolveTimes(parsed.filter, NOW);
}
function matched(text: string): number[] {
  return events.filter((event) => matchesFilter(filterOf(text), event, () => event.raw)).map(({ seq }) => seq);
}

describe('a filter', () => {
  it.each<[string, number[]]>([
    ['', [1, 2, 3, 4, 5, 6, 7]],
    ['since:-40s', [3, 4, 5, 6, 7]],
    ['until:-40s', [1, 2, 3]],
    ['since:2024-02-28T09:59:10Z until:-40s', [2, 3]],
    ['since:-5s', [7]],
    ['kind:PROFILE_SWAP', [4]],
    ['kind:PROFILE_SWAP,HEARTBEAT', [1, 4, 6]],
    ['kind:heartbeat', []],
    ['kind:LOCALIZATION kind:HEARTBEAT', []],
    ['-kind:LOCALIZATION', [1, 4, 6, 7]],
    ['outcome:failed', [2, 3, 7]],
    ['outcome:failed,succeeded', [2, 3, 5, 7]],
    ['operation:-', [1]],
    ['state:FAILED', [2, 3]],
    ['principal:acme', [1]],
    ['country:SE', [2, 3, 5]],
    [`eid:${inner.eid}`, [2, 3, 5]],
    ['eid:8904903200000', [2, 3, 5]],
    ['eid:8904903200000*', [2, 3, 5]],
    ['eid:*8904903200000', []],
    ['eid:*3010', [2, 3, 5]],
    ['eid:3010*', []],
    ['eid:=8904903200000', []],
    [`eid:=${inner.eid}`, [2, 3, 5]],
    ['-eid:0154236', [1, 4, 6, 7]],
    ['imsi:24007', [7]],
    ['imsi:*0001,*0002', [7]],
    ['msisdn:4670', [7]],
    ['iccid:=8946040000000001234', [7]],
    ['request:REQ-240079', [7]],
    ['resource:=r-7', [7]],
    ['id:24007', [7]],
    ['id:0154236,r-77', [2, 3, 5]],
    ['-id:24007 -id:0154236', [1, 4, 6]],
    ['event:=e-4', [4]],
    ['event:=E-4,=e-5', [4, 5]],
    ['id:=e-4', []],
    ['type:DCP_ERROR', [7]],
    ['type:CMP_ERROR,DCP_ERROR', [2, 3, 7]],
    ['-type:CMP_ERROR', [1, 4, 5, 6, 7]],
    ['seen:yes', [1]],
    ['seen:no kind:LOCALIZATION', [2, 3, 5]],
    ['code:START_PROFILE_DOWNLOAD_FAILED', [2, 3]],
    ['code:CMP-1', [2, 3]],
    ['code:CMP', []],
    ['mark:malformed-json', [4]],
    ['mark:unknown-kind,missing-field', [1, 2, 3, 4, 5, 6, 7]],
    ['since:-45s kind:LOCALIZATION outcome:failed code:CMP-1 modem', [3]],
    ['"nO cARRIER"', [2, 3]],
    ['0154236730', [2, 3, 5]],
    [String.raw`"said \"no carrier\" \\ 100%"`, [2, 3]],
    [String.raw`"said \\\"no carrier\\\""`, [2, 3]],
    [String.raw`"\"errorCode\":\"START_"`, [2, 3]],
    [String.raw`"json, \"quoted\""`, [4]],
    ['über', [2, 3, 6]],
    ['%', [2, 3]],
    ['0046701234567', [7]],
    ['msisdn:0046701234567', [7]],
    ['1_000', [2, 3]],
    ['"n_ carrier"', []],
    ['E-4', [4]],
    ['modem,e-5', [2, 3, 5]],
    ['-modem -heartbeat', [4, 5, 6, 7]],
  ])('%j matches the events %j', (text, seqs) => {
    expect(matched(text)).toEqual(seqs);
  });

  it.each([
    ['composed', 'composed'],
    ['composed', 'decomposed'],
    ['decomposed', 'composed'],
    ['decomposed', 'decomposed'],
  ] as const)('[FILTER-8] finds letters that the service writes %s, typed %s', (written, typed) => {
    const text = { composed: 'Caf\u00e9 \u00c5', decomposed: 'Cafe\u0301 A\u030a' };
    const data = JSON.stringify({ principal: text[written], detailedMessage: JSON.stringify({ note: text[written] }) });
    const escaped = data.replaceAll(/\P{ASCII}/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
    for (const raw of [data, escaped]) {
      const event = { ...events[0], ...decodeEvent({ kind: 'HEARTBEAT', data: raw }) } as StoredEvent;
      const found = [`"${text[typed]}"`, `principal:"${text[typed]}"`, `-"${text[typed]}"`, `"${text[typed]}x"`];
      expect(found.map((filter) => matchesFilter(filterOf(filter), event, () => raw))).toEqual([
        true,
        true,
        false,
        false,
      ]);
    }
  });

  it.each([
    'outcome:failed',
    'operation:-',
    'country:SE',
    'code:70',
    'event:=e-1',
    'eid:=1',
    'iccid:=1',
    'request:=1',
    'imsi:=1',
    'id:=1',
    'type:X',
  ])('[READ-3] matches an event without the field only with the negated term: %s', (text) => {
    const bare = {
      ...decodeEvent({ kind: 'HEARTBEAT', data: '' }),
      kind: 'HEARTBEAT',
      receivedAt: NOW,
      repeats: 0,
      seen: false,
    };
    const event = { ...bare, seq: 1, id: null };
    const matches = (written: string) => matchesFilter(filterOf(written), event, () => '');
    expect([matches(text), matches(`-${text}`)]).toEqual([false, true]);
  });

  it('reads the received text only if a text term has to decide', () => {
    const [event] = events;
    if (event === undefined) throw new Error('There is no event.');
    const never = () => {
      throw new Error('The text was read.');
    };
    expect(matchesFilter(EVERYTHING, event, never)).toBe(true);
    expect(matchesFilter(filterOf('modem kind:LOCALIZATION'), event, never)).toBe(false);
  });

  it('throws for a relative time that was not resolved', () => {
    const [event] = events;
    if (event === undefined) throw new Error('There is no event.');
    const parsed = parseFilter('since:-1h');
    expect(() => parsed.kind === 'filter' && matchesFilter(parsed.filter, event, () => '')).toThrow(/resolved/);
  });
});
