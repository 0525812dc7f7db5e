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

export class Settings {
  readonly configuration: Configuration;
  #variants: Variants;
  #requiredRights: RequiredRightsOfAll;
  readonly #domainVariants: Map<string, Partial<DomainVariants>>;
  readonly #clients: Map<string, Client>;
  readonly #users: Map<string, User>;

  constructor(configuration: Configuration) {
    this.configuration = configuration;
    this.#variants = configuration.variants;
    this.#requiredRights = configuration.requiredRights;
    this.#domainVariants = new Map(configuration.domains.map(({ id, variants = {} }) => [id, variants]));
    this.#clients = new Map(configuration.clients.map((client) => [client.clientId, client]));
    this.#users = new Map(configuration.users.map((user) => [user.username, user]));
  }

  get variants(): Variants {
    return this.#variants;
  }

  get requiredRights(): RequiredRightsOfAll {
    return this.#requiredRights;
  }

  ofDomain(id: string): DomainSettings {
    const current = (): DomainVariants => {
      const { secondSubscriber, itemShape, detailedMessage } = this.#variants;
      return { secondSubscriber, itemShape, detailedMessage, ...this.#domainVariants.get(id) };
    };
    return {
      get variants() {
        return current();
      },
    };
  }

  clients(): readonly Client[] {
    return [...this.#clients.values()];
  }

  users(): readonly User[] {
    return [...this.#users.values()];
  }

  client(clientId: string): Client | undefined {
    return this.#clients.get(clientId);
  }

  /** @param account a user name, or the id of a client that uses client credentials */
  rightsOf(account: string): Rights | undefined {
    const client = this.#clients.get(account);
    return this.#users.get(account)?.rights ?? (client?.flow === 'clientCredentials' ? client.rights : undefined);
  }

  isPasswordOf(username: string, password: string): boolean {
    return this.#users.get(username)?.password === password;
  }

  changeVariants(changed: Partial<Variants>): void {
    this.#variants = { ...this.#variants, ...changed };
  }

  changeDomainVariants(domainId: string, changed: Partial<DomainVariants>): void {
    this.#domainVariants.set(domainId, { ...this.#domainVariants.get(domainId), ...changed });
  }

  changeRequiredRights(changed: Partial<RequiredRightsOfAll>): void {
    this.#requiredRights = { ...this.#requiredRights, ...changed };
  }

  putClient(client: Client): void {
    this.#clients.set(client.clientId, client);
  }

  changeRights(account: string, rights: Rights): void {
    const user = this.#users.get(account);
    const client = this.#clients.get(account);
    if (user !== undefined) this.putUser({ ...user, rights });
    else if (client?.flow === 'clientCredentials') this.putClient({ ...client, rights });
  }

  putUser(user: User): void {
    this.#users.set(user.username, user);
  }
}
