/** The media type alone, and only where it looks like one: the header is the other side's text (RFC 9110, 8.3). */
export function mediaTypeOf(contentType: string | null): string | null {
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}/.exec(contentType ?? '')?.[0] ?? null;
}
