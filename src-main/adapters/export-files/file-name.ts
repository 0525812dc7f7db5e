/** Which names an export may have: those that every system takes as a name, and that show what they are. */
import { ABOUT_SUFFIX, PART_SUFFIX } from './export-file.ts';

/** Windows takes them for devices, whatever stands behind a dot. */
const DEVICE = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(\.|$)/i;
/** Separators, what Windows refuses, and what cannot be seen or turns the reading direction round. */
const FORBIDDEN = /[/\\:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;
/** Of a file's name on nearly every system, with room for what is put behind it and for a number. */
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

/** `a.jsonl`, `a (2).jsonl`, … */
export function numberedName(name: string, number: number): string {
  if (number === 1) return name;
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? `${name} (${number})` : `${name.slice(0, dot)} (${number})${name.slice(dot)}`;
}
