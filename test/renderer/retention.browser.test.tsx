import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { PageBackend } from '../doubles/page-backend.ts';
import { backendError, WATCH } from '../doubles/page-watch.ts';
import { profileEntry } from '../doubles/page-profiles.ts';
import { someProfile } from '../doubles/profile.ts';
import { renderWatching } from '../doubles/render-app.tsx';
import { click } from '../doubles/page-input.ts';

const panel = page.getByRole('region', { name: 'Stored for' });
const select = (name: string) => panel.getByRole('combobox', { name });
const saved = (backend: PageBackend) => backend.pageProfiles.calls.filter(([call]) => call === 'save');

async function dataScreen(prepare: (backend: PageBackend) => void = () => undefined) {
  const backend = new PageBackend();
  backend.pageProfiles.entries = [profileEntry({ watch: WATCH })];
  backend.removable = 12_310;
  prepare(backend);
  const app = await renderWatching('#/data', backend);
  await expect.element(select('Successes')).toHaveValue('90');
  return app;
}

describe('a retention time', () => {
  it('[PAGE-11] is shortened only after the number of removed events was shown, and is saved in the profile', async () => {
    const { backend } = await dataScreen();
    await select('Successes').selectOptions('30 days');
    await expect
      .element(panel)
      .toMatchTextContent(
        'At most 12,310 events are removed within the hour; only a copy can bring them back. Saving restarts watching: the stream is closed and opened again.',
      );
    expect(saved(backend)).toEqual([]);
    await click(panel.getByRole('button', { name: 'Save' }));
    await expect
      .poll(() => saved(backend))
      .toEqual([
        [
          'save',
          {
            id: someProfile.id,
            profile: { ...someProfile, keepDays: { ...someProfile.keepDays, successes: 30 } },
          },
        ],
      ]);
  });

  it('[PAGE-11] removes and counts nothing if it gets longer, and can be reverted', async () => {
    const { backend } = await dataScreen();
    await select('Failures').selectOptions('2 years');
    await expect.element(panel).toMatchTextContent('Nothing is removed. Saving restarts watching');
    expect(backend.calls.inputsOf('storage.countRemovable')).toEqual([]);
    await select('Heartbeats').selectOptions('1 day');
    await click(panel.getByRole('button', { name: 'Revert' }));
    await expect.element(select('Heartbeats')).toHaveValue('7');
    await expect.element(select('Failures')).toHaveValue('365');
    await expect.element(panel.getByRole('button', { name: 'Save' })).not.toBeInTheDocument();
    expect(saved(backend)).toEqual([]);
  });

  it('says why it was not saved, and keeps the choice', async () => {
    const { backend } = await dataScreen();
    await select('Searches').selectOptions('7 days');
    await expect.element(panel).toMatchTextContent('Search results are removed 7 days after they were last run.');
    backend.pageProfiles.failure = backendError({ code: 'STORE_LOST', facts: {} });
    await click(panel.getByRole('button', { name: 'Save' }));
    await expect.element(panel.getByRole('alert')).toMatchTextContent('It was not saved.');
    await expect.element(select('Searches')).toHaveValue('7');
  });

  it('[PAGE-11] is shown for Practice, but cannot be changed', async () => {
    const backend = new PageBackend();
    backend.pageProfiles.entries = [profileEntry(), profileEntry({ watch: WATCH, practice: true, profile: null })];
    await renderWatching('#/data', backend);
    await expect.element(panel).toMatchTextContent('Successes90 days');
    expect(panel.getByRole('combobox').elements()).toEqual([]);
  });
});

describe('all stored events', () => {
  it('[PAGE-11] can be exported from the place that shows their number', async () => {
    await dataScreen();
    await click(page.getByRole('button', { name: 'Export all' }));
    await expect.element(page.getByRole('dialog', { name: 'Export' })).toBeVisible();
  });
});
