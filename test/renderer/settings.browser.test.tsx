import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { PRACTICE_ID } from '../../src-shared/domain/identity.ts';
import { click, keyboard } from '../doubles/page-input.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { backendError, WATCH, watchSnapshot } from '../doubles/page-watch.ts';
import { profileEntry } from '../doubles/page-profiles.ts';
import { someProfile } from '../doubles/profile.ts';
import { renderApp } from '../doubles/render-app.tsx';
import {
  button,
  textField,
  settingsNavigation,
  nordicsId,
  practice,
  saveButton,
  renderSettings,
} from '../doubles/render-settings.tsx';

describe('the list of Settings', () => {
  it('lists every profile with its signal, Practice last, and highlights the open entry', async () => {
    await renderSettings();
    const entries = settingsNavigation.getByRole('list', { name: 'Profiles' }).getByRole('link');
    await expect
      .poll(() => entries.elements().map((link) => link.textContent))
      .toEqual(['WatchingAcme Europe', 'not watchedAcme Nordics', 'not watchedPractice', 'New profile']);
    await expect
      .element(settingsNavigation.getByRole('link', { name: /Acme Europe/ }))
      .toHaveAttribute('aria-current', 'page');
    await click(settingsNavigation.getByRole('link', { name: 'Data' }));
    await expect.element(page.getByRole('heading', { level: 1, name: 'Data' })).toBeInTheDocument();
    await expect
      .element(settingsNavigation.getByRole('link', { name: 'Data' }))
      .toHaveAttribute('aria-current', 'page');
    await click(settingsNavigation.getByRole('link', { name: 'Appearance' }));
    await click(page.getByRole('radio', { name: 'Light' }));
    await expect.poll(() => document.documentElement.dataset['colorScheme']).toBe('light');
  });

  it.each([
    ['dark', 'no-preference', 'rgb(15, 20, 25)'],
    ['light', 'no-preference', 'rgb(247, 248, 250)'],
    ['dark', 'more', 'rgb(0, 0, 0)'],
    ['light', 'more', 'rgb(255, 255, 255)'],
  ])('[PAGE-72] follows the system, if it is %s and its contrast is %s', async (scheme, contrast, ground) => {
    const emulate = (features: { name: string; value: string }[]) =>
      cdp().send('Emulation.setEmulatedMedia', { media: '', features });
    onTestFinished(async () => void (await emulate([])));
    await emulate([
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-contrast', value: contrast },
    ]);
    await renderSettings('#/settings?part=appearance');
    await click(page.getByRole('radio', { name: 'Follow system' }));
    await expect.poll(() => getComputedStyle(document.body).backgroundColor).toBe(ground);
  });

  it('[PAGE-72] turns off keys without Ctrl, for people who speak to the page', async () => {
    await renderSettings('#/settings?part=appearance');
    await click(page.getByRole('radio', { name: /^Only with Ctrl/ }));
    await keyboard('gt?');
    await keyboard('{Control>}k{/Control}');
    await expect.element(page.getByRole('combobox', { name: 'Any id, screen, time or command' })).toBeVisible();
    expect(window.location.hash).toBe('#/settings?part=appearance');
  });

  it('opens the editor of the current profile if the address names none', async () => {
    const { backend } = await renderSettings('#/settings');
    await expect.element(textField('Name')).toHaveValue('Acme Europe');
    // The address names the profile from here on, so another watched profile does not change it.
    await expect.poll(() => window.location.hash).toBe(`#/settings?profile=${someProfile.id}`);
    backend.emit(watchSnapshot({ profile: { ...watchSnapshot().profile, id: nordicsId } }));
    await expect.element(textField('Name')).toHaveValue('Acme Europe');
  });

  it('says so if the address names an unknown profile', async () => {
    await renderSettings('#/settings?profile=gone-long-ago');
    await expect.element(page.getByRole('alert')).toMatchTextContent('This profile is not on this computer.');
  });

  it('shows what is wrong with a damaged profile, without an editor', async () => {
    const error = { code: 'BAD_PROFILE', facts: { path: '/d/profile.json', problem: 'not-json' } } as const;
    await renderSettings('#/settings?profile=acme-nordics', [
      profileEntry({ id: nordicsId, profile: null, problem: error }),
    ]);
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('The profile “/d/profile.json” is wrong: it is not valid JSON.');
    await expect.element(textField('Name')).not.toBeInTheDocument();
    await expect.element(button('Delete')).toBeVisible();
  });

  it('starts and stops Practice', async () => {
    const { kept } = await renderSettings('#/settings?profile=practice');
    await click(button('Start practising'));
    kept.emit({ ...practice, watch: WATCH });
    await click(button('Stop practising'));
    expect(kept.calls).toEqual([
      ['watch', { id: PRACTICE_ID }],
      ['unwatch', { id: PRACTICE_ID }],
    ]);
  });
});

