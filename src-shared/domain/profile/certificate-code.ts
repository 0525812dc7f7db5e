/** OpenSSL's errors about a certificate, as Node names them. */
const CERTIFICATE_CODE =
  /CERT|^CRL_|^HOSTNAME_MISMATCH$|^INVALID_(?:CA|PURPOSE)$|^PATH_LENGTH_EXCEEDED$|^UNABLE_TO_(?:GET|VERIFY|DECODE|DECRYPT)/;

/** False for a code of the TLS library itself, such as an interrupted handshake. */
export function isCertificateCode(code: string): boolean {
  return CERTIFICATE_CODE.test(code) && !code.startsWith('ERR_SSL_');
}
