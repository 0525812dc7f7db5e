/**
 * Looks at one profile from this computer, step by step: which step fails says what a person can do. A stream that is
 * being watched is never disturbed by its own test: its steps are answered from what the watch sees.
 */
import type { ConnectionReport } from '../../../src-shared/api/connection-test.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import type { GrantSource } from '../ports/grants.ts';

export interface TestedProfile {
  readonly profile: ConnectionProfile;
  readonly grants: GrantSource;
}

export interface ConnectionTests {
  /** The whole report at each change of it; ends with the last step. Everything opened is closed by then. */
  run(tested: TestedProfile, signal: AbortSignal): AsyncGenerator<ConnectionReport, void, undefined>;
}
