import type { Grant, GrantSource } from '../../src-main/core/ports/grants.ts';

/** Gives the grant that a test has set, or never answers. */
export class SettableGrants implements GrantSource {
  grant: Grant | 'never' = { kind: 'client-credentials', clientSecret: 'secret' };
  reads = 0;
  async read(): Promise<Grant> {
    this.reads += 1;
    return this.grant === 'never' ? new Promise(() => undefined) : this.grant;
  }
  /** How often the issuer took what was read. */
  acceptances = 0;
  async accepted(): Promise<void> {
    this.acceptances += 1;
  }
}
