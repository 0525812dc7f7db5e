/** Proves to a restarted host that this page had a session. The private key exists only in this page's memory. */
import { type PublicPageKey, proofText } from '../../src-shared/api/page-key.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

export interface PageKey {
  /** Sends the public key to the host. Needs a session. */
  register(): Promise<void>;
  /** Gets a new session. Returns false if the host does not know this page. */
  renewSession(): Promise<boolean>;
}

export function createPageKey(post: (body: object) => Promise<Response>, origin: string): PageKey {
  let made: Promise<CryptoKeyPair> | null = null;
  const pair = () => (made ??= crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify']));

  async function publicKey(): Promise<PublicPageKey> {
    const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', (await pair()).publicKey);
    return { x, y };
  }
  return {
    async register() {
      await post({ key: await publicKey() });
    },
    async renewSession() {
      if (made === null) return false;
      const asked = await post({ challenge: true });
      if (!asked.ok) return false;
      const challenge = await asked.text();
      const text = new TextEncoder().encode(proofText(origin, challenge));
      const signed = await crypto.subtle.sign(ALGORITHM, (await pair()).privateKey, text);
      const signature = Array.from(new Uint8Array(signed), (byte) => byte.toString(16).padStart(2, '0')).join('');
      return (await post({ key: await publicKey(), challenge, signature })).ok;
    },
  };
}
