/** English country names by ISO 3166 code. */
const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** "Sweden"; null if no country has that code. */
export function countryName(code: string | null): string | null {
  return code !== null && /^[A-Z]{2}$/.test(code) ? (regionNames.of(code) ?? null) : null;
}
