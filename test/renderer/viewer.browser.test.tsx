/** Tests what a user sees while another window on this computer watches, and that the user can take over. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { WatchSnapshot } from '../../src-shared/api/watch.ts';
import { click } from '../doubles/page-input.ts';
import { backendError, START, watchSnapshot } from '../doubles/page-watch.ts';
import { renderWatching } from '../doubles/render-app.tsx';
import { renderSettings } from '../doubles/render-settings.tsx';
import { cause } from '../doubles/stream-cause.ts';

const signal = () => document.querySelector('[data-testid=signal]');
const bar = () => document.querySelector('header');
const takeOver = page.getByRole('banner').getByRole('button', { name: 'Take over here' });
const live = {
  kind: 'watching',
  since: START - 761_000,
  lastEventAt: START - 8_000,
  lastHeartbeatAt: START - 8_000,
} as const;

const viewing = (stream: WatchSnapshot['stream']) => watchSnapshot({ stream, storage: { kind: 'viewing' } });
const without = (kind: 'writer-silent' | 'writer-gone') =>
  viewing({
    kind: 'blind',
    since: START - 20_000,
    cause: { ...cause, kind, code: 'ENDED' },
    attempt: 1,
    nextAttemptAt: null,
  });

/** The width that the words of the signal lack, in fractions of a pixel. */
function missingWidth(): number {
  const name = signal()?.querySelector('svg + span');
  if (name == null) return Infinity;
  const range = document.createRange();
  range.selectNodeContents(name);
  return range.getBoundingClientRect().width - name.getBoundingClientRect().width;
}

describe('[TEAM-250] the signal of a viewer', () => {
  it('has its own words and shape in each state, and is green only while the other window answers', async () => {
    const { backend } = await renderWatching('#/settings?part=appearance');
    await page.viewport(1440, 900);
    backend.emit(watchSnapshot({ stream: live }));
    await expect.poll(() => signal()?.textContent.trim()).toBe('Watching');
    const shapes = [signal()?.querySelector('svg')?.innerHTML];
    for (const [snapshot, words, hue, facts] of [
      [viewing(live), 'Watching – in another window', '--succeeded', /Take over here/],
      [without('writer-silent'), 'Not following 20 s', '--text', /does not answer, so it is not known.*Take over here/],
      [without('writer-gone'), 'Blind 20 s', '--text', /has ended, so nothing is watched.*Take over here/],
    ] as const) {
      backend.emit(snapshot);
      await expect
        .poll(() => ({ words: signal()?.textContent.trim(), hue: signal()?.getAttribute('data-hue') }))
        .toEqual({ words, hue });
      await expect.poll(() => bar()?.textContent).toMatch(facts);
      expect(missingWidth()).toBeLessThanOrEqual(0);
      shapes.push(signal()?.querySelector('svg')?.innerHTML);
    }
    expect(new Set(shapes).size).toBe(3);
    expect(document.title).toContain('▨');
  });

  it('fits a window of 400 px in each state', async () => {
    const { backend } = await renderWatching('#/settings?part=appearance');
    await page.viewport(400, 700);
    for (const snapshot of [viewing(live), without('writer-silent'), without('writer-gone')]) {
      backend.emit(snapshot);
      await expect
        .poll(() => ({
          overflows: (bar()?.scrollWidth ?? 1) > (bar()?.clientWidth ?? 0),
          inside: (signal()?.getBoundingClientRect().right ?? 999) <= 400,
        }))
        .toEqual({ overflows: false, inside: true });
    }
  });
});

it.each([700, 900])('[TEAM-250] the bar of a window of %i px has the complete button or none', async (width) => {
  const { backend } = await renderWatching('#/settings?part=appearance');
  await page.viewport(width, 700);
  backend.emit({ ...viewing(live), alarms: { unseen: 12 } });
  await expect.poll(() => signal()?.textContent.trim()).toBe('Watching – in another window');
  const button = takeOver.query();
  expect(button === null).toBe(width === 700);
  const end = button?.closest('div')?.getBoundingClientRect().right ?? 0;
  expect(button?.getBoundingClientRect().right ?? 0).toBeLessThanOrEqual(end);
});

it('[TEAM-250] the settings of the profile show what is known of the other window', async () => {
  const { backend } = await renderSettings();
  const banner = page.getByText(/^(The other|Another) window .*this profile/);
  backend.emit(watchSnapshot({ stream: live }));
  await expect.element(banner).not.toBeInTheDocument();
  for (const [snapshot, words] of [
    [viewing(live), 'Another window on this computer watches this profile, and this one shows it.'],
    [without('writer-silent'), 'The other window that watches this profile does not answer.'],
    [without('writer-gone'), 'The other window that watched this profile has ended, so nothing is watched.'],
  ] as const) {
    backend.emit(snapshot);
    await expect.element(banner).toMatchTextContent(words);
  }
});

it('[TEAM-250] a refused take-over shows the reason in the bar, and nothing changes', async () => {
  const { backend } = await renderWatching('#/settings?part=appearance');
  await page.viewport(1440, 900);
  backend.emit(viewing(live));
  backend.pageProfiles.failure = backendError({ code: 'TAKE_OVER_FAILED', facts: { problem: 'no-page' } });
  await click(takeOver);
  await expect.element(page.getByRole('alert')).toMatchTextContent('watches without a page');
  await click(page.getByRole('button', { name: 'Why' }));
  const explained = () => bar()?.querySelector('h2 + p')?.textContent;
  await expect.poll(explained).toMatch(/Stop that service first, then take over here\.$/);
  expect((bar()?.scrollWidth ?? 1) > (bar()?.clientWidth ?? 0)).toBe(false);
  await expect.poll(() => signal()?.textContent.trim()).toBe('Watching – in another window');
});
