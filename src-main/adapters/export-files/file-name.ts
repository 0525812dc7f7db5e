/** Allows only export names that every system accepts and that hide nothing. */
import { ABOUT_SUFFIX, PART_SUFFIX } from './export-file.ts';

/** Windows treats these names as devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(\.|$)/i;
/** Separators, characters that Windows refuses, and those that are invisible or reverse the reading direction. */
const FORBIDDEN = /[/\\:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;
/** Fits the limit of nearly every system, with room for suffixes and a number. */
const MAX_NAME_BYTES = 220;

export function isFileName(name: string): boolean {
  return (
    name !== '' &&
    !name.startsWith('.') &&
    !name.startsWith(' ') &&
    !/[. ]$/.test(name) &&
    !FORBIDDEN.test(name) &&
    !DEVICE.test(name) &&
    !name.toLowerCase().endsWith(PART_SUFFIX) &&
    !name.toLowerCase().endsWith(ABOUT_SUFFIX) &&
    Buffer.byteLength(name) <= MAX_NAME_BYTES
  );
}

export function numberedName(name: string, number: number): string {
  if (number === 1) return name;
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? `${name} (${number})` : `${name.slice(0, dot)} (${number})${name.slice(dot)}`;
}
