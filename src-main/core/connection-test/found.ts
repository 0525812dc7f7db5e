/** What one check has come to. */
import type { Finding } from '../../../src-shared/api/connection-findings.ts';

export interface Found {
  readonly state: 'good' | 'warned' | 'failed' | 'skipped';
  readonly finding: Finding;
}

export const good = (finding: Finding): Found => ({ state: 'good', finding });
export const warned = (finding: Finding): Found => ({ state: 'warned', finding });
export const failed = (finding: Finding): Found => ({ state: 'failed', finding });
export const skipped = (finding: Finding): Found => ({ state: 'skipped', finding });

export const NOT_TRIED = skipped({ key: 'not-tried', facts: {} });
export const FAULT = failed({ key: 'fault', facts: {} });
