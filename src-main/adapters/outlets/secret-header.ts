export function secretHeader(auth: string | null, secret: string): Record<string, string> {
  if (auth === null) return {};
  if (auth === 'basic') return { authorization: `Basic ${base64(secret)}` };
  return auth === 'bearer' ? { authorization: `Bearer ${secret}` } : { [auth]: secret };
}

/** Texts that a response or a log must not repeat. A user name alone is none, and would match its words. */
export function secretTexts(auth: string | null, secret: string): readonly string[] {
  if (auth !== 'basic') return [secret];
  const password = secret.slice(secret.indexOf(':') + 1);
  return [base64(secret), ...(password === '' ? [] : [password])];
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
