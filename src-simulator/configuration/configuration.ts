/** Includes the variants of behaviour that the contract leaves open (`docs/service.md` §11). */
import type { RequiredRights } from '../../src-shared/domain/profile/permission.ts';
import type { GivenRow } from '../fleet/given-rows.ts';
import type { Prefixes } from '../http/prefixes.ts';
import type { GivenClient, GivenUser } from './file-schema.ts';
import type { GivenSettings } from './setting-table.ts';

/** Response of the permissions endpoint: `docs/service.md` §2.3. */
export interface Rights {
  /** Selects the fleet and the stream. */
  readonly domainId: string;
  readonly roles: readonly string[];
  readonly accessRights: readonly string[];
  readonly solutions: readonly string[];
  readonly permissions: Readonly<Record<string, readonly string[]>>;
}

/** Client with its own sign-in. Like the user, as in a configuration file, but with its complete rights. */
export type MachineClient = WithRights<Extract<GivenClient, { flow: 'clientCredentials' }>>;

type UserClient = Extract<GivenClient, { flow: 'authorizationCode' }>;

export type Client = MachineClient | UserClient;

export type User = WithRights<GivenUser>;

type WithRights<Account> = Readonly<Omit<Account, 'domain' | 'rights'>> & { readonly rights: Rights };

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

export type Variants = Required<
  Pick<
    GivenSettings,
    | 'secondSubscriber'
    | 'itemShape'
    | 'detailedMessage'
    | 'accessTokens'
    | 'tokenSeconds'
    | 'pageSize'
    | 'maxLimit'
    | 'lastPage'
  >
>;

/** Variants that can differ by domain. All domains share one issuer, so form and lifetime of tokens cannot. */
export type DomainVariants = Omit<Variants, 'accessTokens' | 'tokenSeconds'>;

export type RequiredRightsOfAll = Readonly<
  Record<'search' | 'subscribe' | 'localize' | 'mode' | 'servicePolicy', RequiredRights>
>;

export interface Listening extends Pick<GivenSettings, 'host' | 'port' | 'publicUrl'> {
  /** PEM. Default: plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string };
  readonly prefixes?: Partial<Prefixes>;
}

export interface Configuration {
  readonly realm: string;
  readonly domains: readonly DomainConfiguration[];
  readonly clients: readonly Client[];
  readonly users: readonly User[];
  readonly requiredRights: RequiredRightsOfAll;
  readonly variants: Variants;
}
