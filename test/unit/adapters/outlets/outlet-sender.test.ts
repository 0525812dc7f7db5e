import { once } from 'node:events';
import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { HTTP } from 'cloudevents';
import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createNetwork } from '../../../../src-main/adapters/network/network.ts';
import { createOutletSender } from '../../../../src-main/adapters/outlets/outlet-sender.ts';
import { cloudEventsMessage } from '../../../../src-main/core/outlets/message-formats.ts';
import { receiverResponse, responseText } from '../../../../src-main/core/outlets/receiver-response.ts';
import type { OutletRequest } from '../../../../src-main/core/ports/outlets.ts';
import { isSigningSecret } from '../../../../src-shared/domain/outlets/signing-secret.ts';
import { aGroupTurn, anOutlet } from '../../../doubles/an-outlet.ts';
import { temporaryDirectory } from '../../../fixtures/temporary-directory.ts';

const SECRET = Buffer.alloc(32, 7).toString('base64');
const profile = { id: 'p-1', name: 'Acme', domain: 'acme.example' };

function sender() {
  const secrets: string[] = [];
  const network = createNetwork({ env: {} });
  return { ...createOutletSender({ network, onSecret: (secret) => secrets.push(secret) }), secrets };
}

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function send(url: string, fields: Partial<OutletRequest> = {}, signal = new AbortController().signal) {
  const request: OutletRequest = {
    method: 'POST',
    url,
    profile: { proxy: 'none' },
    headers: { 'content-type': 'application/json' },
    body: '{}',
    secret: null,
    auth: null,
    signed: null,
    ...fields,
  };
  return sender().send(request, signal);
}

describe('[OUTLET-130] CloudEvents that others can read and verify', () => {
  test.for([false, true])('in a batch: %s', async (isBatched) => {
    const received: { headers: Record<string, string>; body: string }[] = [];
    const url = await serve((request, response) => {
      void textOf(request)
        .then((body) => received.push({ headers: request.headers as Record<string, string>, body }))
        .finally(() => response.end());
    });
    const context = { outlet: anOutlet({ isBatched }), profile, now: Date.now() };
    const turns = isBatched ? [aGroupTurn(1), aGroupTurn(2)] : [aGroupTurn(1)];
    const { headers, body, signed = null } = cloudEventsMessage(turns, context);
    expect(await send(url, { headers, body, signed, secret: SECRET })).toMatchObject({ status: 200 });
    const [message] = received;
    if (message === undefined) throw new Error('nothing was received');
    expect(() => new Webhook(SECRET).verify(message.body, message.headers)).not.toThrow();
    expect(() => new Webhook(SECRET).verify(`${message.body} `, message.headers)).toThrow(
      'No matching signature found',
    );
    const events = [HTTP.toEvent(message)].flat() as unknown as { validate(): boolean; type: string; id: string }[];
    expect(events.map((event) => [event.validate(), event.type, event.id])).toEqual(
      turns.map(({ id }) => [true, 'watchfloor.group.opened.v1', id]),
    );
  });

  test.for([
    [SECRET, true],
    [`whsec_${SECRET}`, true],
    [Buffer.alloc(24).toString('base64'), true],
    [Buffer.alloc(23).toString('base64'), false],
    [Buffer.alloc(65).toString('base64'), false],
    ['not base64 at all, but long enough', false],
    ['', false],
  ] as const)('a signing secret has 24 to 64 bytes: %s', ([secret, isUsable]) => {
    expect(isSigningSecret(secret)).toBe(isUsable);
  });
});

test('[OUTLET-74] a stop ends a request that hangs', async () => {
  const url = await serve(() => undefined);
  const ending = new AbortController();
  const sending = send(url, {}, ending.signal);
  ending.abort(new Error('stopped'));
  await expect(sending).rejects.toThrow('stopped');
});

test('[OUTLET-74] the beginning of a page is read, however long it is', async () => {
  const page = `<!doctype html><title>Sign in</title>${'<p>'.repeat(100_000)}`;
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'Text/HTML; charset=utf-8' }).end(page);
  });
  const response = receiverResponse('cloudevents', await send(url));
  expect(responseText(response)).toBe('HTTP 200, not delivered: a page (Text/HTML): Sign in');
});

describe('[OUTLET-74] the clock of a receiver is known from its responses', () => {
  const ahead = (ms: number) => new Date(Date.now() + ms).toUTCString();

  test.for([
    ['its own date', { date: ahead(660_000) }, 660_000],
    ['the date of a cache, which is old', { date: ahead(-660_000), age: '660' }, null],
    ['a date that is none', { date: 'soon' }, null],
  ] as const)('%s', async ([, headers, offset]) => {
    const url = await serve((_request, response) => void response.writeHead(200, headers).end());
    const response = await send(url);
    const found = response.kind === 'answered' ? response.clockOffsetMs : Number.NaN;
    expect(found === null || offset === null ? found : Math.abs(found - offset) < 5_000).toBe(
      offset === null ? null : true,
    );
  });

  test('[OUTLET-74] a date in Retry-After is one of its clock', async () => {
    const headers = { date: ahead(660_000), 'retry-after': ahead(660_000 + 120_000) };
    const url = await serve((_request, response) => void response.writeHead(503, headers).end());
    const response = await send(url);
    expect(response.kind === 'answered' && Math.abs((response.retryAfterMs ?? 0) - 120_000) < 5_000).toBe(true);
  });
});

