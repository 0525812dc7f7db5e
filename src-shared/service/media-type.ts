/** Without parameters; null if it does not look like one: text from the other side (RFC 9110, 8.3). */
export function mediaTypeOf(contentType: string | null): string | null {
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}/.exec(contentType ?? '')?.[0] ?? null;
}
