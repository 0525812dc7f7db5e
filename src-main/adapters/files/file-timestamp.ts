/**
 * Formats a time as UTC without colons, which some file systems do not allow in names: `2026-11-22T004208.123Z`. @param
 * at UTC epoch ms
 */
export function fileTimestamp(at: number): string {
  return new Date(at).toISOString().replaceAll(':', '');
}
