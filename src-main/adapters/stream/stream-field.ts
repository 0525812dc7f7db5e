/** Determines a line's field (WHATWG HTML 9.2.6). Comments and other field names have no effect: `none`. */
export type StreamField = 'data' | 'event' | 'id' | 'retry' | 'none';

/** Length of the longest field name with its colon, `event:` or `retry:`. This many bytes decide the field. */
export const decidingBytes = 6;

const colon = 0x3a;
const fieldsByFirstByte: Readonly<Record<number, { readonly field: StreamField; readonly name: Uint8Array }>> = {
  0x64: { field: 'data', name: Buffer.from('data') },
  0x65: { field: 'event', name: Buffer.from('event') },
  0x69: { field: 'id', name: Buffer.from('id') },
  0x72: { field: 'retry', name: Buffer.from('retry') },
};

export function streamFieldOf(bytes: Uint8Array, start: number, end: number): StreamField {
  const candidate = fieldsByFirstByte[bytes[start] ?? 0];
  if (candidate === undefined) return 'none';
  const { field, name } = candidate;
  const length = end - start;
  if (length < name.length) return 'none';
  for (let at = 1; at < name.length; at++) {
    if (bytes[start + at] !== name[at]) return 'none';
  }
  return length === name.length || bytes[start + name.length] === colon ? field : 'none';
}

/** Returns where the value of a line begins: after the name, the colon and one space, if present. */
export function fieldValueStart(bytes: Uint8Array, start: number, end: number, field: StreamField): number {
  const afterColon = start + field.length + 1;
  if (afterColon >= end) return end;
  return bytes[afterColon] === 0x20 ? afterColon + 1 : afterColon;
}
