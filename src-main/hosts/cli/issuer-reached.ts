/**
 * Whether the issuer's address can be reached at all, looked at before anybody is sent there: who waits for a page that
 * cannot come up would wait for five minutes. Nothing is sent.
 */
import { appError } from '../../../src-shared/api/errors.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import { type ConnectionProbe, ProbeFailure } from '../../core/ports/connection-probe.ts';

/** A server that is there answers in a fraction of this. */
const REACHED_WITHIN_MS = 5_000;

/** @throws AppError SIGN_IN_FAILED (`unreachable`; `cancelled` where told to stop), BAD_PROFILE */
export async function issuerReached(
  probe: Pick<ConnectionProbe, 'connect'>,
  profile: ConnectionProfile,
  told: AbortSignal,
): Promise<void> {
  const late = AbortSignal.timeout(REACHED_WITHIN_MS);
  const failed = (problem: 'cancelled' | 'unreachable', more: { code?: string } = {}, cause?: unknown) =>
    appError('SIGN_IN_FAILED', { profile: profile.name, problem, ...more }, { cause });
  try {
    await probe.connect(profile, profile.authUrl, AbortSignal.any([told, late]));
  } catch (error) {
    if (told.aborted) throw failed('cancelled', {}, error);
    if (late.aborted) throw failed('unreachable', { code: 'TIMEOUT' }, error);
    throw error instanceof ProbeFailure ? failed('unreachable', { code: error.code }, error) : error;
  }
}
