/** Made at the first use, because it takes as long as loading ten modules. */
let regionNames: Intl.DisplayNames | undefined;

/** Codes that have a name, but that ISO 3166-1 only reserves or leaves to users. XK is Kosovo everywhere. */
const RESERVED: ReadonlySet<string> = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));
const NOT_IN_ISO = 'not in ISO 3166-1';

/** A withdrawn code (AN, SU) has no name, because it may mean another country than its successor. */
export function countryName(code: string | null): string | null {
  if (code === null || !/^[A-Z]{2}$/.test(code)) return null;
  regionNames ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const name = regionNames.of(code) ?? NOT_IN_ISO;
  return RESERVED.has(code) || isReplaced(code) ? NOT_IN_ISO : name;
}

/** Returns the name of a country, or a code without a name and why it has none; null as in `countryName`. */
export function countryLabel(code: string | null): string | null {
  const name = countryName(code);
  return name === NOT_IN_ISO ? `${code} (${name})` : name;
}

/** Withdrawn codes, and UK, have a successor in every language tag. */
function isReplaced(code: string): boolean {
  const tag = `und-${code}`;
  return Intl.getCanonicalLocales(tag)[0] !== tag;
}
