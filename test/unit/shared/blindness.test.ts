import { expect, test } from 'vitest';
import { withBlindness } from '../../../src-shared/api/stream/blindness.ts';

const watching = { kind: 'watching', since: 0, lastEventAt: 1_000, lastHeartbeatAt: null } as const;
const causeOf = (team: object) => {
  const status = withBlindness({ ...watching, ...team }, 10_000, 5_000);
  return status.kind === 'blind' ? status.cause : 'not blind';
};

test('[TEAM-152] the silence of a follower is that of its holder, and any other silence is that of the stream', () => {
  expect(causeOf({ team: { kind: 'following', holder: "Anna's desk" } })).toMatchObject({
    kind: 'holder-silent',
    code: 'NO_EVENTS',
    holder: "Anna's desk",
  });
  expect(causeOf({ team: { kind: 'holding', followers: 1 } })).toBeNull();
  expect(causeOf({})).toBeNull();
});
