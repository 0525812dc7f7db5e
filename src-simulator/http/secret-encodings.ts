/** How one and the same secret can stand in a text: plain, in JSON, percent-encoded, in a form, in Base64, in hex. */

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

/** Within a longer text that was encoded as a whole it begins at one of three places of a group of four signs. */
function inBase64(secret: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), secret]).toString('base64url');
    // The first and the last sign can hold bits of the neighbours.
    const begin = Math.ceil((before * 8) / 6);
    const whole = Math.floor(((before + secret.length) * 8) / 6);
    const url = encoded.slice(begin, whole);
    return [url, url.replaceAll('-', '+').replaceAll('_', '/')];
  });
}