describe('a complete profile', () => {
  it('[PROFILE-4] is deleted after a confirmation, and keeps its events unless the user chooses otherwise', async () => {
    const { kept, backend } = await renderSettings();
    backend.emit(watchSnapshot({ extent: { oldestSeq: 1, newestSeq: 1_284_310, storedEvents: 1_284_310 } }));
    await click(button('Delete'));
    await expect.element(page.getByRole('radio', { name: 'Keep the 1,284,310 stored events' })).toBeChecked();
    await keyboard('{Escape}');
    expect(kept.calls).toEqual([]);
    await click(button('Delete'));
    await click(button('Delete the profile'));
    await expect.poll(() => kept.calls).toEqual([['remove', { id: someProfile.id, events: false }]]);
    await expect.poll(() => window.location.hash).toBe(`#/settings?profile=${nordicsId}`);
  });

  it('is deleted with its events, or says why not', async () => {
    const { kept } = await renderSettings();
    kept.failure = backendError({ code: 'STORE_IN_USE', facts: { path: '/d/events.db' } });
    await click(button('Delete'));
    await click(page.getByRole('radio', { name: 'Also delete the stored events' }));
    await click(button('Delete profile and events'));
    await expect.poll(() => kept.calls).toEqual([['remove', { id: someProfile.id, events: true }]]);
    await expect
      .element(page.getByRole('dialog').getByRole('alert'))
      .toMatchTextContent('Another Watchfloor is already watching');
  });

  it('[PROFILE-2] is exported as the file that the backend creates', async () => {
    const { kept } = await renderSettings();
    const files: { name: string; text: string }[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function clicked(this: HTMLAnchorElement) {
      const { download: name, href } = this;
      void fetch(href).then(async (file) => files.push({ name, text: await file.text() }));
    });
    onTestFinished(() => void vi.restoreAllMocks());
    await click(button('Export'));
    await expect.poll(() => files).toEqual([{ name: 'acme-europe.json', text: '{}\n' }]);
    expect(kept.calls).toEqual([['fileText', { id: someProfile.id }]]);
  });

  it('shows the commands that do the same in a terminal', async () => {
    await renderSettings();
    await textField('Name').fill('Acme / Öst; rm -rf');
    await expect.element(page.getByText('watchfloor doctor --profile acme-o-st-rm-rf.json')).toBeVisible();
  });
});

it('Settings is available before anything is watched, with a link back to the first steps', async () => {
  const backend = new PageBackend();
  await renderApp(backend, '#/settings?profile=new');
  backend.emitWire('open');
  backend.emit();
  backend.pageProfiles.emit();
  await expect.element(textField('Name')).toBeVisible();
  await click(settingsNavigation.getByRole('link', { name: 'First steps' }));
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Watch your connectivity service all shift');
});

it('Settings shows "Save" and is no wider than the page, at its usual and its smallest size', async () => {
  await renderSettings();
  for (const [width, height] of [
    [1440, 900],
    [900, 600],
  ] as const) {
    await page.viewport(width, height);
    const { bottom, right } = saveButton.element().getBoundingClientRect();
    expect({ bottom: bottom <= height, right: right <= width, wide: document.documentElement.scrollWidth }).toEqual({
      bottom: true,
      right: true,
      wide: width,
    });
    await expect.element(page.getByRole('heading', { name: 'Acme Europe' })).toBeVisible();
  }
});
