import type { WatchSnapshot } from '../../src-shared/api/watch.ts';
import { type ConnectionProfile, heartbeatLimits } from '../../src-shared/domain/profile/profile.ts';

export function watchedLabel(of: {
  readonly profile: ConnectionProfile;
  readonly practice: boolean;
  readonly domain: string | null;
}): WatchSnapshot['profile'] {
  const { id, name, eventsUrl } = of.profile;
  const { practice, domain } = of;
  return { id, name, practice, eventsUrl, domain, heartbeat: heartbeatLimits(of.profile) };
}
