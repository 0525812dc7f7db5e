import type { Grant, GrantSource, PersonalGrant } from '../../src-main/core/ports/grants.ts';
import { AppError } from '../../src-shared/api/errors.ts';

/** Returns the grant that a test has set, or never answers. A renewal replaces the grant. */
export class SettableGrants implements GrantSource {
  grant: Grant | 'never' = { kind: 'client-credentials', clientSecret: 'secret', kept: 'memory' };
  reads = 0;
  async read(): Promise<Grant> {
    this.reads += 1;
    return this.grant === 'never' ? new Promise(() => undefined) : this.grant;
  }
  acceptances = 0;
  async markAccepted(): Promise<void> {
    this.acceptances += 1;
  }
  async clientSecret(): Promise<string | null> {
    const { grant } = this;
    return grant === 'never' || grant.kind === 'none' ? null : grant.clientSecret;
  }
  renewals = 0;
  async renew(request: (current: PersonalGrant) => Promise<PersonalGrant>): Promise<PersonalGrant> {
    const { grant } = this;
    if (grant === 'never') return new Promise(() => undefined);
    if (grant.kind === 'none') throw new AppError(grant.why);
    if (grant.kind === 'client-credentials') throw new Error('a client has no sign-in to renew');
    this.renewals += 1;
    const current = await request(grant.current);
    this.grant = { ...grant, current };
    return current;
  }
  readonly ended: string[] = [];
  async end(refreshToken: string): Promise<void> {
    this.ended.push(refreshToken);
  }
}
