/**
 * A point in time as the service gives it in requests: whole seconds and nanoseconds. Printed exactly, to the last
 * digit; what is no such time is `null`, never a time near it.
 * Source: `service-spec.md` "Connectivity request detailedMessage (CMP_EVENT)", `timeCreated`, `lastUpdated`.
 */

/** 0000-01-01 and 9999-12-31: beyond them a year has no four digits. */
const FIRST_SECOND = -62_167_219_200;
const LAST_SECOND = 253_402_300_799;
const MOST_NANO = 999_999_999;

/** "2026-11-21T12:47:31.882000000Z" */
export function exactTime(epochSecond: unknown, nano: unknown): string | null {
  if (!isWhole(epochSecond) || epochSecond < FIRST_SECOND || epochSecond > LAST_SECOND) return null;
  if (!isWhole(nano) || nano < 0 || nano > MOST_NANO) return null;
  const seconds = new Date(epochSecond * 1_000).toISOString().slice(0, -'.000Z'.length);
  return `${seconds}.${String(nano).padStart(9, '0')}Z`;
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
