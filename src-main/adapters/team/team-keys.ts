/** Keeps the seed of a member's nkey in the vault, bound to the log, the member and the servers that it is for. */
import * as z from 'zod';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import type { TeamSettings } from '../../../src-shared/domain/profile/team-settings.ts';
import { parseJsonOrNull } from '../../../src-shared/lib/parse-json.ts';
import type { Vault } from '../../core/ports/vault.ts';

type KeyBinding = Pick<TeamSettings, 'log' | 'member' | 'servers'>;

export interface TeamKeys {
  /** Null if there is none for these servers. @throws AppError KEYCHAIN_UNAVAILABLE, VAULT_… */
  read(profile: ProfileId, binding: KeyBinding, signal: AbortSignal): Promise<string | null>;
  /** @throws AppError KEYCHAIN_UNAVAILABLE, VAULT_…; then nothing is stored */
  write(profile: ProfileId, binding: KeyBinding, seed: string, signal: AbortSignal): Promise<void>;
  /** @throws AppError if the vault cannot be written */
  remove(profile: ProfileId): Promise<void>;
}

const storedSchema = z.object({ binding: z.string(), seed: z.string() });

export function createTeamKeys(vault: Vault): TeamKeys {
  return {
    async read(profile, binding, signal) {
      const entry = await vault.read(profile, 'team-key', signal);
      const stored = entry && storedSchema.safeParse(parseJsonOrNull(entry.text)).data;
      return stored?.binding === bindingText(binding) ? stored.seed : null;
    },
    async write(profile, binding, seed, signal) {
      await vault.write(profile, 'team-key', JSON.stringify({ binding: bindingText(binding), seed }), 'store', signal);
    },
    async remove(profile) {
      await vault.remove(profile, 'team-key');
    },
  };
}

function bindingText({ log, member, servers }: KeyBinding): string {
  return JSON.stringify([log, member, servers.toSorted()]);
}
