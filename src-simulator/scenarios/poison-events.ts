/** Plays events that no decoder expects. Each must be stored as a row, and none may affect the next one. */
import type { OutgoingEvent } from '../service/event-text.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { LocalizedDevice } from '../model/localization.ts';
import type { Random } from '../random.ts';
import { randomRow } from '../model/random-rows.ts';
import type { ScenarioSteps } from './stage.ts';
import type { Shift } from './shift.ts';

// Deeper than a recursive walk over parsed JSON can handle in most programs.
const NESTING = 20_000;
const HUGE_TEXT = 1_000_000;

/** Each kind once, in a fixed order, created 1 ms apart from `at`, so that none counts as a repeat of another. */
export function poisons(
  random: Random,
  fleet: Fleet,
  at: number,
): readonly (readonly [name: string, event: OutgoingEvent])[] {
  const { eid, iccid, countryCode } = someDevice(random, fleet);
  let sent = 0;
  const time = () => new Date(at + (sent += 1)).toISOString();
  const principal = 'nordwind.europe.logistics';
  const envelope = (operation: unknown, state: unknown, detail: unknown) => ({
    createdDateTime: time(),
    detailedMessage: detail,
    operation,
    principal,
    state,
  });
  const detail = { eid, localizedProfile: { iccid, countryCode } };
  const detailText = JSON.stringify(detail);
  const good = () => envelope('ENABLED', 'COMPLETED', detailText);
  const localization = (data: unknown, more: Partial<OutgoingEvent> = {}) => ({ event: 'LOCALIZATION', data, ...more });
  const failure = (operation: string, state: string, errorCode: string, more: object = {}) =>
    localization(envelope(operation, state, JSON.stringify({ ...detail, errorCode, ...more })));
  const cmpEvent = (data: unknown) => ({ event: 'CMP_EVENT', data });
  const request = (companyName: string) =>
    cmpEvent(
      envelope(
        'CHANGE_SUBSCRIPTIONSTATE',
        'COMPLETED',
        JSON.stringify({
          subscriptionRequestId: random.uuid(),
          subscriptionRequestType: 'CHANGE_SUBSCRIPTIONSTATE',
          subscriptionRequestState: 'COMPLETED',
          companyName,
          size: 0,
          subscriptionRequestResourceCounters: {},
          subscriptionRequestResources: [],
        }),
      ),
    );
  return [
    ['malformed JSON', localization('{"createdDateTime": "2026-03-29T02:30:00.000Z", ')],
    ['no JSON at all', cmpEvent('upstream connect error')],
    ['empty data', localization('')],
    ['JSON null', localization('null')],
    ['an array', cmpEvent('[1,2,3]')],
    ['several data lines', localization(JSON.stringify(envelope('ENABLED', 'COMPLETED', detail), null, 2))],
    ['detail as nested object', localization(envelope('ENABLED', 'COMPLETED', detail))],
    ['detail that is no JSON', localization(envelope('ENABLED', 'COMPLETED', 'see ticket 4711'))],
    ['detail wrapped twice', localization(envelope('ENABLED', 'COMPLETED', JSON.stringify(detailText)))],
    ['unknown kind', { event: 'SIM_SWAP_DETECTED', data: envelope('SWAPPED', 'COMPLETED', detailText) }],
    ['unknown operation', localization(envelope('TELEPORTED', 'COMPLETED', detailText))],
    ['unknown state', localization(envelope('ENABLED', 'MAYBE', detailText))],
    ['unknown error code', failure('ALLOCATED', 'FAILED', 'MOON_PHASE_UNSUITABLE', { detailedError: [] })],
    ['completed with an error code', failure('ENABLED', 'COMPLETED', 'START_PROFILE_ENABLE_FAILED')],
    // JSON.parse cannot keep a 32-digit number; only the raw text does.
    [
      'numbers as ids',
      localization(
        `{"createdDateTime":"${time()}","detailedMessage":{"eid":${eid},"localizedProfile":{"iccid":${iccid},"countryCode":46}},"operation":"ENABLED","principal":17,"state":"COMPLETED"}`,
      ),
    ],
    ['missing fields', localization({ operation: 'ENABLED' })],
    [
      'time of no calendar',
      {
        event: 'HEARTBEAT',
        data: { ...envelope('-', 'IN_PROGRESS', 'Heartbeat'), createdDateTime: '2026-02-30T25:61:00Z' },
      },
    ],
    ['deep nesting', localization(`${'{"a":'.repeat(NESTING)}1${'}'.repeat(NESTING)}`)],
    ['huge text', request('Nordwind '.repeat(HUGE_TEXT / 9))],
    ['markup in a name', request('<img src=x onerror=alert(1)><script>alert(2)</script>')],
    ['direction override in a name', request('Nordwind \u202Eexe.ecivres\u202C \u0000\u0007 \uD83D')],
    ['formula in a name', request('=HYPERLINK("http://localhost/","open")')],
    [
      'prototype as field',
      cmpEvent(
        '{"__proto__":{"state":"FAILED"},"constructor":{"prototype":{}},"operation":"CHANGE_SUBSCRIPTIONSTATE"}',
      ),
    ],
    ['named error', { event: 'error', data: good() }],
    ['named open', { event: 'open', data: good() }],
    ['named message', { event: 'message', data: good() }],
    ['no id', localization(good(), { id: null })],
    ['an id that is markup', localization(good(), { id: '"><b>', retry: null })],
    ['the same id again', localization(envelope('FALLBACK_SET', 'COMPLETED', detailText), { id: '"><b>' })],
    ['a wild retry', localization(good(), { retry: 2_000_000_000 })],
  ];
}

function someDevice(random: Random, fleet: Fleet): LocalizedDevice {
  const row = randomRow(fleet, random, (candidate) => fleet.value(candidate, 'eid') !== null);
  const stranger = { eid: '89049032000000000000000000000063', iccid: '89462000000000000004', countryCode: 'SE' };
  if (row === null) return stranger;
  const { eid, iccid, countryCode } = fleet.subscription(row);
  return { eid: eid ?? stranger.eid, iccid, countryCode };
}

/** Poison below the level of events: unusual but valid stream syntax, or invalid bytes. */
export const rawPoisons: readonly (readonly [name: string, bytes: Uint8Array | string])[] = [
  ['bytes that are no UTF-8', Buffer.from('event: LOCALIZATION\ndata: \xff\xfe\xc3\n\n', 'latin1')],
  ['carriage returns as line ends', 'event: LOCALIZATION\rdata: {"operation":"ENABLED"}\r\r'],
  ['no space after the colon', 'event:LOCALIZATION\ndata:{"operation":"ENABLED"}\n\n'],
  ['a comment and an unknown field', ': keep-alive\nweather: rain\ndata: {"operation":"ENABLED"}\n\n'],
  ['an event without data', 'event: LOCALIZATION\nid: nothing\n\n'],
];

/** Plays every kind of poison in a fixed order, again and again. */
export function* poisonSteps(shift: Shift): ScenarioSteps {
  const chance = shift.fork('poison');
  for (;;) {
    for (const [, event] of poisons(chance, shift.model.fleet, shift.model.now()))
      yield { afterMs: chance.integer(500, 1500), act: (stage) => stage.event(event) };
    for (const [, bytes] of rawPoisons) yield { afterMs: chance.integer(500, 1500), act: (stage) => stage.raw(bytes) };
  }
}
