/** Matches what nginx, Apache httpd, Tomcat and IIS write into an answer with status 400. */
const TOO_LARGE = /request header\b[^.<]{0,40}\b(?:too large|exceeds)|size of the request headers is too long/i;

/** Only the token makes headers large. Source: RFC 6585 section 5. */
export function refusesLargeHeader(status: number, body: string | null): boolean {
  return status === 431 || (status === 400 && TOO_LARGE.test(body ?? ''));
}
