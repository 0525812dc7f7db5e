/** Keeps the secrets of outlets in the vault, each bound to the address and the header that it was given for. */
import * as z from 'zod';
import { appError } from '../../../src-shared/api/errors.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import { parseJsonOrNull } from '../../../src-shared/lib/parse-json.ts';
import type { OutletSecrets } from '../../core/ports/outlets.ts';
import type { Vault, VaultItem } from '../../core/ports/vault.ts';

/** Secrets of earlier versions are in no header. */
const storedSchema = z.object({ url: z.string(), auth: z.string().nullable().default(null), secret: z.string() });

export function createOutletSecrets(vault: Vault, profile: ProfileId): OutletSecrets {
  return {
    async read({ id, url, auth }, signal) {
      const entry = await vault.read(profile, itemOf(id), signal);
      if (entry === null) return null;
      const stored = storedSchema.safeParse(parseJsonOrNull(entry.text)).data;
      // The file was edited: the secret must not reach another receiver, or be sent where it only signed.
      if (stored?.url !== url || stored.auth !== auth) throw appError('OUTLET_SECRET_BOUND', { outlet: id });
      return stored.secret;
    },
    has: (id) => vault.has(profile, itemOf(id)),
    async write({ id, url, auth }, secret, signal) {
      await vault.write(profile, itemOf(id), JSON.stringify({ url, auth, secret }), 'store', signal);
    },
    async remove(id) {
      await vault.remove(profile, itemOf(id));
    },
  };
}

function itemOf(id: string): VaultItem {
  return `outlet-${id}`;
}
