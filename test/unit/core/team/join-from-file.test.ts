/** Tests what a join file does before and after the checks on the servers, which `test/journeys/team.test.ts` runs. */
import { NO_POLICY } from '../../../../src-shared/api/policy/policy.ts';
import { describe, expect, test } from 'vitest';
import { joinFromFile } from '../../../../src-main/core/team/joining/join-from-file.ts';
import type { MemberCheck, TeamJoins } from '../../../../src-main/core/ports/team-log.ts';
import type { ConnectionProfile } from '../../../../src-shared/domain/profile/profile.ts';
import { joinChecks, joinProblemWords } from '../../../../src-shared/words/team/join-words.ts';
import { someProfile } from '../../../doubles/profile.ts';

const KEY = `SU${'A'.repeat(56)}`;
const NEVER = new AbortController().signal;
const JOIN_FILE = {
  watchfloorTeam: 1,
  log: 'k3v9k3v9',
  servers: ['nats://127.0.0.1:4222'],
  member: 'ben-desk',
  name: "Ben's desk",
  role: 'desk',
  mayHold: true,
  leaseSeconds: 6,
  key: KEY,
  authorities: 'PEM',
};
const { key: _, authorities: __, watchfloorTeam: ___, ...TEAM } = JOIN_FILE;
const LIMITS = {
  bytes: 0,
  maxBytes: 1e10,
  maxEntryBytes: 1e6,
  oldestAt: null,
  maxAgeMs: null,
  copies: 3,
  dropsOldest: false,
  version: '2.11.0',
};
const EMPTY_LOG: MemberCheck = {
  kind: 'reached',
  identity: { id: 'k3v9k3v9', created: '2026-11-29' },
  first: 1,
  last: 0,
};

/** Records what is changed, in its order. */
function desk(check: MemberCheck = EMPTY_LOG, newestSeq = 0) {
  const did: string[] = [];
  const joins: TeamJoins = {
    onSecret: (key) => did.push(`hide ${key}`),
    check: async () => check,
    open: async () => ({ read: async function* none() {}, close: async () => undefined }),
    limits: async () => LIMITS,
    keepAuthorities: async (_id, authorities) => {
      did.push(`write ${authorities}`);
      return { caFile: '/store/team-ca.pem', undo: async () => void did.push('restore authorities') };
    },
    store: async () => ({ lineage: 'own', events: newestSeq, newestSeq }),
    setAside: () => '/data/before-team',
    refuseWhileWatched: () => undefined,
    writeKey: async (_id, _team, key) => void did.push(`store ${key}`),
    removeKey: async () => void did.push('remove key'),
  };
  return { did, joins };
}

const request = (text: string, changes: Partial<ConnectionProfile> = {}, startedWith: string | null = null) => ({
  profile: { ...someProfile, ...changes },
  text,
  startedWith,
  policy: NO_POLICY,
});

describe('[TEAM-180] a file that is no join file of this computer is refused with one thing to do', () => {
  const { key, ...withoutKey } = JOIN_FILE;
  test.each([
    ['an empty file', '', /not complete JSON\. Copy it again/],
    ['a file that was cut off', JSON.stringify(JOIN_FILE).slice(0, -20), /not complete JSON\. Copy it again/],
    ['another JSON file', '{"name":"package"}', /no join file.*add-member/],
    ['a list', '[1]', /no join file/],
    ['a profile', JSON.stringify(someProfile), /is a profile, not a join file/],
    ['the file of the administrator', JSON.stringify({ watchfloorTeam: 1, adminKey: KEY }), /administrator.*Delete it/],
    ['a newer join file', JSON.stringify({ ...JOIN_FILE, watchfloorTeam: 2 }), /another version\. Update Watchfloor/],
    ['a join file with a new field', JSON.stringify({ ...JOIN_FILE, site: 1 }), /another version\. Update Watchfloor/],
    ['a damaged key', JSON.stringify({ ...JOIN_FILE, key: `${key}x` }), /its "key" is wrong\. Ask the administrator/],
    ['a missing key', JSON.stringify(withoutKey), /its "key" is wrong/],
    [
      'a plain server elsewhere',
      JSON.stringify({ ...JOIN_FILE, servers: ['nats://nats.noc'] }),
      /its "servers" is wrong/,
    ],
  ])('%s', async (_name, text, words) => {
    const { did, joins } = desk();
    const report = await joinFromFile(joins, request(text), async () => void did.push('commit'), NEVER);
    if (report.kind !== 'refused') throw new Error('The file was accepted.');
    expect(joinProblemWords(report.problem, report.member)).toMatch(words);
    expect(JSON.stringify(report)).not.toContain('SUA');
    expect(did).toEqual([]);
  });
});

