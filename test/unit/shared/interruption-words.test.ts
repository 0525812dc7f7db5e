import { describe, expect, it } from 'vitest';
import type { AppErrorData } from '../../../src-shared/api/errors.ts';
import {
  emptyServiceResponse,
  type InterruptionCause,
  type ServiceResponse,
} from '../../../src-shared/api/stream/stream-status.ts';
import { interruptionKindSchema } from '../../../src-shared/domain/coverage/interruption-kind.ts';
import { serviceResponseLines, interruptionWords } from '../../../src-shared/words/interruption-words.ts';

const CANARY = 'eyJhbGciOiJFUzI1NiJ9.canary';
const response: ServiceResponse = {
  from: 'stream',
  status: 502,
  contentType: `text/${CANARY}`,
  location: `https://example.com/?t=${CANARY}`,
  body: `<h1>${CANARY}</h1>`,
  server: null,
  via: null,
  network: `read ECONNRESET ${CANARY}`,
};
const because = (kind: InterruptionCause['kind'], fields: Partial<InterruptionCause> = {}): InterruptionCause => ({
  kind,
  reason: 'unreachable',
  code: 'CODE_7',
  host: null,
  error: null,
  answer: response,
  ...fields,
});

describe('the sentence of a cause', () => {
  it.each(interruptionKindSchema.options)(
    'consists of complete sentences and repeats nothing of an answer: %s',
    (kind) => {
      const words = interruptionWords(because(kind), 'page');
      expect(words).toMatch(/^[A-Z][^\n]*\.$/);
      expect(words).not.toContain('canary');
      expect(words).not.toMatch(/undefined|null|\[object/);
    },
  );

  const OF_A_TEAM = [
    'log-unreachable',
    'no-holder',
    'holder-blind',
    'holder-silent',
    'not-storing',
    'catching-up',
  ] as const;
  const NAMELESS: readonly InterruptionCause['kind'][] = [
    ...([
      'session-ended',
      'seat-taken',
      'seat-of-member',
      'seat-of-stranger',
      'no-grant',
      'slept',
      'fault',
      'events-lost',
    ] as const),
    ...OF_A_TEAM,
    ...(['writer-silent', 'writer-gone'] as const),
  ];
  it.each(interruptionKindSchema.options.filter((kind) => !NAMELESS.includes(kind)))(
    '[NET-4] names the host that failed, if it is known: %s',
    (kind) => {
      for (const from of ['stream', 'issuer'] as const)
        for (const code of ['CODE_7', 'HTTP 403', 'CERT_HAS_EXPIRED', 'OAUTH_UNSUPPORTED_OPERATION'])
          for (const status of [null, 302, 404, 503]) {
            const failed = because(kind, { code, answer: { ...response, from, status }, host: 'host.example:8443' });
            expect(interruptionWords(failed, 'page')).toContain('host.example:8443');
          }
    },
  );

  it.each([
    [because('holder-silent', { holder: "Anna's desk" }), /^Nothing has arrived from Anna's desk/],
    [because('holder-silent', { holder: "Anna's desk", code: 'NOT_STORING' }), /^Anna's desk cannot store/],
    [
      because('not-storing', { error: { code: 'STORE_UNWRITABLE', facts: { path: '/data', problem: 'full' } } }),
      /^This Watchfloor cannot store.* No space is left to store events in \/data/,
    ],
    [because('log-unreachable', { code: 'FAULT' }), /^Something went wrong inside Watchfloor/],
  ])(
    '[TEAM-152] the sentence of a follower names who is silent or cannot store, and no proxy and no log that answers: %#',
    (cause, words) => {
      const sentence = interruptionWords(cause, 'page');
      expect(sentence).toMatch(words);
      expect(sentence).not.toMatch(/proxy|does not answer/);
    },
  );

  it('is different for every kind', () => {
    const sentences = interruptionKindSchema.options.map((kind) => interruptionWords(because(kind), 'page'));
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  it.each(['cut', 'unreachable', 'certificate', 'service-down', 'client-refused', 'issuer-unreachable'] as const)(
    'names the code: %s',
    (kind) => expect(interruptionWords(because(kind), 'page')).toContain('(CODE_7)'),
  );

  it.each([`<b>${CANARY}`, `x\n${CANARY}`, CANARY.repeat(9), '', '\u202eevil'])(
    'does not repeat %j, which is no code',
    (code) => expect(interruptionWords(because('grant-refused', { code }), 'page')).toContain('(unknown)'),
  );

  it('names the field of a token that is no bearer token', () => {
    const words = interruptionWords(because('issuer-not-oauth', { code: 'OAUTH_UNSUPPORTED_OPERATION' }), 'page');
    expect(words).toContain('“token_type”');
  });

  it.each(['access_token', 'refresh_token', 'id_token'])('[SIGN-20] names the field %s of a token answer', (code) => {
    expect(interruptionWords(because('issuer-not-oauth', { code }), 'page')).toContain(`“${code}”`);
  });

  it('names the realm that the issuer does not know', () => {
    const answer = { ...response, from: 'issuer', status: 404 } as const;
    expect(interruptionWords(because('issuer-not-oauth', { code: 'HTTP 404', answer }), 'page')).toContain(
      'does not know this realm (HTTP 404). Check the realm in the profile',
    );
  });

  it('names type and server of a page that came instead of an answer, if each is a single word', () => {
    const wordsFor = (contentType: string, server: string | null) =>
      interruptionWords(
        because('page-instead', { code: 'HTTP 403', answer: { ...response, contentType, server } }),
        'page',
      );
    expect(wordsFor('text/html; charset=UTF-8', 'edge/2.1')).toContain('(HTTP 403, text/html, server "edge/2.1")');
    expect(wordsFor('text/html', null)).toContain('(HTTP 403, text/html):');
    expect(wordsFor(`text/${CANARY}`, '<b>x')).toContain('(HTTP 403):');
  });

  it.each([
    [
      'unreachable',
      'stream',
      'HTTP 503',
      'The proxy proxy.example:3128 cannot reach the events address (h.example) (HTTP 503).',
    ],
    [
      'issuer-unreachable',
      'issuer',
      'HTTP 502',
      'No token. The proxy proxy.example:3128 cannot reach the sign-in address (h.example) (HTTP 502).',
    ],
    ['proxy-refused', 'stream', 'HTTP 403', 'Ask the team that runs the proxy to allow h.example;'],
    [
      'proxy-refused',
      'issuer',
      'HTTP 403',
      'does not let requests to the sign-in address (h.example) through (HTTP 403)',
    ],
  ] as const)(
    'names proxy and address if the proxy answered about the address: %s of the %s, %s',
    (kind, from, code, words) => {
      const answer = { ...response, from, status: null };
      const failed = because(kind, { code, answer, host: 'h.example', proxy: 'proxy.example:3128' });
      const sentence = interruptionWords(failed, 'page');
      expect(sentence).toContain(words);
      expect(sentence).not.toContain('HTTPS_PROXY');
    },
  );

  it('names the sign-in of the proxy only for 407', () => {
    const words = (code: string) =>
      interruptionWords(because('proxy-refused', { code, host: 'proxy.example' }), 'page');
    expect(['HTTP 407', 'HTTP 403', 'ECONNREFUSED'].map((code) => words(code).includes('user name'))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('does not say who closed a stream that ended properly, because proxies end it so as well', () => {
    const words = interruptionWords(because('closed', { code: 'CLOSED' }), 'page');
    expect(words).toContain('closed early, by the service or by something on the path');
  });

  it.each([
    ['path-limit', 'after 20 s, every time', 'longer responses'],
    ['idle-limit', 'after 20 s without an event', 'more than 75 s without data'],
  ] as const)('says what the %s counts, and what to allow', (kind, counts, allow) => {
    const words = interruptionWords(because(kind, { code: '20 s' }), 'page');
    expect([words.includes(counts), words.includes(allow)]).toEqual([true, true]);
  });

  it('names both places where a certificate authority can be added', () => {
    const words = interruptionWords(because('certificate', { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }), 'page');
    expect(words).toContain('certificate');
    expect(words).toContain("this computer's trust store");
    expect(words).toContain('“caFile” in the profile');
  });

  it.each(['certificate', 'plain-http'] as const)('names the address concerned: %s', (kind) => {
    const sentence = (from: ServiceResponse['from']) =>
      interruptionWords(because(kind, { answer: { ...response, from } }), 'page');
    expect([sentence('stream').includes('events address'), sentence('issuer').includes('sign-in address')]).toEqual([
      true,
      true,
    ]);
  });

  it('is the sentence of the error if there is no grant', () => {
    const error: AppErrorData = { code: 'NO_SECRET', facts: { profile: 'Acme', problem: 'none' } };
    expect(interruptionWords(because('no-grant', { error }), 'page')).toBe('There is no client secret for “Acme” yet.');
  });
});

describe('the lines about an answer of the service', () => {
  it('contain one line for each part of the answer', () => {
    expect(
      serviceResponseLines({
        from: 'stream',
        status: 302,
        contentType: 'text/html; charset=utf-8',
        location: 'https://login.example.com/',
        body: '<html>\n  <title>Sign in</title>\n',
        server: null,
        via: null,
        network: null,
      }),
    ).toEqual([
      "Answer of the stream's address: HTTP 302",
      'Content type: text/html; charset=utf-8',
      'Redirects to: https://login.example.com/',
      'Begins with: <html> <title>Sign in</title>',
    ]);
  });

  it('report that there was no answer', () => {
    expect(
      serviceResponseLines({ ...emptyServiceResponse('issuer'), network: 'connect ECONNREFUSED 127.0.0.1:1' }),
    ).toEqual(['No answer from the token issuer', 'Network error: connect ECONNREFUSED 127.0.0.1:1']);
  });

  it('escape every character that could control a screen', () => {
    const hostile = 'a\u001b[2Jb\u202ec\u2028d\u200be\u0000f\ud800g\u{e0041}h\r\n\u0085i';
    const lines = serviceResponseLines({
      ...response,
      contentType: hostile,
      location: hostile,
      body: hostile,
      server: null,
      via: null,
      network: hostile,
    });
    expect(lines.slice(1).map((line) => line.slice(line.indexOf(': ') + 2))).toEqual(
      Array.from({ length: 4 }, () => String.raw`a\u001b[2Jb\u202ec d\u200be\u0000f\ud800g\u{e0041}h \u0085i`),
    );
  });
});
