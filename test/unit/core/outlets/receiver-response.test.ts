import { describe, expect, test } from 'vitest';
import { nextFailure } from '../../../../src-main/core/outlets/attempts.ts';
import { firstState } from '../../../../src-main/core/outlets/outlet-state.ts';
import {
  isDelivered,
  receiverAfter,
  receiverResponse,
  responseText,
} from '../../../../src-main/core/outlets/receiver-response.ts';
import type { OutletKind } from '../../../../src-shared/domain/outlets/outlet-kinds.ts';
import { anOutlet } from '../../../doubles/an-outlet.ts';
import { answered } from '../../../doubles/memory-outlets.ts';

const page = (title: string, type = 'text/html') =>
  [type, `<!doctype html><html><head><title>${title}</title></head><body><form></form></body></html>`] as const;
const plain = (text: string) => ['text/plain', text] as const;
const json = (body: object) => ['application/json', JSON.stringify(body)] as const;

describe('[OUTLET-74] a success status that delivers nothing is a failure', () => {
  const cases: readonly (readonly [OutletKind, readonly [string | null, string], string])[] = [
    ['alertmanager', page('Sign in'), 'a page (text/html): Sign in'],
    ['cloudevents', page('Sign in'), 'a page (text/html): Sign in'],
    ['template', page('Captive portal'), 'a page (text/html): Captive portal'],
    ['alertmanager', page('Log in', 'application/xhtml+xml'), 'a page (application/xhtml+xml): Log in'],
    ['cloudevents', [null, ' <html><body>Blocked</body></html>'], 'a page (HTML)'],
    ['template', ['text/html', '<h1>It works!</h1>'], 'a page (text/html)'],
    [
      'template',
      plain('Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 413'),
      'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 413',
    ],
    [
      'template',
      plain('The message was not delivered: the chat returned HTTP error 429'),
      'The message was not delivered: the chat returned HTTP error 429',
    ],
    ['template', json({ ok: false, error: 'channel_not_found' }), '{"ok":false,"error":"channel_not_found"}'],
    ['template', json({ success: false, error: 'Invalid integration id' }), '{"success":false,"error":"Invalid'],
    ['template', json({ errcode: 310_000, errmsg: 'keywords not in content' }), '{"errcode":310000'],
    ['template', json({ code: 19_001, msg: 'param invalid' }), '{"code":19001'],
    ['cloudevents', json({ status: 'error', message: 'no such routing key' }), '{"status":"error"'],
    ['template', json({ result: 'error', msg: 'Invalid API key' }), '{"result":"error"'],
    ['heartbeat', plain('OK (not found)'), 'OK (not found)'],
    ['heartbeat', plain('OK (rate limited)\n'), 'OK (rate limited)'],
    ['heartbeat', plain('unknown monitor'), 'unknown monitor'],
    ['heartbeat', json({ ok: false, msg: 'Monitor not found or not active.' }), '{"ok":false'],
  ];

  test.for(cases)('%s: %j', ([kind, [mediaType, text], words]) => {
    const response = receiverResponse(kind, answered(200, { mediaType, text }));
    expect([isDelivered(response), responseText(response).startsWith(`HTTP 200, not delivered: ${words}`)]).toEqual([
      false,
      true,
    ]);
    // The outlet tries again, and treats no turn as refused.
    expect(nextFailure(null, response, 0, 0.5).nextAt).toBe(500);
  });
});

describe('[OUTLET-74] another success is a delivery, with the words of the receiver', () => {
  const cases: readonly (readonly [OutletKind, readonly [string | null, string], string])[] = [
    ['template', ['text/html', 'ok'], 'HTTP 200: ok'],
    ['template', plain('1'), 'HTTP 200: 1'],
    ['template', json({ ok: true, warning: 'missing_charset' }), 'HTTP 200: {"ok":true,"warning":"missing_charset"}'],
    ['template', json({ code: 200, msg: 'ok' }), 'HTTP 200: {"code":200,"msg":"ok"}'],
    ['template', json({ code: 0, msg: 'success' }), 'HTTP 200: {"code":0,"msg":"success"}'],
    ['template', json({ text: 'New: Allocation failed · unknown' }), 'HTTP 200: {"text":"New: Allocation failed · unk'],
    ['cloudevents', ['text/html', ''], 'HTTP 200'],
    ['cloudevents', json([{ ok: true }]), 'HTTP 200: [{"ok":true}]'],
    ['alertmanager', json({ status: 'success' }), 'HTTP 200: {"status":"success"}'],
    ['heartbeat', plain('OK'), 'HTTP 200: OK'],
    ['heartbeat', plain('OK (paused)'), 'HTTP 200: OK (paused)'],
    ['heartbeat', page('Alive'), 'HTTP 200: a page (text/html): Alive'],
  ];

  test.for(cases)('%s: %j', ([kind, [mediaType, text], words]) => {
    const response = receiverResponse(kind, answered(200, { mediaType, text }));
    expect([isDelivered(response), responseText(response).startsWith(words)]).toEqual([true, true]);
  });

  test('the last ones are kept, and those before a connection failed too', () => {
    const first = firstState(anOutlet()).receiver;
    const said = receiverAfter(first, answered(200, { text: 'a\u001B[31m\n b' }));
    expect(said.words).toBe(String.raw`a\u{001B}[31m b`);
    expect(receiverAfter(said, { kind: 'failed', code: 'ECONNREFUSED', detail: '' })).toBe(said);
    expect(receiverAfter(said, answered(200)).words).toBeNull();
  });
});

describe('[OUTLET-74] a response shows how much the clocks differ, which is named if the receiver refuses the time of a message', () => {
  const ahead = 'The clock of Watchfloor’s computer is 11 m ahead of the receiver’s.';

  test.for([
    [
      400,
      '"start time must be before end time"',
      -660_400,
      `HTTP 400: "start time must be before end time" – ${ahead}`,
    ],
    [401, 'Message timestamp too old', -660_400, `HTTP 401: Message timestamp too old – ${ahead}`],
    [
      403,
      'RequestTimeTooSkewed',
      90_000,
      'HTTP 403: RequestTimeTooSkewed – The clock of Watchfloor’s computer is 1 m 30 s behind the receiver’s.',
    ],
    [400, '"start time must be before end time"', -4_000, 'HTTP 400: "start time must be before end time"'],
    [400, '"start time must be before end time"', null, 'HTTP 400: "start time must be before end time"'],
    [404, 'no such room', -660_400, 'HTTP 404: no such room'],
    [503, 'try again some time', -660_400, 'HTTP 503: try again some time'],
  ] as const)('a refusal: HTTP %d %j with clocks that differ by %j ms', ([status, text, clockOffsetMs, words]) => {
    expect(responseText(answered(status, { text, clockOffsetMs }))).toBe(words);
  });

  test('a difference that changes with the seconds of a header is the same one, and one that ends is forgotten', () => {
    const offsets = [-660_000, -661_000, -659_100, -655_000, -3_000, null];
    let receiver = firstState(anOutlet()).receiver;
    const kept = offsets.map((clockOffsetMs) => {
      receiver = receiverAfter(receiver, answered(200, { clockOffsetMs }));
      return receiver.clockOffsetMs;
    });
    expect(kept).toEqual([-660_000, -660_000, -660_000, -655_000, null, null]);
  });
});
