import type { Signal } from '../../../signal.ts';

export function whyUnavailable(signal: Signal, isReadOnly: boolean): string | null {
  if (signal.kind === 'wire-lost' || signal.kind === 'connecting') return 'Search needs Watchfloor';
  if (signal.kind === 'no-profile') return 'Search needs a profile';
  if (isReadOnly) return 'Search needs the Watchfloor that collects events';
  if (signal.kind === 'sign-in-needed') return 'Search needs a sign-in';
  if ('cause' in signal && signal.kind === 'blind' && signal.cause?.kind === 'unreachable')
    return 'Search needs the service';
  return null;
}
