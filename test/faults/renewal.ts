/** Renews the token of a personal sign-in with the issuer, grants and vault of the product. */
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
import { connectionProfileSchema } from '../../src-shared/domain/profile/profile.ts';
import { SilentLog } from '../doubles/silent-log.ts';

interface Renewal {
  readonly folder: string;
  /** Called when the issuer has answered and nothing is written yet. */
  readonly onResponse?: () => void;
  readonly ready: () => Promise<void>;
}

/** @returns the token, or the reason why there is none */
export async function renewal({ folder, onResponse, ready }: Renewal): Promise<string> {
  const profile = connectionProfileSchema.parse(JSON.parse(readFileSync(join(folder, 'profile.json'), 'utf8')));
  const vault = createVault({
    keys: createKeyFileKeys(join(folder, 'key')),
    directoryOf: (id) => join(folder, 'profiles', id),
  });
  const grants = createGrants({ vault, fromEnvironment: undefined, bindings: createSecretBindings(folder) }).of(
    profile,
  );
  const real = createOpenidTokenIssuer({ network: createNetwork({ env: {} }) });
  const issuer: TokenIssuer = {
    ...real,
    async refresh(...parameters) {
      const tokens = await real.refresh(...parameters);
      onResponse?.();
      return tokens;
    },
  };
  const { signal } = new AbortController();
  try {
    const grant = await grants.read(signal);
    if (grant.kind !== 'authorization-code') return grant.kind === 'none' ? grant.why.code : grant.kind;
    await ready();
    const options = { profile, issuer, grants, clock: createSystemClock(), log: new SilentLog(), signal };
    return (await personalGrant(options, grant, grant.current.accessToken)).accessToken;
  } catch (error) {
    if (!(error instanceof TokenError) || error.refusal.kind !== 'no-grant') throw error;
    return `${error.refusal.why.code} ${JSON.stringify(error.refusal.why.facts)}`;
  } finally {
    await vault.close();
  }
}
