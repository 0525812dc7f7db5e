/** Tests which components render while only time passes, and with each message of the backend. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { busyBoard } from '../doubles/busy-day.ts';
import { countRenders } from '../doubles/render-counter.ts';
import { renderWatching } from '../doubles/render-app.tsx';
import { START, watchSnapshot } from '../doubles/page-watch.ts';

const session = { kind: 'watching', since: START - 761_000 } as const;
const QUIET_FRAMES = 5;

/** Opens a screen and waits until all first answers are drawn. */
async function openQuiet(address: string) {
  const app = await renderWatching(address);
  app.backend.store(3);
  await expect.element(page.getByTestId('signal')).toMatchTextContent('Watching');
  const rendered = countRenders();
  for (let quiet = 0; quiet < QUIET_FRAMES;) {
    await new Promise(requestAnimationFrame);
    quiet = Object.keys(rendered()).length === 0 ? quiet + 1 : 0;
  }
  return { ...app, rendered };
}

const TIMES = ['Age', 'TimeOfDay'];

test.each([
  ['#/watch', [...TIMES, 'Checked']],
  ['#/timeline', TIMES],
  ['#/localizations', TIMES],
  ['#/requests', TIMES],
  ['#/coverage', [...TIMES, 'CoverageSummary']],
  ['#/subscriptions', TIMES],
  ['#/access', TIMES],
  ['#/report', TIMES],
  ['#/data', TIMES],
  ['#/settings', TIMES],
])('each second renders only the times that show seconds: %s', async (address, times) => {
  const { clock, rendered } = await openQuiet(address);
  clock.advance(1_000);
  await new Promise(requestAnimationFrame);
  expect(Object.keys(rendered())).toEqual(times.toSorted());
});

test.each(['#/watch', '#/timeline'])('a snapshot that repeats the last one renders nothing: %s', async (address) => {
  const { backend, rendered } = await openQuiet(address);
  backend.emit(watchSnapshot());
  await new Promise(requestAnimationFrame);
  expect(rendered()).toEqual({});
});

test('a board renders only the counts of the rail while no screen shows it', async () => {
  const { backend, rendered } = await openQuiet('#/coverage');
  backend.pageCases.emit(busyBoard());
  await new Promise(requestAnimationFrame);
  expect(Object.keys(rendered())).toEqual(['RailCount']);
});

test('a board renders only the groups that changed', async () => {
  const { backend, rendered } = await openQuiet('#/watch');
  backend.pageCases.emit(busyBoard());
  await expect.poll(() => rendered()['AttentionRow']).toBeGreaterThan(1);
  const { groups, ...board } = structuredClone(busyBoard());
  backend.pageCases.emit({
    ...board,
    groups: groups.map((group, index) => (index === 1 ? { ...group, open: group.open + 1 } : group)),
  });
  await new Promise(requestAnimationFrame);
  expect(rendered()).toMatchObject({ NeedsAttention: 1, AttentionRow: 1 });
});

test('a heartbeat renders only its age', async () => {
  const { backend, rendered } = await openQuiet('#/timeline');
  backend.emit(watchSnapshot({ stream: { ...session, lastEventAt: START, lastHeartbeatAt: START } }));
  await new Promise(requestAnimationFrame);
  expect(rendered()).toEqual({ Age: 1, Heartbeat: 1 });
});

test.each(['#/watch', '#/localizations', '#/requests', '#/coverage'])(
  'an event that is only counted renders nothing: %s',
  async (address) => {
    const { backend, rendered } = await openQuiet(address);
    const extent = { oldestSeq: 1, newestSeq: 7, storedEvents: 7 };
    backend.emit(watchSnapshot({ extent, stream: { ...session, lastEventAt: START, lastHeartbeatAt: START - 8_000 } }));
    await new Promise(requestAnimationFrame);
    expect(rendered()).toEqual({});
  },
);
