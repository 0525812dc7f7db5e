/** Formats `2026-11-22T004208.123Z`: some file systems allow no colons in names. `at`: UTC epoch ms. */
export function fileTimestamp(at: number): string {
  return new Date(at).toISOString().replaceAll(':', '');
}
