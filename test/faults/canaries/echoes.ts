/** Ways in which a service, an issuer or a proxy has been seen to echo a request. */
import type { ServerResponse } from 'node:http';
import { encoded, encodings } from './encodings.ts';

export const echoes = [
  /** The documented refusal, whose text repeats the token. */
  'unauthorized',
  'forbidden',
  /** An OAuth error with everything in `error_description`, or in `error`. */
  'description',
  'code',
  /** The issuer rejects the refresh token or code, which ends the grant, and repeats it. */
  'invalid-grant',
  /** A redirect with everything in its address. */
  'redirect',
  /** 200 and a text that only begins like JSON. Parsers quote a part of it in their errors. */
  'cut-json',
  /** A page of a proxy that shows the request with its headers. */
  'proxy-page',
  'header-fields',
  'content-type',
] as const;
export type Echo = (typeof echoes)[number];

/** @param sent secrets of the request, which are echoed in every encoding */
export function respondWithEcho(echo: Echo, response: ServerResponse, sent: readonly string[]): void {
  const everything = Buffer.concat(
    sent.flatMap((secret) => encodings.map((encoding) => Buffer.concat([encoded(secret, encoding), Buffer.from(' ')]))),
  ).toString('latin1');
  const first = sent[0] ?? '';
  const oauth = (status: number, error: string, description: string) =>
    respond(response, status, 'application/json', JSON.stringify({ error, error_description: description }));
  switch (echo) {
    case 'unauthorized':
      return respond(response, 401, 'text/plain', `token ${everything} is not valid`);
    case 'forbidden':
      return respond(response, 403, 'application/json', JSON.stringify({ message: everything, sent }));
    case 'description':
      return oauth(400, 'invalid_request', everything);
    case 'code':
      return oauth(400, first, '');
    case 'invalid-grant':
      return oauth(400, 'invalid_grant', everything);
    case 'redirect':
      response.setHeader('location', `https://elsewhere.example/?given=${encodeURIComponent(everything)}`);
      return respond(response, 302, 'text/plain', everything);
    case 'cut-json':
      return respond(response, 200, 'application/json', `${first} ${everything} {"`);
    case 'proxy-page':
      return respond(response, 502, 'text/html', `<h1>Bad gateway</h1><pre>Authorization: ${everything}</pre>`);
    case 'header-fields': {
      const plain = sent.filter((secret) => !/[^\x20-\x7E]/.test(secret)).join(' ');
      response.setHeader(
        'www-authenticate',
        `Bearer error="${encodeURIComponent(plain)}", error_description="${first}"`,
      );
      response.setHeader('x-request', plain);
      response.setHeader('retry-after', first);
      return respond(response, 401, 'text/plain', '');
    }
    case 'content-type':
      return respond(response, 200, `text/${encodeURIComponent(first)}`, everything);
  }
}

function respond(response: ServerResponse, status: number, contentType: string, body: string): void {
  response.writeHead(status, { 'content-type': contentType });
  response.end(Buffer.from(body, 'latin1'));
}
