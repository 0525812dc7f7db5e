/** Packs past attempts and stays that have ended. Their rows have columns for lists, counts and sorting. */
import type { AttemptState, CaseStay, PastAttempt } from '../../../core/ports/case-projection.ts';
import { type ExpectedAttempt, packAttempt, type PackedAttempt, unpackAttempt } from './packed-attempt.ts';
import { type ExpectedStay, packStay, type PackedStay, unpackStay } from './packed-stay.ts';

export interface AttemptRow {
  readonly number: number;
  /** End of one that failed. */
  readonly failedAt: number | null;
  readonly state: string;
}

export interface EndedStayRow {
  readonly cause: CaseStay['cause'];
  readonly from: number;
  readonly to: number;
  readonly seq: number;
  readonly state: string;
}

export function serializeAttempt(attempt: AttemptState, failedAt: number | null): string {
  return JSON.stringify(packAttempt(attempt, expectedAttempt(attempt.number, failedAt)));
}

export function parseAttempt({ number, failedAt, state }: AttemptRow): AttemptState {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list of ours, made by `serializeAttempt`
  return unpackAttempt(JSON.parse(state) as PackedAttempt, expectedAttempt(number, failedAt));
}

/** An attempt with a higher number has a row of its own, so that the row of a case stays small. */
const MAX_NUMBER_IN_CASE = 16;

/** True if the row of the case keeps it: it has no cause to be found by, and changes no other page of the database. */
export function isKeptInCase({ attempt, cause }: PastAttempt): boolean {
  return cause === null && attempt.number <= MAX_NUMBER_IN_CASE;
}

/** @returns JSON, a list; the column `past` has a comma between several */
export function serializePast(attempt: AttemptState): string {
  return `[${attempt.number},${serializeAttempt(attempt, null)}]`;
}

export function parsePast(past: string | null): AttemptState[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- lists of ours, made by `serializePast`
  const attempts = JSON.parse(`[${past ?? ''}]`) as [number, PackedAttempt][];
  return attempts.map(([number, packed]) => unpackAttempt(packed, expectedAttempt(number, null)));
}

export function serializeStay(stay: CaseStay): string {
  return JSON.stringify(packStay(stay, expectedStay(stay.cause, stay.from, stay.to ?? stay.from, stay.fromSeq)));
}

export function parseStay(
  { cause, from, to, seq, state }: EndedStayRow,
  parse: (state: string) => PackedStay = parsePacked,
): CaseStay {
  return unpackStay(parse(state), expectedStay(cause, from, to, seq));
}

function parsePacked(state: string): PackedStay {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list of ours, made by `serializeStay`
  return JSON.parse(state) as PackedStay;
}

/** Parses each text once, because most stays have one of a thousand. */
export function packedStays(): (state: string) => PackedStay {
  const known = new Map<string, PackedStay>();
  return (state) => {
    let packed = known.get(state);
    if (packed === undefined) known.set(state, (packed = parsePacked(state)));
    return packed;
  };
}

function expectedAttempt(number: number, failedAt: number | null): ExpectedAttempt {
  const names = { outcome: 'succeeded', operation: null, errorCode: null, errorCodes: null } as const;
  return { ...names, number, iccid: null, countryCode: null, to: failedAt ?? 0, lastSeq: 0, isPast: true };
}

function expectedStay(cause: CaseStay['cause'], from: number, to: number, fromSeq: number): ExpectedStay {
  const nothing = { consequence: null, countryCode: null, failedResources: 0, resources: 0 };
  return { ...nothing, cause, from, to, fromSeq };
}
