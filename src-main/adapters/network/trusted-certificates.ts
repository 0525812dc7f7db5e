/**
 * Whom a TLS connection trusts: the authorities that Node brings, those of this computer, and a profile's own on top.
 * A company's own authority is in the computer's store, which Node alone does not look into.
 */
import { X509Certificate } from 'node:crypto';
import { createSecureContext, getCACertificates, rootCertificates, type SecureContext } from 'node:tls';
import { appError } from '../../../src-shared/api/errors.ts';
import { isNotPlain, readPlainText } from '../files/plain-file.ts';

/** A bundle of every public authority has a fifth of this. */
const MAX_CA_FILE_BYTES = 1_048_576;

/** A context takes 70 ms and a megabyte, so the process makes each of them once. The key says which authorities it trusts. */
const contexts = new Map<string, SecureContext>();

/** Reads the file each time, so that a renewed one counts at the next connection. @throws AppError BAD_PROFILE */
export async function trustedContext(caFile: string | null): Promise<SecureContext> {
  const further = caFile === null ? [] : await readCertificates(caFile);
  return cachedContext(further.join('\n'), () => [
    ...new Set([...getCACertificates('default'), ...systemCertificates(), ...further]),
  ]);
}

/** Trusts the authorities that Node brings, and no other. */
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

/** A store that cannot be looked into trusts nobody, which must not keep those from working who do not need it. */
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

/** `null` where one of them is none: TLS would pass over it in silence. */
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
