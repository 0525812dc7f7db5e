/** The configuration as it is now: what may change while the simulator runs is read from here when it is needed. */
import type {
  Configuration,
  DomainVariants,
  MachineClient,
  UserClient,
  RequiredRightsOfAll,
  Rights,
  User,
  Variants,
} from './configuration.ts';

/** What one domain's parts read: the service's variants, but for those in which this domain differs. */
export interface DomainSettings {
  readonly variants: DomainVariants;
}

type Client = MachineClient | UserClient;

export class Settings {
  /** As it was at the start. */
  readonly configuration: Configuration;
  #variants: Variants;
  #requiredRights: RequiredRightsOfAll;
  /** In what a domain differs from the service, by its id. */
  readonly #domainVariants: Map<string, Partial<DomainVariants>>;
  readonly #clients: Map<string, Client>;
  readonly #users: Map<string, User>;

  constructor(configuration: Configuration) {
    this.configuration = configuration;
    this.#variants = configuration.variants;
    this.#requiredRights = configuration.requiredRights;
    this.#domainVariants = new Map(configuration.domains.map(({ id, variants = {} }) => [id, variants]));
    this.#clients = new Map(
      [...configuration.machineClients, ...configuration.peoplesClients].map((client) => [client.clientId, client]),
    );
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

  /** `account`: a user name, or the client id where a client signed in for itself. */
  rightsOf(account: string): Rights | undefined {
    const client = this.#clients.get(account);
    return this.#users.get(account)?.rights ?? (client && 'rights' in client ? client.rights : undefined);
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

  /** Adds it, or takes the place of the one with its id. */
  putClient(client: Client): void {
    this.#clients.set(client.clientId, client);
  }

  /** Of a user, or of a client that signs in for itself. */
  changeRights(account: string, rights: Rights): void {
    const user = this.#users.get(account);
    const client = this.#clients.get(account);
    if (user !== undefined) this.putUser({ ...user, rights });
    else if (client !== undefined && 'rights' in client) this.putClient({ ...client, rights });
  }

  /** Adds it, or takes the place of the one with its name. */
  putUser(user: User): void {
    this.#users.set(user.username, user);
  }
}
