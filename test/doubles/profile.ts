import { profileIdSchema } from '../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile/profile.ts';

export const someProfile: ConnectionProfile = {
  id: profileIdSchema.parse('acme-europe'),
  name: 'Acme Europe',
  baseUrl: 'https://api.example.com',
  eventsUrl: 'https://events.example.com',
  authUrl: 'https://auth.example.com',
  realm: 'iot',
  clientId: 'watchfloor',
  flow: 'clientCredentials',
  clientAuthentication: 'basic',
  heartbeatSeconds: 30,
  attemptSilenceMinutes: 30,
  keepDays: { failures: 365, successes: 90, heartbeats: 7, searches: 30 },
  proxy: 'environment',
  watchAtStart: true,
  pageRules: [],
};
