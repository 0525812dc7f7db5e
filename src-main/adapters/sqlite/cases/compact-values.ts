/**
 * Short forms of the values in a packed attempt, stay or report. 0 means "as expected" in all of them, and zeros at the
 * end of a list are not stored.
 */

/**
 * For a time or a seq: 0 if it is the expected one, 1 if there is none. Otherwise the difference to the expected one: plus 1
 * if earlier, negative if later.
 */
export function packNumber(value: number | null, expected: number): number {
  if (value === null) return 1;
  const before = expected - value;
  return before > 0 ? before + 1 : before;
}

export function unpackNumber(packed: number, expected: number): number | null {
  if (packed === 1) return null;
  return packed > 1 ? expected - packed + 1 : expected - packed;
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

const NANOSECONDS_LENGTH = '2026-11-21T12:47:31.882000000Z'.length;

export type PackedInstant = number | string | readonly [milliseconds: number, nanoseconds: number];

/** An exact time in the format of `printInstant`: its milliseconds as by `packNumber`, and the nanoseconds after them. */
export function packInstant(text: string | null, expected: number): PackedInstant {
  if (text === null) return 1;
  if (text.length !== NANOSECONDS_LENGTH) return text;
  const at = Date.parse(`${text.slice(0, 23)}Z`);
  const rest = Number(text.slice(23, -1));
  if (Number.isNaN(at) || printInstant(at, rest) !== text) return text;
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
