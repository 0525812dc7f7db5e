/**
 * A process that has a person's sign-in and wants a token of it: renews what is kept, through the issuer, the grants and
 * the vault of the product, and says the token that it got or why there is none. `die`: killed when the issuer has
 * answered and nothing is written yet.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSystemClock } from '../../src-main/adapters/clock/system-clock.ts';
import { createNetwork } from '../../src-main/adapters/network/network.ts';
import { createGrants } from '../../src-main/adapters/sign-in/grants.ts';
import { createOpenidTokenIssuer } from '../../src-main/adapters/sign-in/openid-token-issuer.ts';
import { createSecretBindings } from '../../src-main/adapters/sign-in/secret-bindings.ts';
import { createKeyFileKeys } from '../../src-main/adapters/vault/key-file.ts';
import { createVault } from '../../src-main/adapters/vault/vault.ts';
import { TokenError, type TokenIssuer } from '../../src-main/core/ports/token-issuer.ts';
import { personalGrant } from '../../src-main/core/sign-in/personal-token.ts';
import { connectionProfileSchema } from '../../src-shared/domain/profile.ts';
import { SilentLog } from '../doubles/silent-log.ts';

const [folder = '', how] = process.argv.slice(2);
const profile = connectionProfileSchema.parse(JSON.parse(readFileSync(join(folder, 'profile.json'), 'utf8')));
const vault = createVault({
  keys: createKeyFileKeys(join(folder, 'key')),
  directoryOf: (id) => join(folder, 'profiles', id),
});
const grants = createGrants({ vault, fromEnvironment: undefined, bindings: createSecretBindings(folder) }).of(profile);
const real = createOpenidTokenIssuer({ network: createNetwork({ env: {} }) });
const issuer: TokenIssuer = {
  ...real,
  async refresh(...asked) {
    const answer = await real.refresh(...asked);
    if (how === 'die') process.kill(process.pid, 'SIGKILL');
    return answer;
  },
};
const { signal } = new AbortController();

async function token(): Promise<string> {
  const grant = await grants.read(signal);
  if (grant.kind !== 'authorization-code') return grant.kind === 'none' ? grant.why.code : grant.kind;
  console.log('ready');
  await new Promise((resolve) => process.stdin.once('data', resolve));
  const options = { profile, issuer, grants, clock: createSystemClock(), log: new SilentLog(), signal };
  return (await personalGrant(options, grant, grant.held.accessToken)).accessToken;
}

const said = await token().catch((error: unknown) => {
  if (!(error instanceof TokenError) || error.refusal.kind !== 'no-grant') throw error;
  return `${error.refusal.why.code} ${JSON.stringify(error.refusal.why.facts)}`;
});
console.log(said);
await vault.close();
process.exit();
