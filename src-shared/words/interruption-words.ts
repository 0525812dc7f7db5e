/** Never contains a token, a secret or the text of a response; `serviceResponseLines` shows that only on request. */
import { unreachableLogWords } from './team/log-words.ts';
import type { AddressName } from '../api/connection-findings.ts';
import type { InterruptionCause, ServiceResponse } from '../api/stream/stream-status.ts';
import { isCertificateCode } from '../domain/profile/certificate-code.ts';
import { isTokenField } from '../service/token-fields.ts';
import { capitalized } from '../lib/capitalized.ts';
import type { ErrorPlace } from './error-parts.ts';
import { errorWords } from './error-words.ts';
import {
  ADDRESSES,
  addressText,
  ASK_ISSUER,
  ASK_PERMISSIONS,
  certificateRemedy,
  eitherClientWords,
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
  const proxyHost = cause.proxy ?? host;
  const proxy = proxyHost === null ? 'proxy' : `proxy ${proxyHost}`;
  // Certificates and ports can fail at either address.
  const either = cause.answer?.from === 'issuer' ? 'sign-in' : 'events';
  const address = named(either);
  const proxyRefused =
    code === 'PROXY_SETTINGS'
      ? `The proxy settings of this computer have no usable HTTP proxy, or do not answer (${code}). Give the profile its own HTTP proxy, or set its proxy to “none”.`
      : isCertificateCode(code)
        ? `The certificate of the ${proxy} was not accepted (${code}), so nothing was sent. ${certificateRemedy(code, 'the address of the proxy')}`
        : code === 'HTTP 407'
          ? `The ${proxy} asks for a user name and a password (${code}). Put them into HTTPS_PROXY as http://user:password@host:port before Watchfloor starts; a profile stores no password.`
          : code.startsWith('HTTP ')
            ? `The ${proxy} does not let requests to the ${address} through (${code}). Ask the team that runs the proxy to allow ${host ?? `the ${ADDRESSES[either]}`}; NO_PROXY names addresses that need no proxy.`
            : `The ${proxy} cannot be reached, or opens no connection (${code}). Check HTTPS_PROXY and HTTP_PROXY; NO_PROXY names addresses that need no proxy.`;
  const behindProxy = `The ${proxy} cannot reach the ${address} (${code}). Watchfloor tries again by itself; if this continues, check the address in the profile, and ask the team that runs the proxy.`;
  const issuerUnreachable =
    cause.proxy !== undefined
      ? `No token. ${behindProxy}`
      : cause.answer?.status != null
        ? `No token: the ${issuer} cannot give one at present (${code}). Watchfloor asks again by itself; if this continues, ${ASK_ISSUER}.`
        : `No token: the ${named('sign-in')} cannot be used at present (${code}). Check the network and the sign-in address in the profile.`;
  const words: Readonly<Record<InterruptionCause['kind'], string>> = {
    'session-ended':
      'The service announced the end of the session, as it does after 30 minutes. Watchfloor connects again.',
    closed: `The stream was closed early, by the service or by something on the path to the ${events}. Watchfloor connects again by itself.`,
    cut: `The connection to the ${events} was cut (${code}). Watchfloor connects again by itself.`,
    'path-limit': `Something on the network path to the ${events} ends the stream after ${code}, every time. Watchfloor connects again at once. Ask the team that runs the proxy, gateway or load balancer to allow longer responses from the events address.`,
    'changed-on-the-way': `The answer of the ${address} was changed on the way (${code}): its content is not encoded as its header says. Ask the team that runs the proxy, gateway or load balancer to pass answers through unchanged.`,
    'idle-limit': `Something on the network path to the ${events} ends the stream after ${code} without an event. Watchfloor connects again at once. Ask the team that runs the proxy, gateway or load balancer to allow more than 75 s without data from the events address.`,
    silent: `The stream of the ${events} was open but nothing complete arrived for too long, so Watchfloor closed it. If it happens again, a proxy between here and the service may be holding the stream back.`,
    'no-answer': `The ${events} does not answer. Watchfloor tries again by itself; if this continues, check whether a firewall or a proxy lets it through.`,
    unreachable:
      cause.proxy === undefined
        ? `The ${events} cannot be reached (${code}). Check the network and the events address in the profile.`
        : behindProxy,
    certificate: `The certificate of the ${address} was not accepted (${code}), so nothing was sent. ${certificateRemedy(code, `the ${ADDRESSES[either]}`)}`,
    'plain-http': `The ${address} answers in plain HTTP instead of TLS (${code}), so nothing was sent. Check its port, and whether a proxy answers in its place.`,
    'proxy-refused': proxyRefused,
    redirected: `The ${events} answered with a redirect. Watchfloor does not follow it, so that the token stays with the service. Check the events address in the profile.`,
    'not-a-stream': `The answer of the ${events} was not an event stream (${code}); a proxy or a sign-in page may have sent it. Check the events address in the profile and the proxy.`,
    'renewing-token': `${service} refused the token. Watchfloor asks for a new one.`,
    'token-refused': `${service} refuses the token, and refused a new one as well. Watchfloor asks again by itself. If this continues, check the client id, its secret and the realm in the profile.`,
    forbidden: `${service} says that this client may not subscribe. ${ASK_PERMISSIONS}; Watchfloor asks again by itself.`,
    'refused-once': `The ${events} refused the stream (${code}), and the answer does not show who refused it. Watchfloor asks again soon.`,
    'page-instead': `The ${events} sent a web page instead of the service's answer (${pageWords(cause)}): a firewall or proxy on the way answered. Watchfloor asks again by itself. If this continues, ask the team that runs it to let the events address through.`,
    'own-seat': `${service} has not released Watchfloor's last connection yet (${code}). Watchfloor asks again in a moment.`,
    'seat-taken': `${STREAM_IN_USE} Close the other client; Watchfloor asks again by itself, or at once on request.`,
    'seat-unclear': `${service} refuses a second stream (${code}). Either ${eitherClientWords(cause.ownRequest)}. Watchfloor asks again by itself.`,
    'seat-of-member': `${STREAM_IN_USE} Probably ${cause.holder ?? 'another member of the team'} has it, which cannot reach the team or has just stopped. This Watchfloor keeps the seat and asks again by itself, at the latest when that session ends.`,
    'seat-of-stranger': `${STREAM_IN_USE} It is not a member of this team that holds the seat: it may be a member that has just stopped, until the service notices, and otherwise another client. Watchfloor asks again by itself.`,
    'slow-down': `${service} asks for fewer requests. Watchfloor waits before it asks again.`,
    'service-down': `${service} cannot answer at present (${code}). Watchfloor tries again by itself.`,
    'token-too-large': `${service} refuses the headers of the request as too large (${code}), because the token is too large. ${capitalized(ASK_ISSUER)} to put less into this client's token, or the provider to accept larger headers.`,
    'request-refused': `${service} refuses the request (${code}). Check the events address in the profile.`,
    'client-refused': `The ${issuer} refuses the client id or its secret (${code}). Watchfloor asks again by itself. If this continues, check both; if they are right, set “clientAuthentication” in the profile to the other of “basic” and “post”.`,
    'grant-refused': `The ${issuer} refuses to give a token (${code}). Watchfloor asks again by itself. If this continues, check the client id, its secret and the realm in the profile.`,
    'issuer-unreachable': issuerUnreachable,
    'issuer-not-oauth': `No token: ${notOauthWords(cause, code, issuer, named('sign-in'))}`,
    'no-grant':
      cause.error === null
        ? 'There are no credentials. Enter the client secret, then try again.'
        : errorWords(cause.error, place),
    slept: 'This computer was asleep, so the stream was not watched. Watchfloor connects again.',
    'log-unreachable': unreachableLogWords(code),
    'no-holder':
      'No member of the team has the seat, so nobody receives events. Watchfloor takes it as soon as it may; check that a member with a sign-in may hold it.',
    'holder-blind': `${cause.holder ?? 'The member that has the seat'} receives nothing from the service at present. Ask there, wait until it connects again, or take the seat over.`,
    'holder-silent': holderSilentWords(cause.holder ?? 'The member that has the seat', code),
    'not-storing':
      cause.error === null
        ? `${unreachableLogWords('NOT_STORING')} The log of this Watchfloor says why.`
        : `${unreachableLogWords('NOT_STORING')} ${errorWords(cause.error, place)}`,
    'catching-up': 'Watchfloor reads what the team stored meanwhile. It watches again once it has read everything.',
    'writer-silent':
      'The other Watchfloor on this computer does not answer, so it is not known whether it watches. Look at its window. If it hangs, end it and take over here.',
    'writer-gone':
      'The other Watchfloor on this computer has ended, so nothing is watched. Everything stored can be read; take over here to watch.',
    'events-lost': `Watchfloor stored ${code} events that it received on this connection. This is a bug in Watchfloor: report it with the log. Coverage has the time.`,
    fault: 'Something went wrong inside Watchfloor; see its log. Watchfloor tries again by itself.',
  };
  return words[cause.kind];
}

