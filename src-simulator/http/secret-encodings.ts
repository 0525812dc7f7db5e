export function secretEncodings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const percent = encodeURIComponent(secret.toWellFormed());
  const form = new URLSearchParams({ '': secret }).toString().slice(1);
  return [
    ...new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      percent,
      lowerHex(percent),
      encodeURIComponent(percent),
      form,
      lowerHex(form),
      hex,
      hex.toUpperCase(),
      ...inBase64(bytes),
    ]),
  ];
}

const lowerHex = (text: string) => text.replaceAll(/%[\dA-F]{2}/g, (code) => code.toLowerCase());

/** Base64 encodes three bytes as four characters, so a secret inside a longer text has one of three alignments. */
function inBase64(secret: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), secret]).toString('base64url');
    // The first and the last character can contain bits of the neighbours.
    const firstComplete = Math.ceil((before * 8) / 6);
    const completeEnd = Math.floor(((before + secret.length) * 8) / 6);
    const url = encoded.slice(firstComplete, completeEnd);
    return [url, url.replaceAll('-', '+').replaceAll('_', '/')];
  });
}
