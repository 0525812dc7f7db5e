import { expect, test } from 'vitest';
import { createAccessStore } from '../../src-renderer/stores/access-store.ts';
import type { SignInStatus } from '../../src-shared/api/profiles.ts';
import { accessReport } from '../doubles/access-report.ts';
import { FakePageClock } from '../doubles/fake-page-clock.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { START, watchSnapshot } from '../doubles/page-watch.ts';
import { profileEntry } from '../doubles/page-profiles.ts';

function opened() {
  const backend = new PageBackend();
  backend.pageProfiles.access = accessReport();
  const store = createAccessStore(backend, new FakePageClock(), () => START);
  store.open(watchSnapshot());
  const roles = () => store.getState().value?.roles[0] ?? null;
  return { backend, store, roles, asked: () => backend.pageProfiles.calls.length };
}
const signedIn = (as: string, since: number): SignInStatus => ({ kind: 'ready', kept: 'keychain', as, since });
const underWay: SignInStatus = { kind: 'under-way', address: 'https://auth.example.com', startedAt: 0, endsAt: 1 };
const missing: SignInStatus = {
  kind: 'missing',
  error: { code: 'SIGNED_OUT', facts: { profile: 'Acme Europe', problem: 'never' } },
};
const rule = { hides: { kind: 'screen', screen: 'data' }, needs: { kind: 'role', name: 'ADMIN' } } as const;

test('reads the rights only while a component polls or a rule needs them', async () => {
  const { store, asked } = opened();
  store.setProfile(profileEntry());
  expect(asked()).toBe(0);
  store.setProfile(profileEntry({}, { pageRules: [rule] }));
  await expect.poll(asked).toBe(1);
  store.setProfile(profileEntry());
  const stop = store.poll();
  await expect.poll(asked).toBe(2);
  stop();
});

test('[ACCESS-2] clears the rights when the user signs out, and does not show them to the next user', async () => {
  const { backend, store, roles } = opened();
  store.poll();
  store.setProfile(profileEntry({ signIn: signedIn('olivia', 1) }));
  await expect.poll(roles).toBe('NOC_OPERATOR');
  // A sign-in in progress does not clear the rights.
  store.setProfile(profileEntry({ signIn: underWay }));
  store.setProfile(profileEntry({ signIn: signedIn('olivia', 1) }));
  expect(roles()).toBe('NOC_OPERATOR');

  backend.pageProfiles.access = null;
  store.setProfile(profileEntry({ signIn: missing }));
  expect(roles()).toBe(null);
  backend.pageProfiles.access = accessReport({ roles: ['WATCHER'] });
  store.setProfile(profileEntry({ signIn: signedIn('walter', 2) }));
  await expect.poll(roles).toBe('WATCHER');
});

test('[ACCESS-2] drops an answer that was requested before another user signed in', async () => {
  const { backend, store, roles } = opened();
  store.setProfile(profileEntry({ signIn: signedIn('olivia', 1) }));
  store.poll();
  backend.pageProfiles.access = accessReport({ roles: ['WATCHER'] });
  store.setProfile(profileEntry({ signIn: signedIn('walter', 2) }));
  const seen = new Set<string | null>();
  store.subscribe(() => seen.add(roles()));
  await expect.poll(roles).toBe('WATCHER');
  expect([...seen]).toEqual(['WATCHER']);
});

test('[ACCESS-2] keeps the error until a newer answer arrives, even if the cached answer is returned again', async () => {
  const { backend, store, roles } = opened();
  store.poll();
  await expect.poll(roles).toBe('NOC_OPERATOR');
  backend.pageProfiles.failure = new Error('nobody answers');
  store.checkAgain();
  await expect.poll(() => store.getState().error?.message).toBe('nobody answers');
  backend.pageProfiles.failure = null;
  const again = store.poll();
  await expect.poll(() => backend.pageProfiles.calls.length).toBe(3);
  await expect.poll(() => store.getState().error?.message).toBe('nobody answers');
  again();
  backend.pageProfiles.access = accessReport({ checkedAt: START });
  store.checkAgain();
  await expect.poll(() => store.getState().error).toBe(null);
});

test('keeps hidden parts that the user showed until the page is closed, even after another watch was opened', () => {
  const { store } = opened();
  store.showAnyway('acme-europe screen:data');
  store.close();
  store.open(watchSnapshot());
  expect([...store.getState().shownAnyway]).toEqual(['acme-europe screen:data']);
});
