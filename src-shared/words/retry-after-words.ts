/** Formats the wait that the service asked for, rounded up so that the next request is never too early. */
export function retryAfterWords(retryAfterMs: number): string {
  const seconds = Math.ceil(retryAfterMs / 1_000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3_600)} h`;
}
