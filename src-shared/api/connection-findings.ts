/**
 * Everything that the connection test can find, and that a request to the issuer or the service can fail with, each with
 * the facts that its sentence needs (`src-shared/words/connection-test-words.ts`). Never a secret, and no text of the other side but names that it gives itself.
 */
import * as z from 'zod';

/** Beside the finding of the check that names it: which address of the profile a host stands in. */
export type AddressName = 'base' | 'events' | 'sign-in';

/** One address of a profile: its host, with a port that is not the usual one, and its name in the profile. */
interface FailedAddress {
  readonly host: string;
  readonly address: AddressName;
}

export interface FindingFacts {
  /** Nothing stands between. */
  'no-proxy': NoFacts;
  'through-proxy': { readonly proxy: string };
  /** HTTPS_PROXY, HTTP_PROXY or the profile names what is no proxy's address. */
  'proxy-address': NoFacts;
  /** Of the computer: they name none that can be used, or do not answer. */
  'proxy-settings': NoFacts;
  /** `proxy`: `null` if the failure does not tell which one it was; the same below. */
  'proxy-unreachable': { readonly proxy: string | null; readonly code: string };
  /** The proxy's own certificate. */
  'proxy-certificate': { readonly proxy: string | null; readonly code: string };
  /** 407. */
  'proxy-sign-in': { readonly proxy: string | null; readonly code: string };
  'proxy-refused': { readonly proxy: string | null; readonly host: string; readonly code: string };

  /** `addresses`: of each host, the first one. */
  'name-found': { readonly hosts: readonly string[]; readonly addresses: readonly string[] };
  /** Addresses in figures, or names that the proxy looks up. */
  'name-not-needed': { readonly proxy: string | null };
  'name-unknown': FailedAddress & { readonly code: string };
  'name-server': { readonly host: string; readonly code: string };

  reached: { readonly hosts: readonly string[]; readonly proxy: string | null };
  'not-reached': FailedAddress & { readonly code: string };
  /** The proxy is there, and does not get there. */
  'proxy-not-reached': { readonly host: string; readonly proxy: string | null; readonly code: string };

  'tls-none': NoFacts;
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

  /** `seconds`: its lifetime, `null` where the issuer did not say. `way`: how the client showed who it is. */
  'token-given': { readonly way: 'basic' | 'post'; readonly seconds: number | null };
  'token-of-person': { readonly as: string | null };
  'secret-first': NoFacts;
  'sign-in-first': NoFacts;
  'sign-in-ended': NoFacts;
  'secret-bound': { readonly changed: readonly string[] };
  /** The keychain or the vault cannot be read: `code` of the `AppError`. */
  'secret-unreadable': { readonly code: string };
  /** The `clientSecretFile`: `code` is the system's, or what is wrong with it. */
  'secret-file': { readonly path: string; readonly code: string };
  'client-refused': {
    readonly code: string;
    readonly status: number | null;
    readonly way: 'basic' | 'post';
    readonly other: 'basic' | 'post';
  };
  'grant-refused': { readonly code: string; readonly status: number | null };
  /** No answer, or one of 5xx, 408 or 429. */
  'issuer-unreachable': { readonly host: string; readonly code: string };
  'issuer-redirects': { readonly host: string; readonly status: number };
  /** `status` 404: no such realm, as a rule. */
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
  /** Of permissions and search alike. */
  'service-unreachable': FailedAddress & { readonly code: string };
  'service-down': FailedAddress & { readonly status: number };
  'service-not-there': FailedAddress & { readonly status: number };
  'service-redirects': FailedAddress & { readonly status: number };
  'service-refused': FailedAddress & { readonly status: number };
  'service-not-understood': FailedAddress & { readonly contentType: string | null };
  'answer-too-large': { readonly host: string; readonly what: 'permissions' | 'search' };

  'stream-open': NoFacts;
  /** Answered from what the watch sees: the stream was left in peace. UTC epoch ms. */
  'watched-here': { readonly since: number; readonly at: number };
  /** What is watched is another address than the one that is typed. */
  'another-watched': { readonly events: string };
  'watched-elsewhere': NoFacts;
  /** Another profile that is open here watches this domain. */
  'domain-watched': NoFacts;
  'seat-taken': { readonly status: number };
  /** 403, which may be how this service says that the place is taken. */
  'stream-forbidden': { readonly status: number };
  'not-a-stream': { readonly host: string; readonly contentType: string | null };
  /** Connected, and no answer. `by`: whose proxy or inspection stands between, where that is known. */
  'stream-no-answer': { readonly seconds: number; readonly by: string | null };

  'first-event': { readonly kind: string };
  /** Opened, and nothing came: a proxy that holds the stream back, or a service that says nothing. */
  'held-back': { readonly seconds: number; readonly by: string | null };
  /** Ended before anything came, as services do that let a second subscriber in and out again. */
  'ended-at-once': { readonly code: string };
  heartbeat: { readonly seconds: number };
  /** One every `seconds` is too long to wait for. */
  'heartbeat-rare': { readonly seconds: number };
  'no-heartbeat': { readonly seconds: number; readonly by: string | null };
  'ended-early': { readonly code: string };

  /** `seconds`: the service's clock less ours. */
  'clock-right': { readonly seconds: number };
  'clock-off': { readonly seconds: number };
  'clock-unknown': NoFacts;

  /** An earlier check failed that this one needs. */
  'not-tried': NoFacts;
  /** The profile's `caFile` cannot be used. */
  'ca-file': { readonly expected: string };
  /** A bug of ours; the log has it. */
  fault: NoFacts;
}

type NoFacts = Readonly<Record<string, never>>;

export type FindingKey = keyof FindingFacts;

export type Finding = {
  readonly [Key in FindingKey]: { readonly key: Key; readonly facts: FindingFacts[Key] };
}[FindingKey];

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- which facts belong to which key, the compiler checks where they are made
export const findingSchema = z.object({
  key: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null(), z.array(z.string())])),
}) as unknown as z.ZodType<Finding>;
