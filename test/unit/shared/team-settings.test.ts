import { expect, test } from 'vitest';
import { needsNewWatch } from '../../../src-shared/domain/profile/profile-changes.ts';
import { connectionProfileSchema } from '../../../src-shared/domain/profile/profile.ts';
import { A_TEAM } from '../../doubles/team-settings.ts';
import { someProfile } from '../../doubles/profile.ts';

const problemOf = (team: object) =>
  connectionProfileSchema.safeParse({ ...someProfile, team }).error?.issues[0]?.path.join('.') ?? 'none';

test('[TEAM-23] a profile names its team, and each field has a strict form', () => {
  expect(connectionProfileSchema.parse({ ...someProfile, team: A_TEAM }).team).toEqual({
    ...A_TEAM,
    mayHold: true,
    leaseSeconds: 6,
  });
  const problems = [
    { log: 'a log' },
    { servers: [] },
    { servers: ['nats://nats1.example:4222'] },
    { servers: ['tls://user:secret@nats1.example:4222'] },
    { member: 'Anna' },
    { name: '' },
    { name: 'Anna\u202e' },
    { role: 'boss' },
    { leaseSeconds: 1 },
    { seed: 'SUAEXAMPLE' },
  ].map((part) => problemOf({ ...A_TEAM, ...part }));
  expect(problems).toEqual([
    'team.log',
    'team.servers',
    'team.servers.0',
    'team.servers.0',
    'team.member',
    'team.name',
    'team.name',
    'team.role',
    'team.leaseSeconds',
    'team',
  ]);
});

test('[TEAM-23] a watch opens again when its team changes, and not otherwise', () => {
  const [one, other] = ['desk', 'wall'].map((role) => ({
    ...someProfile,
    team: connectionProfileSchema.parse({ ...someProfile, team: { ...A_TEAM, role } }).team,
  }));
  if (one === undefined || other === undefined) throw new Error('There are two profiles.');
  expect([needsNewWatch(one, { ...one }), needsNewWatch(one, other)]).toEqual([false, true]);
  expect(needsNewWatch(one, someProfile)).toBe(true);
  expect(needsNewWatch(one, { ...one, statusPage: 'https://e.com/feed' })).toBe(true);
});
