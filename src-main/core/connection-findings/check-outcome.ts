import type { Finding } from '../../../src-shared/api/connection-findings.ts';

export interface CheckOutcome {
  readonly state: 'good' | 'warned' | 'failed' | 'skipped';
  readonly finding: Finding;
}

export const passed = (finding: Finding): CheckOutcome => ({ state: 'good', finding });
export const warned = (finding: Finding): CheckOutcome => ({ state: 'warned', finding });
export const failed = (finding: Finding): CheckOutcome => ({ state: 'failed', finding });
export const skipped = (finding: Finding): CheckOutcome => ({ state: 'skipped', finding });

export const NOT_TRIED = skipped({ key: 'not-tried', facts: {} });
export const FAULT = failed({ key: 'fault', facts: {} });
