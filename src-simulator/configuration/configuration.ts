/**
 * Configuration of a simulated service: its domains and fleets, its accounts and their rights, and the variants of
 * behaviour that the document leaves open.
 */
import type { RequiredRights } from '../../src-shared/domain/profile/permission.ts';
import type { GivenRow } from '../fleet/given-rows.ts';

export const secondSubscriberRules = [
  'refuse-409',
  'refuse-423',
  'refuse-403',
  'end-first',
  'end-second',
  'allow',
] as const;

export const itemShapes = ['nested', 'dotted', 'flat'] as const;

export type ItemShape = (typeof itemShapes)[number];

/** Form of `detailedMessage`. The document describes JSON in a text; its examples show a nested object. */
export type DetailShape = 'text' | 'object';

/** Behaviour for a second subscriber of the domain. Not documented. */
export type SecondSubscriberRule = (typeof secondSubscriberRules)[number];

export type AccessTokenFormat = 'jwt' | 'opaque';

/** Response of the permissions endpoint: `service-spec.md` "Token permissions response". */
export interface Rights {
  /** Selects the fleet and the stream. */
  readonly domainId: string;
  readonly roles: readonly string[];
  readonly accessRights: readonly string[];
  readonly solutions: readonly string[];
  readonly permissions: Readonly<Record<string, readonly string[]>>;
}

export interface MachineClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The only method that the client may use: HTTP Basic, or the form. */
  readonly authentication: 'basic' | 'post';
  readonly rights: Rights;
}

/** Client that users sign in with: authorization code with PKCE. */
export interface UserClient {
  readonly clientId: string;
  readonly clientSecret: string | null;
  /** Method for sending the secret, if there is one. Default: HTTP Basic. */
  readonly authentication?: 'basic' | 'post';
  /** Allowed redirect addresses. Default: `/` and `/callback` on any loopback port (RFC 8252 7.3). */
  readonly redirectUris?: readonly string[];
}

export interface User {
  readonly username: string;
  readonly password: string;
  readonly rights: Rights;
}

export interface DomainConfiguration {
  readonly id: string;
  /** Size of the fleet, including the given rows. */
  readonly subscriptions: number;
  /** First rows of the fleet. Missing fields and further rows are generated. */
  readonly rows?: readonly GivenRow[];
  /** Name from `scenarios`, or `none`. If missing, the default scenario runs. */
  readonly scenario?: string;
  readonly variants?: Partial<DomainVariants>;
}

export interface Variants {
  readonly secondSubscriber: SecondSubscriberRule;
  readonly itemShape: ItemShape;
  readonly detailedMessage: DetailShape;
  readonly accessTokens: AccessTokenFormat;
}

/** Variants that can differ by domain. All domains share one issuer, so the token format cannot. */
export type DomainVariants = Omit<Variants, 'accessTokens'>;

export type RequiredRightsOfAll = Readonly<
  Record<'search' | 'subscribe' | 'localize' | 'mode' | 'servicePolicy', RequiredRights>
>;

export interface Configuration {
  readonly realm: string;
  readonly domains: readonly DomainConfiguration[];
  readonly machineClients: readonly MachineClient[];
  readonly peoplesClients: readonly UserClient[];
  readonly users: readonly User[];
  readonly requiredRights: RequiredRightsOfAll;
  readonly variants: Variants;
}
