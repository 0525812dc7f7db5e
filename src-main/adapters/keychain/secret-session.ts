/**
 * Encrypts secrets on the bus: Diffie-Hellman over the second Oakley group (RFC 2409, 6.2), HKDF with SHA-256, AES-128
 * in CBC mode. Uses bigint, because BoringSSL in Electron has no such group.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export const SESSION_ALGORITHM = 'dh-ietf1024-sha256-aes128-cbc-pkcs7';

const PRIME = BigInt(
  '0xffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404ddef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7edee386bfb5a899fa5ae9f24117c4b1fe649286651ece65381ffffffffffffffff',
);
const GENERATOR = 2n;
const PRIME_BYTES = 128;
const AES_BYTES = 16;
const CIPHER = 'aes-128-cbc';

/** Value and parameters of the `Secret` structure of the API. */
interface EncryptedSecret {
  readonly iv: Buffer;
  readonly value: Buffer;
}

export interface SecretCipher {
  encrypt(secret: string): EncryptedSecret;
  /** @throws Error if it was not encrypted in this session */
  decrypt(encrypted: EncryptedSecret): string;
}

export function createKeyExchange() {
  const exponent = bigintOf(randomBytes(PRIME_BYTES));
  return {
    publicKey: bytesOf(power(GENERATOR, exponent)),
    cipherWith(serviceKey: Buffer): SecretCipher {
      const shared = bytesOf(power(bigintOf(serviceKey), exponent));
      const key = Buffer.from(hkdfSync('sha256', shared, '', '', AES_BYTES));
      return {
        encrypt(secret) {
          const iv = randomBytes(AES_BYTES);
          const cipher = createCipheriv(CIPHER, key, iv);
          return { iv, value: Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]) };
        },
        decrypt({ iv, value }) {
          const cipher = createDecipheriv(CIPHER, key, iv);
          return Buffer.concat([cipher.update(value), cipher.final()]).toString('utf8');
        },
      };
    },
  };
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % PRIME;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % PRIME;
    square = (square * square) % PRIME;
  }
  return result;
}

function bigintOf(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex') || '0'}`);
}

function bytesOf(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(PRIME_BYTES * 2, '0'), 'hex');
}
