/**
 * Sentences for why the stream is interrupted: what happened, and what to do. They never contain a token, a secret or
 * the text of a response; `serviceResponseLines` shows the response, only on request.
 */
import type { AddressName } from '../api/connection-findings.ts';
import type { InterruptionCause, ServiceResponse } from '../domain/coverage/stream-status.ts';
import { isCertificateCode } from '../domain/profile/certificate-code.ts';
import { assertNever } from '../lib/assert-never.ts';
import type { ErrorPlace } from './error-parts.ts';
import { errorWords } from './error-words.ts';
import {
  ADDRESSES,
  addressText,
  ASK_ISSUER,
  ASK_PERMISSIONS,
  certificateRemedy,
  shownCode,
  STREAM_IN_USE,
} from './finding-parts.ts';

export function interruptionWords(cause: InterruptionCause, place: ErrorPlace): string {
  const code = shownCode(cause.code);
  const { host } = cause;
  const named = (address: AddressName) => (host === null ? ADDRESSES[address] : addressText({ host, address }));
  const events = named('events');
  const service = `The service at the ${events}`;
  const issuer = host === null ? 'token issuer' : `token issuer (${host})`;
  const proxy = host === null ? 'proxy' : `proxy ${host}`;
  // Certificates and ports can fail at either address.
  const either = cause.answer?.from === 'issuer' ? 'sign-in' : 'events';
  const address = named(either);
  switch (cause.kind) {
    case 'session-ended':
      return 'The service announced the end of the session, as it does after 30 minutes. Watchfloor connects again.';
    case 'closed':
      return `${service} closed the stream before the session was over. Watchfloor connects again by itself.`;
    case 'cut':
      return `The connection to the ${events} was cut (${code}). Watchfloor connects again by itself.`;
    case 'path-limit':
      return `Something on the network path to the ${events} ends the stream after ${code}, every time. Watchfloor connects again at once. Ask the team that runs the proxy, gateway or load balancer to allow longer responses from the events address.`;
    case 'silent':
      return `The stream of the ${events} was open but nothing complete arrived for too long, so Watchfloor closed it. If it happens again, a proxy between here and the service may be holding the stream back.`;
    case 'no-answer':
      return `The ${events} does not answer. Watchfloor tries again by itself; if this continues, check whether a firewall or a proxy lets it through.`;
    case 'unreachable':
      return `The ${events} cannot be reached (${code}). Check the network and the events address in the profile.`;
    case 'certificate':
      return `The certificate of the ${address} was not accepted (${code}), so nothing was sent. ${certificateRemedy(code, `the ${ADDRESSES[either]}`)}`;
    case 'plain-http':
      return `The ${address} answers in plain HTTP instead of TLS (${code}), so nothing was sent. Check its port, and whether a proxy answers in its place.`;
    case 'proxy-refused':
      if (code === 'PROXY_SETTINGS')
        return `The proxy settings of this computer have no usable HTTP proxy, or do not answer (${code}). Give the profile its own HTTP proxy, or set its proxy to “none”.`;
      if (isCertificateCode(code))
        return `The certificate of the ${proxy} was not accepted (${code}), so nothing was sent. ${certificateRemedy(code, 'the address of the proxy')}`;
      return `The ${proxy} ${code.startsWith('HTTP ') ? 'does not let the request through' : 'cannot be reached, or opens no connection'} (${code}). Check HTTPS_PROXY and HTTP_PROXY, with the user name and password that the proxy may ask for; NO_PROXY names addresses that need no proxy.`;
    case 'redirected':
      return `The ${events} answered with a redirect. Watchfloor does not follow it, so that the token stays with the service. Check the events address in the profile.`;
    case 'not-a-stream':
      return `The answer of the ${events} was not an event stream (${code}); a proxy or a sign-in page may have sent it. Check the events address in the profile and the proxy.`;
    case 'renewing-token':
      return `${service} refused the token. Watchfloor asks for a new one.`;
    case 'token-refused':
      return `${service} refuses the token, and refused a new one as well. Watchfloor asks again by itself. If this continues, check the client id, its secret and the realm in the profile.`;
    case 'forbidden':
      return `${service} says that this client may not subscribe. ${ASK_PERMISSIONS}; Watchfloor asks again by itself.`;
    case 'refused-once':
      return `The ${events} refused the stream (${code}), and the answer does not show who refused it. Watchfloor asks again soon.`;
    case 'page-instead':
      return `The ${events} sent a web page instead of the service's answer (${pageWords(cause)}): a firewall or proxy on the way answered. Watchfloor asks again by itself. If this continues, ask the team that runs it to let the events address through.`;
    case 'own-seat':
      return `${service} has not released Watchfloor's last connection yet (${code}). Watchfloor asks again in a moment.`;
    case 'seat-taken':
      return `${STREAM_IN_USE} Close the other client; Watchfloor asks again by itself, or at once on request.`;
    case 'slow-down':
      return `${service} asks for fewer requests. Watchfloor waits before it asks again.`;
    case 'service-down':
      return `${service} cannot answer at present (${code}). Watchfloor tries again by itself.`;
    case 'request-refused':
      return `${service} refuses the request (${code}). Check the events address in the profile.`;
    case 'client-refused':
      return `The ${issuer} refuses the client id or its secret (${code}). Watchfloor asks again by itself. If this continues, check both; if they are right, set “clientAuthentication” in the profile to the other of “basic” and “post”.`;
    case 'grant-refused':
      return `The ${issuer} refuses to give a token (${code}). Watchfloor asks again by itself. If this continues, check the client id, its secret and the realm in the profile.`;
    case 'issuer-unreachable':
      if (cause.answer?.status != null)
        return `No token: the ${issuer} cannot give one at present (${code}). Watchfloor asks again by itself; if this continues, ${ASK_ISSUER}.`;
      return `No token: the ${named('sign-in')} cannot be used at present (${code}). Check the network and the sign-in address in the profile.`;
    case 'issuer-not-oauth':
      if (code === 'OAUTH_UNSUPPORTED_OPERATION')
        return `No token: the “token_type” in the answer of the ${issuer} is not Bearer (${code}), and the service accepts only bearer tokens. Have the issuer give this client bearer tokens.`;
      if (isRedirect(cause.answer?.status))
        return `No token: the ${issuer} answers with a redirect. Watchfloor does not follow it, so that the client secret stays with the issuer. Check the sign-in address and the realm in the profile.`;
      return `No token: the ${named('sign-in')} answers, but not as a token issuer; a proxy may have answered instead. Check the sign-in address and the realm in the profile.`;
    case 'no-grant':
      return cause.error === null
        ? 'There are no credentials. Enter the client secret, then try again.'
        : errorWords(cause.error, place);
    case 'slept':
      return 'This computer was asleep, so the stream was not watched. Watchfloor connects again.';
    case 'fault':
      return 'Something went wrong inside Watchfloor; see its log. Watchfloor tries again by itself.';
    default:
      return assertNever(cause.kind);
  }
}

