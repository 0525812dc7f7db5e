/**
 * What a simulated service is: its domains with their fleets, who may sign in and with what rights, and which of the
 * shapes it has that the document leaves open.
 */
import type { RequiredRights } from '../../src-shared/domain/permission.ts';
import type { GivenRow } from '../fleet/given-rows.ts';
import type { AccessTokenFormat } from '../issuer.ts';
import type { SecondSubscriberRule } from '../notification-stream.ts';
import type { DetailShape } from '../scenario-player.ts';
import type { ItemShape } from '../search.ts';

/** The answer of the permissions endpoint: `service-spec.md` "Token permissions response". */
export interface Rights {
  /** Which of the domains: its fleet, its stream. */
  readonly domainId: string;
  readonly roles: readonly string[];
  readonly accessRights: readonly string[];
  readonly solutions: readonly string[];
  readonly permissions: Readonly<Record<string, readonly string[]>>;
}

/** Signs in for itself: client credentials. */
export interface MachineClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Its own and no other: HTTP Basic, or in the form. */
  readonly authentication: 'basic' | 'post';
  readonly rights: Rights;
}

/** Users sign in with it: authorization code with PKCE. */
export interface UserClient {
  readonly clientId: string;
  /** `null`: a public client. */
  readonly clientSecret: string | null;
  /** How the secret is sent, where there is one; HTTP Basic where left out. */
  readonly authentication?: 'basic' | 'post';
  /** Where a browser may be sent back to; where left out, `/` and `/callback` of any loopback port (RFC 8252 7.3). */
  readonly redirectUris?: readonly string[];
}

export interface User {
  readonly username: string;
  readonly password: string;
  readonly rights: Rights;
}

export interface DomainConfiguration {
  readonly id: string;
  /** How many there are, the given ones among them. */
  readonly subscriptions: number;
  /** The first of them, as far as they are given; what is not is made up. */
  readonly rows?: readonly GivenRow[];
  /** One of `scenarios`, or `none`. Left out: the usual one. */
  readonly scenario?: string;
  /** In what it differs from the service. */
  readonly variants?: Partial<DomainVariants>;
}

/** What the document leaves open, and services may do in one way or another. */
export interface Variants {
  readonly secondSubscriber: SecondSubscriberRule;
  readonly itemShape: ItemShape;
  /** `detailedMessage` as JSON in a text, or as a nested object. */
  readonly detailedMessage: DetailShape;
  readonly accessTokens: AccessTokenFormat;
}

/** In these, domains may differ; tokens are the issuer's, which they share. */
export type DomainVariants = Omit<Variants, 'accessTokens'>;

/** What each endpoint asks for: not documented. */
export type RequiredRightsOfAll = Readonly<
  Record<'search' | 'subscribe' | 'localize' | 'mode' | 'servicePolicy', RequiredRights>
>;

export interface Configuration {
  readonly realm: string;
  /** At least one; the first is the one that is meant where none is named. */
  readonly domains: readonly DomainConfiguration[];
  readonly machineClients: readonly MachineClient[];
  readonly peoplesClients: readonly UserClient[];
  readonly users: readonly User[];
  readonly requiredRights: RequiredRightsOfAll;
  readonly variants: Variants;
}
