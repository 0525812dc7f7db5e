/** Reads the time zone rules of the operating system (TZif, RFC 9636), if they are newer than those of Node. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ZoneRules } from '../../../src-shared/lib/zoned-format.ts';

const ZONE_FILES = '/usr/share/zoneinfo';
const ZONE_NAME = /^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/;
const HEADER_BYTES = 44;
const TYPE_BYTES = 6;

/** Returns null if the system has no zone files, or their version is not known, or is not newer. */
export function newerZoneRules(folder = ZONE_FILES, runtimeVersion = process.versions['tz'] ?? ''): ZoneRules | null {
  const version = versionOf(folder);
  if (version === null || version <= runtimeVersion) return null;
  const zones = new Map<string, ZoneFile | null>();
  return (zone, at) => {
    const read = zones.get(zone);
    const file = read === undefined ? readZoneFile(folder, zone) : read;
    zones.set(zone, file);
    return file === null ? null : offsetAt(file, at);
  };
}

/** Returns a text such as `2026f`, which is greater for a later version. */
function versionOf(folder: string): string | null {
  try {
    return /^# version (\d{4}[a-z]+)$/m.exec(readFileSync(join(folder, 'tzdata.zi'), 'latin1'))?.[1] ?? null;
  } catch {
    return null;
  }
}

interface ZoneFile {
  /** Seconds since 1970, ascending, and the offset in seconds from each on. */
  readonly changes: readonly (readonly [from: number, offset: number])[];
  /** True if the offset goes on changing by a rule after the last change. */
  readonly continues: boolean;
}

function readZoneFile(folder: string, zone: string): ZoneFile | null {
  if (!ZONE_NAME.test(zone)) return null;
  try {
    return parseZoneFile(readFileSync(join(folder, zone)));
  } catch {
    return null;
  }
}

/** @throws RangeError if the file is cut */
function parseZoneFile(bytes: Buffer): ZoneFile | null {
  if (bytes.toString('latin1', 0, 4) !== 'TZif' || (bytes[4] ?? 0) < 0x32) return null;
  const first = countsAt(bytes, 0);
  // The first block has times of 32 bits and repeats the start of the second.
  const second = HEADER_BYTES + blockBytes(first, 4);
  const counts = countsAt(bytes, second);
  const times = second + HEADER_BYTES;
  const indexes = times + 8 * counts.times;
  const types = indexes + counts.times;
  const changes = Array.from({ length: counts.times }, (_, change) => {
    const type = bytes.readUInt8(indexes + change);
    return [Number(bytes.readBigInt64BE(times + 8 * change)), bytes.readInt32BE(types + TYPE_BYTES * type)] as const;
  });
  const footer = bytes.toString('latin1', times + blockBytes(counts, 8));
  return { changes, continues: footer.includes(',') };
}

function countsAt(bytes: Buffer, header: number) {
  const [utc = 0, standard = 0, leaps = 0, times = 0, types = 0, characters = 0] = [0, 1, 2, 3, 4, 5].map((index) =>
    bytes.readUInt32BE(header + 20 + 4 * index),
  );
  return { utc, standard, leaps, times, types, characters };
}

function blockBytes(
  { utc, standard, leaps, times, types, characters }: ReturnType<typeof countsAt>,
  timeBytes: 4 | 8,
): number {
  return times * (timeBytes + 1) + types * TYPE_BYTES + characters + leaps * (timeBytes + 4) + standard + utc;
}

/** Returns null where only the rule for later years decides, which the file may leave to its last line. */
function offsetAt({ changes, continues }: ZoneFile, at: number): number | null {
  const index = changes.findLastIndex(([from]) => from * 1_000 <= at);
  if (index === changes.length - 1 && continues) return null;
  const offset = changes[index]?.[1];
  return offset === undefined ? null : offset * 1_000;
}