/**
 * Returns the service's response as single lines to show on request. Characters that are invisible or could steer the
 * reader's screen are escaped.
 */
export function serviceResponseLines(response: ServiceResponse): string[] {
  const from = response.from === 'stream' ? "the stream's address" : 'the token issuer';
  return [
    response.status === null ? `No answer from ${from}` : `Answer of ${from}: HTTP ${response.status}`,
    ...line('Content type', response.contentType),
    ...line('Server', response.server),
    ...line('Redirects to', response.location),
    ...line('Begins with', response.body),
    ...line('Network error', response.network),
  ];
}

function isRedirect(status: number | null | undefined): boolean {
  return status != null && status >= 300 && status < 400;
}

/** Status, content type and, if it is a single word, the server's own name. */
function pageWords({ code, answer }: InterruptionCause): string {
  const server = shownCode(answer?.server ?? '');
  const [type] = /^[a-z]+\/[a-z+-]{1,20}(?=;|$)/.exec(answer?.contentType ?? '') ?? [];
  return [
    shownCode(code),
    ...(type === undefined ? [] : [type]),
    ...(server === 'unknown' ? [] : [`server "${server}"`]),
  ].join(', ');
}

function line(label: string, text: string | null): string[] {
  return text === null || text.trim() === '' ? [] : [`${label}: ${oneLine(text)}`];
}

const UNSEEN_PATTERN = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;

function oneLine(text: string): string {
  const folded = text.trim().replaceAll(/\s+/g, ' ');
  return folded.replaceAll(UNSEEN_PATTERN, (sign) => {
    const hex = (sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
    return hex.length === 4 ? `\\u${hex}` : `\\u{${hex}}`;
  });
}
