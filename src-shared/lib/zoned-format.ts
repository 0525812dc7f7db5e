/** The rules of the runtime may be older than the world. A host that can read newer ones sets them once, at first. */
import { MINUTE_MS } from './durations.ts';

/** Returns the milliseconds that the zone is ahead of UTC at a time (UTC epoch ms); null if they are not known. */
export type ZoneRules = (zone: string, at: number) => number | null;

let newerRules: ZoneRules | null = null;

export function setNewerZoneRules(rules: ZoneRules | null): void {
  newerRules = rules;
}

export interface ZonedFormat {
  format(at: number): string;
  formatToParts(at: number): Intl.DateTimeFormatPart[];
}

export function zonedFormat(
  locale: string,
  options: Intl.DateTimeFormatOptions & { readonly timeZone: string },
): ZonedFormat {
  const { timeZone } = options;
  const own = new Intl.DateTimeFormat(locale, options);
  if (newerRules === null) return own;
  const rules = newerRules;
  let ownOffset: Intl.DateTimeFormat | undefined;
  const corrected = new Map<string, Intl.DateTimeFormat>();
  const formatAt = (at: number): Intl.DateTimeFormat => {
    const offset = rules(timeZone, at);
    const name = offset === null ? null : offsetName(offset);
    if (name === null) return own;
    ownOffset ??= new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    if (ownOffset.formatToParts(at).some(({ value }) => value === `GMT${name}`)) return own;
    const format = corrected.get(name) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: name || 'UTC' });
    corrected.set(name, format);
    return format;
  };
  return {
    format: (at) => formatAt(at).format(at),
    formatToParts: (at) => formatAt(at).formatToParts(at),
  };
}

/** Returns `GMT-05:00`; null for a zone that this runtime does not know. */
export function zoneOffsetText(zone: string, at: number): string | null {
  try {
    const format = zonedFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? null;
  } catch {
    return null;
  }
}

function offsetName(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / MINUTE_MS);
  if (minutes === 0) return '';
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${offset < 0 ? '-' : '+'}${hour}:${minute}`;
}
