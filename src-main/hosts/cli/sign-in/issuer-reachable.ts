/** Connects to the issuer first: otherwise the user would wait 5 minutes for a page that cannot load. */
import { appError } from '../../../../src-shared/api/errors.ts';
import type { ConnectionProfile } from '../../../../src-shared/domain/profile/profile.ts';
import { profileAddressOf } from '../../../core/connection-findings/profile-addresses.ts';
import { unreachableFinding } from '../../../core/connection-findings/network-findings.ts';
import { type ConnectionProbe, ProbeFailure } from '../../../core/ports/connection-probe.ts';

const CONNECT_TIMEOUT_MS = 5_000;

/** @throws AppError SIGN_IN_FAILED (`unreachable`; `cancelled` if `stopSignal` aborts), BAD_PROFILE */
export async function checkIssuerReachable(
  probe: Pick<ConnectionProbe, 'connect' | 'proxyOf'>,
  profile: ConnectionProfile,
  stopSignal: AbortSignal,
): Promise<void> {
  const timeout = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
  const either = AbortSignal.any([stopSignal, timeout]);
  try {
    await probe.connect(profile, profile.authUrl, either);
  } catch (error) {
    if (stopSignal.aborted)
      throw appError('SIGN_IN_FAILED', { profile: profile.name, problem: 'cancelled' }, { cause: error });
    const failure = timeout.aborted ? TIMED_OUT : error;
    if (!(failure instanceof ProbeFailure)) throw failure;
    const proxy = await probe.proxyOf(profile, profile.authUrl, stopSignal).catch(() => null);
    const finding = unreachableFinding(failure, profileAddressOf(profile, 'sign-in'), proxy);
    const details = { profile: profile.name, problem: 'unreachable', code: failure.code, finding } as const;
    throw appError('SIGN_IN_FAILED', details, { cause: error });
  }
}

const TIMED_OUT = new ProbeFailure({ code: 'TIMEOUT', about: 'time', detail: 'no answer in time' });
