/** Texts of the rows of past attempts and of stays that have ended. */
import type { AttemptState, CaseStay } from '../../../core/ports/case-projection.ts';
import { type ExpectedAttempt, packAttempt, type PackedAttempt, unpackAttempt } from './packed-attempt.ts';
import { packStay, type PackedStay, unpackStay } from './packed-stay.ts';

export interface AttemptRow {
  readonly number: number;
  readonly state: string;
}

export interface EndedStayRow {
  readonly from: number;
  readonly to: number;
  readonly seq: number;
  readonly state: string;
}

export function serializeAttempt(attempt: AttemptState): string {
  return JSON.stringify(packAttempt(attempt, expectedAttempt(attempt.number)));
}

export function parseAttempt({ number, state }: AttemptRow): AttemptState {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a text of ours, made by `serializeAttempt`
  return unpackAttempt(JSON.parse(state) as PackedAttempt, expectedAttempt(number));
}

export function serializeStay(stay: CaseStay): string {
  return JSON.stringify(packStay(stay, expectedStay(stay.from, stay.to ?? stay.from, stay.fromSeq)));
}

export function parseStay({ from, to, seq, state }: EndedStayRow): CaseStay {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a text of ours, made by `serializeStay`
  return unpackStay(JSON.parse(state) as PackedStay, expectedStay(from, to, seq));
}

function expectedAttempt(number: number): ExpectedAttempt {
  const names = { outcome: 'succeeded', operation: null, errorCode: null, errorCodes: null } as const;
  return { ...names, number, iccid: null, countryCode: null, to: 0, lastSeq: 0, isPast: true };
}

function expectedStay(from: number, to: number, fromSeq: number) {
  const nothing = { cause: null, consequence: null, countryCode: null, failedResources: 0, resources: 0 };
  return { ...nothing, from, to, fromSeq };
}
