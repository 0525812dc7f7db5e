const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

export function countryName(code: string | null): string | null {
  return code !== null && /^[A-Z]{2}$/.test(code) ? (regionNames.of(code) ?? null) : null;
}