/** To show on request. Characters that are invisible or could steer the reader's screen are escaped. */
export function serviceResponseLines(response: ServiceResponse): string[] {
  const from = response.from === 'stream' ? "the stream's address" : 'the token issuer';
  return [
    response.status === null ? `No answer from ${from}` : `Answer of ${from}: HTTP ${response.status}`,
    ...line('Content type', response.contentType),
    ...line('Server', response.server),
    ...line('Via', response.via),
    ...line('Redirects to', response.location),
    ...line('Begins with', response.body),
    ...line('Network error', response.network),
  ];
}

/** The log of the team answers, and has nothing new of its holder. */
function holderSilentWords(holder: string, code: string): string {
  return code === 'NOT_STORING'
    ? `${holder} cannot store what it receives (${code}), so nothing of it reaches the team. Make room on its disk, or take the seat over.`
    : `Nothing has arrived from ${holder}, which has the seat, although the log of the team answers. Look there, or take the seat over.`;
}

function notOauthWords({ answer }: InterruptionCause, code: string, issuer: string, address: string): string {
  if (code === 'OAUTH_UNSUPPORTED_OPERATION')
    return `the “token_type” in the answer of the ${issuer} is not Bearer (${code}), and the service accepts only bearer tokens. Have the issuer give this client bearer tokens.`;
  if (isTokenField(code))
    return `the field “${code}” in the answer of the ${issuer} is missing or is not text. Check the realm and the client id in the profile, and ${ASK_ISSUER} to send this field as text.`;
  if (answer?.status === 404)
    return `the ${issuer} does not know this realm (${code}). Check the realm in the profile; it is the part after /realms/ in the address from your provider.`;
  if (isRedirect(answer?.status))
    return `the ${issuer} answers with a redirect. Watchfloor does not follow it, so that the client secret stays with the issuer. Check the sign-in address and the realm in the profile.`;
  return `the ${address} answers, but not as a token issuer; a proxy may have answered instead. Check the sign-in address and the realm in the profile.`;
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
