import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { UpdateState } from '../../src-shared/api/desktop.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { backendError } from '../doubles/page-watch.ts';
import { renderWatching } from '../doubles/render-app.tsx';
import { click } from '../doubles/page-input.ts';

const entry = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Desktop' });
const button = (name: string) => page.getByRole('button', { name });
const box = (name: string) => page.getByRole('checkbox', { name });

async function settings(hash = '#/settings?part=desktop', hasDesktop = true) {
  const backend = new PageBackend();
  const { description } = backend;
  backend.description = { ...description, capabilities: { ...description.capabilities, desktop: hasDesktop } };
  await renderWatching(hash, backend);
  return { backend, desktop: backend.pageDesktop };
}

describe('[PAGE-38] Settings › Desktop is available only if the host supports a desktop', () => {
  it('is listed in the desktop app', async () => {
    await settings('#/settings?part=appearance');
    await click(entry);
    await expect.element(page.getByRole('heading', { name: 'Desktop' })).toBeVisible();
    await expect.element(entry).toHaveAttribute('aria-current', 'page');
  });

  it('is not listed in a browser, and a link to it says why', async () => {
    const { desktop } = await settings('#/settings?part=desktop', false);
    await expect.element(page.getByText('This page is in a browser.')).toBeVisible();
    await expect.element(entry).not.toBeInTheDocument();
    expect(desktop.calls).toEqual([]);
  });
});

describe('[HOST-28] Settings › Desktop explains next to the choice what closing the window does', () => {
  it('shows where the app stays or that watching ends, offers start at login only to the installed app, and shows a refusal', async () => {
    const { desktop } = await settings();
    await expect.element(page.getByText(/^It stays in the tray/)).toBeVisible();
    await click(box('Continue watching when the window is closed'));
    desktop.emit({ staysWhenClosed: false });
    await expect.element(page.getByText(/and watching stops/)).toBeVisible();
    desktop.emit({ staysWhenClosed: true, place: 'taskbar' });
    await expect.element(page.getByText(/^This desktop has no tray: the window is minimized/)).toBeVisible();
    await click(box('Keep this computer awake while a profile is watched'));
    desktop.emit({ keepsAwake: false });
    await expect.element(page.getByText('When it goes to sleep, nothing is watched until it wakes.')).toBeVisible();
    expect(desktop.calls).toEqual([
      ['stayWhenClosed', { on: false }],
      ['keepAwake', { on: false }],
    ]);
    desktop.failure = backendError({
      code: 'DESKTOP_FAILED',
      facts: { what: 'login-item', detail: 'the system refused it' },
    });
    await click(box('Start at login'));
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('The setting to start at login could not be changed (the system refused it).');
    await expect.element(box('Start at login')).not.toBeChecked();
    desktop.emit({ startsAtLogin: null });
    await expect.element(box('Start at login')).toBeDisabled();
  });
});

describe('[HOST-34] an update is found, loaded and installed in separate steps, each on request', () => {
  it('offers each step from the check to the installation, no button while updates are off, and escapes hidden characters of a bad signature', async () => {
    const { desktop } = await settings();
    await expect.element(page.getByText('Off: no update address is configured.')).toBeVisible();
    await expect.element(page.getByText(/updates\.json of the data folder/)).toBeVisible();
    await expect.element(button('Check for updates')).not.toBeInTheDocument();
    const step = async (update: UpdateState, name: string) => {
      desktop.emit({ update });
      await click(button(name));
    };
    await step({ kind: 'idle', checkedAt: null }, 'Check for updates');
    await step({ kind: 'available', version: '0.2.0' }, 'Download 0.2.0');
    desktop.emit({ update: { kind: 'downloading', version: '0.2.0', percent: 40 } });
    await expect.element(page.getByText('Downloading 0.2.0: 40 %')).toBeVisible();
    await step({ kind: 'ready', version: '0.2.0' }, 'Install and restart');
    desktop.emit({ update: { kind: 'failed', problem: 'signature', detail: 'bad \u{202E}name', at: 0 } });
    await expect.element(page.getByText(/not signed by the right publisher\. It was deleted\./)).toBeVisible();
    await expect.element(page.getByText(String.raw`bad \u{202E}name`)).toBeVisible();
    await click(button('Check again'));
    expect(desktop.calls).toEqual([
      ['checkForUpdate', undefined],
      ['downloadUpdate', undefined],
      ['installUpdate', undefined],
      ['checkForUpdate', undefined],
    ]);
  });
});
