/** The configuration as it is now: what may change while the simulator runs is read from here when it is needed. */
import type { Configuration, Rights, Variants } from './configuration.ts';

export class Settings {
  readonly configuration: Configuration;
  #variants: Variants;
  readonly #rights: ReadonlyMap<string, Rights>;

  constructor(configuration: Configuration) {
    this.configuration = configuration;
    this.#variants = configuration.variants;
    this.#rights = new Map([
      ...configuration.machineClients.map(({ clientId, rights }) => [clientId, rights] as const),
      ...configuration.users.map(({ username, rights }) => [username, rights] as const),
    ]);
  }

  get variants(): Variants {
    return this.#variants;
  }

  changeVariants(changed: Partial<Variants>): void {
    this.#variants = { ...this.#variants, ...changed };
  }

  /** `account`: a user name, or the client id where a client signed in for itself. */
  rightsOf(account: string): Rights | undefined {
    return this.#rights.get(account);
  }

  isPasswordOf(username: string, password: string): boolean {
    return this.configuration.users.some((user) => user.username === username && user.password === password);
  }
}