test.each<[string, MemberCheck, Parameters<typeof request>[1], string | null, string]>([
  ['is in another team', EMPTY_LOG, { team: { ...TEAM, role: 'desk', log: 'other' } }, null, 'Profile'],
  ['is read from a file at each start', EMPTY_LOG, {}, '/home/ben/acme.json', 'Profile'],
  ['does not reach the servers', { kind: 'no-answer', detail: 'refused' }, {}, null, 'Servers'],
  ['has a key that the servers do not know', { kind: 'refused', detail: 'authorization' }, {}, null, 'Servers'],
  ['finds no log', { kind: 'missing' }, {}, null, 'Log'],
  ['has too few rights', { kind: 'no-right', to: 'hold' }, {}, null, 'Rights'],
])(
  '[TEAM-180] a Watchfloor that %s is refused with the check that failed, and nothing of it changes',
  async (_name, check, changes, startedWith, title) => {
    const { did, joins } = desk(check);
    const file = request(JSON.stringify(JOIN_FILE), changes, startedWith);
    const report = await joinFromFile(joins, file, async () => void did.push('commit'), NEVER);
    const checks = joinChecks(report, 0);
    const failed = checks.findIndex(({ state }) => state === 'failed');
    expect([checks[failed]?.title, new Set(checks.slice(failed + 1).map(({ state }) => state))]).toEqual([
      title,
      new Set(['skipped']),
    ]);
    expect(did.slice(1)).toEqual(title === 'Profile' ? [] : ['write PEM', 'restore authorities']);
  },
);

test('[TEAM-180] a trial changes nothing and says what becomes of the store', async () => {
  const { did, joins } = desk(EMPTY_LOG, 12);
  const report = await joinFromFile(joins, request(JSON.stringify(JOIN_FILE)), null, NEVER);
  expect(report).toMatchObject({ kind: 'can-join', store: { fit: 'starts-log', events: 12 }, setAside: null });
  expect(did).toEqual([`hide ${KEY}`, 'write PEM', 'restore authorities']);
});

test('[TEAM-23] joining writes the key into the vault first, and neither the profile nor the report has it', async () => {
  const { did, joins } = desk();
  let written = '';
  const commit = async (team: object) => {
    did.push('commit');
    written = JSON.stringify(team);
  };
  const report = await joinFromFile(joins, request(JSON.stringify(JOIN_FILE)), commit, NEVER);
  expect(report.kind).toBe('joined');
  expect(did).toEqual([`hide ${KEY}`, 'write PEM', `store ${KEY}`, 'commit']);
  expect(JSON.parse(written)).toEqual({ ...TEAM, caFile: '/store/team-ca.pem' });
  expect(written + JSON.stringify(report)).not.toContain(KEY);
});

test('[TEAM-180] a profile that cannot be written leaves no key and no authorities', async () => {
  const { did, joins } = desk();
  const commit = () => Promise.reject(new Error('the disk is full'));
  await expect(joinFromFile(joins, request(JSON.stringify(JOIN_FILE)), commit, NEVER)).rejects.toThrow('disk is full');
  expect(did.slice(2)).toEqual([`store ${KEY}`, 'remove key', 'restore authorities']);
});