describe('[OUTLET-52] a secret goes to its address and nowhere else', () => {
  test('an answer that repeats it is redacted, and logs know it', async () => {
    const url = await serve((request, response) => void response.end(`you called ${request.url}`));
    const secret = 'T0123456/B0123456/abcdefghijklmnop';
    const made = sender();
    const request = {
      method: 'POST',
      auth: null,
      headers: {},
      body: '{}',
      signed: null,
      profile: { proxy: 'none' },
    } as const;
    const response = await made.send({ ...request, url: `${url}/{secret}`, secret }, new AbortController().signal);
    expect([JSON.stringify(response).includes('abcdefgh'), made.secrets]).toEqual([false, [secret]]);
  });

  test.for([
    ['bearer', 'token-0123456789', 'Bearer token-0123456789', 'authorization'],
    [
      'basic',
      'watchfloor:pass wörd: 1',
      `Basic ${Buffer.from('watchfloor:pass wörd: 1').toString('base64')}`,
      'authorization',
    ],
    ['X-Api-Key', 'key 0123456789', 'key 0123456789', 'x-api-key'],
    ['Authorization', 'GenieKey 0123-4567', 'GenieKey 0123-4567', 'authorization'],
    ['DD-API-KEY', '0123456789abcdef', '0123456789abcdef', 'dd-api-key'],
    ['Cookie', 'session=0123456789', 'session=0123456789', 'cookie'],
  ] as const)(
    '[OUTLET-52] the sender puts it into the header %s, signs nothing with it, and removes it from answers: %s',
    async ([auth, secret, value, name]) => {
      const url = await serve((request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify([request.headers, secret, encodeURIComponent(secret), value]));
      });
      const received: IncomingMessage[] = [];
      const other = await serve((request, response) => void (received.push(request), response.end()));
      await send(other, { auth, secret, signed: { id: 'm-1', at: 0 } });
      expect([received[0]?.headers[name], received[0]?.headers['webhook-signature']]).toEqual([value, undefined]);
      const answer = await send(url, { auth, secret });
      const text = answer.kind === 'answered' ? answer.text : '';
      for (const part of [value.slice(-8), secret.slice(-8), 'pass'])
        expect([part, text.includes(part)]).toEqual([part, false]);
      expect(text).toContain('[secret]');
    },
  );

  test('[OUTLET-52] without its secret nothing is sent', async () => {
    const calls: IncomingMessage[] = [];
    const url = await serve((request, response) => void (calls.push(request), response.end()));
    expect(await send(url, { auth: 'bearer' })).toMatchObject({ kind: 'failed', code: 'BAD_SECRET' });
    expect(calls).toEqual([]);
  });

  test.for([
    ['whole', 'abcd-EFGH-ijkl-MNOP', '[secret]'],
    ['its first 12 characters', 'abcd-EFGH-ij', '[secret]'],
    ['its first 8 characters in a sentence', 'no token abcd-EFG!', 'no token [secret]!'],
    ['its beginning, percent-encoded', 'abcd%2DEFGH%2D', '[secret]'],
    ['with a character that tokens do not have', 'abcd-EFGH:ij@kl', '[secret]'],
    ['words that share its first letters', 'abcd and EFGH', 'abcd and EFGH'],
  ] as const)('an answer has no part of it: %s', async ([, echo, shown]) => {
    const url = await serve((_request, response) => void response.end(echo));
    const secret = echo.includes(':') ? 'abcd-EFGH:ij@kl-MNOP' : 'abcd-EFGH-ijkl-MNOP';
    expect(await send(`${url}/{secret}`, { secret })).toMatchObject({ text: shown });
  });

  test('a redirect is not followed', async () => {
    const calls: string[] = [];
    const other = await serve((request, response) => {
      calls.push(request.url ?? '');
      response.end();
    });
    const url = await serve((_request, response) => void response.writeHead(307, { location: other }).end());
    await send(url, { secret: SECRET, signed: { id: 'm-1', at: 0 } });
    expect(calls).toEqual([]);
  });
});

describe('[OUTLET-53] lines in a file are complete', () => {
  test('a line that a crash cut off is written again, and other text stays', async () => {
    const path = join(temporaryDirectory(), 'turns.ndjson');
    const append = (text: string) => sender().append(path, text);
    await append('{"id":1}\n');
    writeFileSync(path, '{"id":1}\n{"id":2,"x');
    await append('{"id":2,"x":3}\n{"id":4}\n');
    expect(readFileSync(path, 'utf8')).toBe('{"id":1}\n{"id":2,"x":3}\n{"id":4}\n');
    writeFileSync(path, 'by hand');
    await append('{"id":5}\n');
    expect(readFileSync(path, 'utf8')).toBe('by hand\n{"id":5}\n');
  });

  test('[OUTLET-53] a link is not followed, and a pipe is not waited for', async () => {
    const folder = temporaryDirectory();
    const [target, link, pipe] = ['target', 'turns.ndjson', 'pipe.ndjson'].map((name) => join(folder, name));
    writeFileSync(target ?? '', 'private\n');
    symlinkSync(target ?? '', link ?? '');
    execFileSync('mkfifo', [pipe ?? '']);
    expect(await sender().append(link ?? '', 'x\n')).toEqual({
      kind: 'failed',
      code: 'ELOOP',
      detail: 'The file is a link. Enter the path that it leads to.',
    });
    expect(await sender().append(pipe ?? '', 'x\n')).toMatchObject({ kind: 'failed', code: 'EFTYPE' });
    expect(readFileSync(target ?? '', 'utf8')).toBe('private\n');
  });

  test('a file that cannot be written is reported', async () => {
    expect(await sender().append(join(temporaryDirectory(), 'missing', 'turns.ndjson'), 'x\n')).toMatchObject({
      kind: 'failed',
      code: 'ENOENT',
    });
  });
});
