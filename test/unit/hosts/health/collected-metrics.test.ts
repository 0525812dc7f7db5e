import { expect, onTestFinished, test } from 'vitest';
import { Health } from '../../../../src-main/hosts/health/health.ts';
import { appError } from '../../../../src-shared/api/errors.ts';
import { mountBackend } from '../../../doubles/mounted-backend.ts';
import { SilentLog } from '../../../doubles/silent-log.ts';

test('[HEALTH-2] open cases and attempts are absent while events are not stored, and back afterwards', async () => {
  const { backend, open, waitForAttempts, streams, stores, clock } = mountBackend();
  await open('Acme');
  await waitForAttempts(1);
  const health = new Health({ backend, clock, log: new SilentLog(), version: '1', blindAfterMs: 60_000 });
  onTestFinished(() => health.close());
  const shown = async () => {
    const text = health.metrics();
    // The figures of cases wait for the projection.
    await clock.advance(3_000);
    return new Set(Array.from((await text).matchAll(/^(watchfloor_\w+)/gm), ([, name]) => name));
  };
  const figures = ['watchfloor_open_cases', 'watchfloor_oldest_unassigned_seconds', 'watchfloor_attempts_total'];
  expect([...(await shown())]).toEqual(expect.arrayContaining(figures));
  const [store] = stores.stores;
  if (store === undefined) throw new Error('no store was opened');
  // A watch stops only after its events are stored.
  onTestFinished(() => void (store.failure = null));
  store.failure = appError('STORE_UNWRITABLE', { path: '/data/x', problem: 'full' });
  void streams.attempts.at(-1)?.onEvent({ kind: 'LOCALIZATION', id: 'e-1', receivedAt: clock.now(), data: '{}' });
  await clock.advance(0);
  const failing = await shown();
  expect(failing).toContain('watchfloor_storing');
  expect(figures.filter((name) => failing.has(name))).toEqual([]);
  store.failure = null;
  await clock.advance(1_000);
  expect([...(await shown())]).toEqual(expect.arrayContaining(figures));
});
