/** Holds the current configuration. Parts that can change while the simulator runs are read from here on each use. */
import type {
  Client,
  Configuration,
  DomainVariants,
  RequiredRightsOfAll,
  Rights,
  User,
  Variants,
} from './configuration.ts';

/** Variants of one domain: those of the service with the overrides of the domain. */
export interface DomainSettings {
  readonly variants: DomainVariants;
}

function changeableOf({ variants, requiredRights, domains, clients, users }: Configuration) {
  return {
    variants,
    requiredRights,
    domainVariants: new Map<string, Partial<DomainVariants>>(
      domains.map((domain) => [domain.id, domain.variants ?? {}]),
    ),
    clients: new Map(clients.map((client) => [client.clientId, client])),
    users: new Map(users.map((user) => [user.username, user])),
  };
}

export class Settings {
  readonly configuration: Configuration;
  #current: ReturnType<typeof changeableOf>;

  constructor(configuration: Configuration) {
    this.configuration = configuration;
    this.#current = changeableOf(configuration);
  }

  restart(): void {
    this.#current = changeableOf(this.configuration);
  }

  get variants(): Variants {
    return this.#current.variants;
  }

  get requiredRights(): RequiredRightsOfAll {
    return this.#current.requiredRights;
  }

  ofDomain(id: string): DomainSettings {
    const current = (): DomainVariants => {
      const { accessTokens: _, tokenSeconds: __, ...ofDomain } = this.#current.variants;
      return { ...ofDomain, ...this.#current.domainVariants.get(id) };
    };
    return {
      get variants() {
        return current();
      },
    };
  }

  clients(): readonly Client[] {
    return [...this.#current.clients.values()];
  }

  users(): readonly User[] {
    return [...this.#current.users.values()];
  }

  client(clientId: string): Client | undefined {
    return this.#current.clients.get(clientId);
  }

  /** @param account a user name, or the id of a client that uses client credentials */
  rightsOf(account: string): Rights | undefined {
    const client = this.#current.clients.get(account);
    return (
      this.#current.users.get(account)?.rights ?? (client?.flow === 'clientCredentials' ? client.rights : undefined)
    );
  }

  isPasswordOf(username: string, password: string): boolean {
    return this.#current.users.get(username)?.password === password;
  }

  changeVariants(changed: Partial<Variants>): void {
    this.#current.variants = { ...this.#current.variants, ...changed };
  }

  changeDomainVariants(domainId: string, changed: Partial<DomainVariants>): void {
    this.#current.domainVariants.set(domainId, { ...this.#current.domainVariants.get(domainId), ...changed });
  }

  changeRequiredRights(changed: Partial<RequiredRightsOfAll>): void {
    this.#current.requiredRights = { ...this.#current.requiredRights, ...changed };
  }

  putClient(client: Client): void {
    this.#current.clients.set(client.clientId, client);
  }

  changeRights(account: string, rights: Rights): void {
    const user = this.#current.users.get(account);
    const client = this.#current.clients.get(account);
    if (user !== undefined) this.putUser({ ...user, rights });
    else if (client?.flow === 'clientCredentials') this.putClient({ ...client, rights });
  }

  putUser(user: User): void {
    this.#current.users.set(user.username, user);
  }
}
