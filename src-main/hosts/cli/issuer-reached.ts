/**
 * Whether the issuer's address can be reached at all, looked at before anybody is sent there: who waits for a page that
 * cannot come up would wait for five minutes. Nothing is sent.
 */
import { appError } from '../../../src-shared/api/errors.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import { placeOf } from '../../core/connection-test/places.ts';
import { notReached } from '../../core/connection-test/reach-findings.ts';
import { type ConnectionProbe, ProbeFailure } from '../../core/ports/connection-probe.ts';

/** A server that is there answers in a fraction of this. */
const REACHED_WITHIN_MS = 5_000;

/** @throws AppError SIGN_IN_FAILED (`unreachable`; `cancelled` where told to stop), BAD_PROFILE */
export async function issuerReached(
  probe: Pick<ConnectionProbe, 'connect' | 'proxyOf'>,
  profile: ConnectionProfile,
  told: AbortSignal,
): Promise<void> {
  const late = AbortSignal.timeout(REACHED_WITHIN_MS);
  const either = AbortSignal.any([told, late]);
  try {
    await probe.connect(profile, profile.authUrl, either);
  } catch (error) {
    if (told.aborted)
      throw appError('SIGN_IN_FAILED', { profile: profile.name, problem: 'cancelled' }, { cause: error });
    const failure = late.aborted ? TOO_LATE : error;
    if (!(failure instanceof ProbeFailure)) throw failure;
    const proxy = await probe.proxyOf(profile, profile.authUrl, told).catch(() => null);
    const finding = notReached(failure, placeOf(profile, 'sign-in'), proxy);
    const facts = { profile: profile.name, problem: 'unreachable', code: failure.code, finding } as const;
    throw appError('SIGN_IN_FAILED', facts, { cause: error });
  }
}

const TOO_LATE = new ProbeFailure({ code: 'TIMEOUT', about: 'time', detail: 'no answer in time' });
