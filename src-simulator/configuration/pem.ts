import { createPrivateKey, X509Certificate } from 'node:crypto';
import { ConfigurationMistake } from './mistakes.ts';
import { readText } from './text-file.ts';

/** @throws ConfigurationMistake if a file cannot be read, or if the key does not belong to the certificate */
export function readPem(certPath: string, keyPath: string): { cert: string; key: string } {
  const cert = readText(certPath);
  const key = readText(keyPath);
  const certificate = read(certPath, 'a PEM certificate', () => new X509Certificate(cert));
  const privateKey = read(keyPath, 'a PEM private key without a password', () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey))
    throw new ConfigurationMistake(`${keyPath} is not the key of ${certPath}`);
  return { cert, key };
}

function read<Content>(path: string, expected: string, parse: () => Content): Content {
  try {
    return parse();
  } catch (error) {
    throw new ConfigurationMistake(`${path} is not ${expected}`, { cause: error });
  }
}
