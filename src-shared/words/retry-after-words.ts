/** In how long a service that put somebody off wants to be asked again: never sooner than it said. */
export function retryAfterWords(retryAfterMs: number): string {
  const seconds = Math.ceil(retryAfterMs / 1_000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3_600)} h`;
}
