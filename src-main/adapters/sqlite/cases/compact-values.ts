/** Shortens packed values: 0 means "as expected" in all forms, and zeros at the end of a list are not stored. */

/** 0 if as expected, 1 if there is none, otherwise the difference: plus 1 if earlier, negative if later. */
export function packNumber(value: number | null, expected: number): number {
  if (value === null) return 1;
  const before = expected - value;
  return before > 0 ? before + 1 : before;
}

export function unpackNumber(packed: number, expected: number): number | null {
  if (packed === 1) return null;
  return packed > 1 ? expected - packed + 1 : expected - packed;
}

/** The same if most have none: 0 for none, 1 for the expected one. */
export function packRareNumber(value: number | null, expected: number): number {
  return swapZeroAndOne(packNumber(value, expected));
}

export function unpackRareNumber(packed: number, expected: number): number | null {
  return unpackNumber(swapZeroAndOne(packed), expected);
}

function swapZeroAndOne(packed: number): number {
  return packed === 0 || packed === 1 ? 1 - packed : packed;
}

export function packText(text: string | null, expected: string | null): string | 0 | null {
  return text === expected ? 0 : text;
}

export function unpackText<Text extends string | null>(packed: string | 0 | null, expected: Text): Text {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a text of ours, made by `packText`
  return (packed === 0 ? expected : packed) as Text;
}

export function packTexts(texts: readonly string[], expected: readonly string[]): readonly string[] | 0 {
  const isExpected = texts.length === expected.length && texts.every((text, index) => text === expected[index]);
  return isExpected ? 0 : texts;
}

export function unpackTexts(packed: readonly string[] | 0, expected: readonly string[]): string[] {
  return [...(packed === 0 ? expected : packed)];
}

/** Index after 1 in `values`, otherwise the text; 0 for null. */
export function packWord(text: string | null, values: readonly string[]): number | string {
  if (text === null) return 0;
  const index = values.indexOf(text);
  return index === -1 ? text : index + 1;
}

export function unpackWord<Text extends string>(packed: number | string, values: readonly Text[]): Text | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a text of ours, made by `packWord`
  return (typeof packed === 'string' ? packed : (values[packed - 1] ?? null)) as Text | null;
}

/** The format of `printInstant`, of any day from 1 to 39. */
const INSTANT = /^\d{4}-\d\d-[0-3]\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{9}Z$/;

export type PackedInstant = number | string | readonly [milliseconds: number, nanoseconds: number];

/** The milliseconds of a `printInstant` text as by `packNumber`, and the nanoseconds after them. */
export function packInstant(text: string | null, expected: number): PackedInstant {
  if (text === null) return 1;
  if (!INSTANT.test(text)) return text;
  const at = Date.parse(`${text.slice(0, 23)}Z`);
  // 30 February is another day, or none.
  if (new Date(at).getUTCDate() !== Number(text.slice(8, 10))) return text;
  const rest = Number(text.slice(23, -1));
  const packed = packNumber(at, expected);
  return rest === 0 ? packed : [packed, rest];
}

export function unpackInstant(packed: PackedInstant, expected: number): string | null {
  if (typeof packed === 'string') return packed;
  const [time, rest] = typeof packed === 'number' ? [packed, 0] : packed;
  const at = unpackNumber(time, expected);
  return at === null ? null : printInstant(at, rest);
}

function printInstant(at: number, nanoseconds: number): string {
  return `${new Date(at).toISOString().slice(0, -1)}${String(nanoseconds).padStart(6, '0')}Z`;
}

export function withoutEnd<Packed extends readonly unknown[]>(values: Packed): Packed {
  let length = values.length;
  while (length > 0 && values[length - 1] === 0) length -= 1;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every value of a packed list is optional
  return length === values.length ? values : (values.slice(0, length) as readonly unknown[] as Packed);
}
