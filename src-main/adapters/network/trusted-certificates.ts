/** Lists trusted authorities: Node's, the profile's and the computer's, which Node does not read by default. */
import { X509Certificate } from 'node:crypto';
import { createSecureContext, getCACertificates, rootCertificates, type SecureContext } from 'node:tls';
import { appError } from '../../../src-shared/api/errors.ts';
import { isNotPlain, readPlainText } from '../files/plain-file.ts';

/** Five times the size of a bundle of all public authorities. */
const MAX_CA_FILE_BYTES = 1_048_576;

/** A context takes 70 ms and a megabyte. The key identifies its authorities. */
const contexts = new Map<string, SecureContext>();

/** Reads the file each time, so that a renewed one applies to the next connection. @throws AppError BAD_PROFILE */
export async function trustedContext(caFile: string | null): Promise<SecureContext> {
  const further = caFile === null ? [] : await readCertificates(caFile);
  return cachedContext(further.join('\n'), () => [
    ...new Set([...getCACertificates('default'), ...systemCertificates(), ...further]),
  ]);
}

export function bundledContext(): SecureContext {
  return cachedContext('bundled', () => rootCertificates);
}

function cachedContext(key: string, authorities: () => readonly string[]): SecureContext {
  const known = contexts.get(key);
  if (known !== undefined) return known;
  const context = createSecureContext({ ca: [...authorities()] });
  contexts.set(key, context);
  return context;
}

/** Returns no authorities if the store cannot be read: connections that do not need them must still work. */
function systemCertificates(): string[] {
  try {
    return getCACertificates('system');
  } catch {
    return [];
  }
}

async function readCertificates(path: string): Promise<readonly string[]> {
  const text = await readPlainText(path, MAX_CA_FILE_BYTES).catch((error: NodeJS.ErrnoException) => {
    if (isNotPlain(error)) throw wrongFile(path, 'a plain PEM file of at most 1 MiB', error);
    throw wrongFile(path, `a file that can be read (${error.code ?? 'unknown'})`, error);
  });
  const certificates = certificatesIn(text);
  if (certificates === null) throw wrongFile(path, 'a PEM file with certificates');
  return certificates;
}

/** Returns null if there is no certificate or one of them is invalid, which TLS would skip silently. */
function certificatesIn(text: string): readonly string[] | null {
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]*(?:-----END CERTIFICATE-----)?/g);
  try {
    for (const certificate of certificates ?? []) void new X509Certificate(certificate);
    return certificates;
  } catch {
    return null;
  }
}

function wrongFile(path: string, expected: string, cause?: unknown): Error {
  return appError('BAD_PROFILE', { path, problem: 'ca-file', expected }, { cause });
}
