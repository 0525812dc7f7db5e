/** Why the service cannot be asked now, in few words for a button; `null`: it can, as far as is known here. */
import type { Signal } from '../../../signal.ts';

export function whyUnavailable(signal: Signal, isReadOnly: boolean): string | null {
  if (signal.kind === 'wire-lost' || signal.kind === 'connecting') return 'Search needs Watchfloor';
  if (signal.kind === 'no-profile') return 'Search needs a profile';
  if (isReadOnly) return 'Search needs the Watchfloor that collects';
  if (signal.kind === 'sign-in-needed') return 'Search needs a sign-in';
  if ('cause' in signal && signal.kind === 'blind' && signal.cause?.kind === 'unreachable')
    return 'Search needs the service';
  return null;
}
