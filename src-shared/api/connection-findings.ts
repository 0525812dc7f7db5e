/**
 * Every result of the connection test or of a failed request, with the facts for its sentence. Facts contain no secret,
 * and no text from the other side except its own names.
 */
import * as z from 'zod';
import type { OwnRequest } from '../domain/coverage/own-request.ts';

export type AddressName = 'base' | 'events' | 'sign-in';

/** An alias, so that the tables of words can have inferred types. */
type FailedAddress = Readonly<{ host: string; address: AddressName }>;

export interface FindingDetails {
  'no-proxy': NoDetails;
  'through-proxy': { readonly proxy: string };
  /** HTTPS_PROXY, HTTP_PROXY or the profile contains a value that is not the address of a proxy. */
  'proxy-address': NoDetails;
  'proxy-settings': NoDetails;
  /** `proxy`, here and below: null if the failure does not show which one it was. */
  'proxy-unreachable': { readonly proxy: string | null; readonly code: string };
  'proxy-certificate': { readonly proxy: string | null; readonly code: string };
  'proxy-sign-in': { readonly proxy: string | null; readonly code: string };
  'proxy-refused': { readonly proxy: string | null; readonly host: string; readonly code: string };

  /** `addresses`: the first address of each host. */
  'name-found': { readonly hosts: readonly string[]; readonly addresses: readonly string[] };
  /** The addresses are numeric, or the proxy looks the names up. */
  'name-not-needed': { readonly proxy: string | null };
  'name-unknown': FailedAddress & { readonly code: string };
  'name-server': { readonly host: string; readonly code: string };

  reached: { readonly hosts: readonly string[]; readonly proxy: string | null };
  'not-reached': FailedAddress & { readonly code: string };
  'proxy-not-reached': { readonly host: string; readonly proxy: string | null; readonly code: string };

  'tls-none': NoDetails;
  'tls-good': { readonly issuers: readonly string[]; readonly protocol: string };
  'tls-inspected': { readonly host: string; readonly issuer: string };
  'tls-ends-soon': { readonly host: string; readonly issuer: string; readonly days: number };
  'certificate-refused': FailedAddress & {
    readonly issuer: string | null;
    readonly fingerprint: string | null;
    readonly code: string;
  };
  'tls-broke-off': FailedAddress & { readonly code: string };
  'plain-http': FailedAddress & { readonly code: string };

  /** `seconds` is null if the issuer did not say. `bytes`: size of the token. */
  'token-given': { readonly way: 'basic' | 'post'; readonly seconds: number | null; readonly bytes: number };
  'token-of-person': { readonly as: string | null; readonly bytes: number };
  'secret-first': NoDetails;
  'sign-in-first': NoDetails;
  'sign-in-ended': NoDetails;
  'secret-bound': { readonly changed: readonly string[] };
  'secret-unreadable': { readonly code: string };
  'secret-file': { readonly path: string; readonly code: string };
  'client-refused': {
    readonly code: string;
    readonly status: number | null;
    readonly way: 'basic' | 'post';
    readonly other: 'basic' | 'post';
  };
  'grant-refused': { readonly code: string; readonly status: number | null };
  /** No answer, or HTTP 5xx, 408 or 429. */
  'issuer-unreachable': { readonly host: string; readonly code: string };
  'issuer-redirects': { readonly host: string; readonly status: number };
  /** `status` 404 usually means that the realm does not exist. */
  'issuer-not-oauth': {
    readonly host: string;
    readonly status: number | null;
    readonly contentType: string | null;
    readonly code: string;
  };

  'permissions-read': { readonly domain: string | null; readonly resources: number };
  'token-refused': FailedAddress & { readonly status: number };
  'permissions-forbidden': { readonly status: number };
  'search-answered': { readonly totalHits: number | null };
  'search-forbidden': { readonly status: number };
  'service-unreachable': FailedAddress & { readonly code: string };
  'service-down': FailedAddress & { readonly status: number };
  'service-not-there': FailedAddress & { readonly status: number };
  'service-redirects': FailedAddress & { readonly status: number };
  'service-refused': FailedAddress & { readonly status: number };
  'service-not-understood': FailedAddress & { readonly contentType: string | null };
  'token-too-large': FailedAddress & { readonly status: number };
  /** The body of an answer is not what its header says. */
  'changed-on-the-way': FailedAddress & { readonly code: string };
  'answer-too-large': { readonly host: string; readonly what: 'permissions' | 'search' };

  'stream-open': NoDetails;
  /** Copied from the open watch: the test does not touch its stream. UTC epoch ms. */
  'watched-here': { readonly since: number; readonly at: number };
  'another-watched': { readonly events: string };
  'watched-elsewhere': NoDetails;
  'domain-watched': NoDetails;
  'seat-taken': { readonly status: number };
  'seat-unclear': { readonly status: number; readonly request: OwnRequest };
  /** HTTP 403. Some services also answer like this when the seat is taken. */
  'stream-forbidden': { readonly status: number };
  'not-a-stream': { readonly host: string; readonly contentType: string | null };
  /** Connected, but no answer. `by`: owner of the proxy or TLS inspection on the path, if known. */
  'stream-no-answer': { readonly seconds: number; readonly by: string | null };

  'first-event': { readonly kind: string };
  /** The stream opened, but nothing arrived: a proxy buffers it, or the service sends nothing. */
  'held-back': HoldingBack;
  /** Events come, but late: something on the way holds them back for up to `seconds`. */
  'arrives-late': HoldingBack;
  /** The stream ended before anything arrived. Some services accept a second subscriber and then end its stream. */
  'ended-at-once': { readonly code: string; readonly seconds: number };
  heartbeat: { readonly seconds: number };
  'heartbeat-rare': { readonly seconds: number };
  'no-heartbeat': HoldingBack;
  /** `seconds`, here and above: age of the stream; null if another process of Watchfloor opened it. */
  'ended-early': { readonly code: string; readonly seconds: number | null };

  /** `seconds`: the service's clock minus the local clock. */
  'clock-right': { readonly seconds: number };
  'clock-off': { readonly seconds: number };
  'clock-unknown': NoDetails;

  'not-tried': NoDetails;
  'ca-file': { readonly expected: string };
  fault: NoDetails;
}

/** `by`: owner of the proxy or TLS inspection on the path. `server`: header `Via` or `Server` of the answer. */
type HoldingBack = Readonly<{ seconds: number; by: string | null; server: string | null }>;

type NoDetails = Readonly<Record<string, never>>;

export type FindingKey = keyof FindingDetails;

export type Finding = {
  readonly [Key in FindingKey]: { readonly key: Key; readonly facts: FindingDetails[Key] };
}[FindingKey];

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- which facts belong to which key, the compiler checks where they are made
export const findingSchema = z.object({
  key: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null(), z.array(z.string())])),
}) as unknown as z.ZodType<Finding>;
