import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { UpdateState } from '../../src-shared/api/desktop.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { backendError, watchSnapshot } from '../doubles/page-watch.ts';
import { renderApp } from '../doubles/render-app.tsx';
import { click } from '../doubles/page-input.ts';

const entry = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Desktop' });
const button = (name: string) => page.getByRole('button', { name });
const box = (name: string) => page.getByRole('checkbox', { name });

async function settings(hash = '#/settings?part=desktop', hasDesktop = true) {
  const backend = new PageBackend();
  const { description } = backend;
  backend.description = { ...description, capabilities: { ...description.capabilities, desktop: hasDesktop } };
  await renderApp(backend, hash);
  backend.emitWire('open');
  backend.emit(watchSnapshot());
  return { backend, desktop: backend.desktop };
}

describe('[PAGE-326] Settings › Desktop is where the host stands in a desktop, and nowhere else', () => {
  it('is in the list of the desktop app', async () => {
    await settings('#/settings?part=appearance');
    await click(entry);
    await expect.element(page.getByRole('heading', { name: 'Desktop' })).toBeVisible();
    await expect.element(entry).toHaveAttribute('aria-current', 'page');
  });

  it('is not in a browser; a link to it says why', async () => {
    const { desktop } = await settings('#/settings?part=desktop', false);
    await expect.element(page.getByText('This page is in a browser.')).toBeVisible();
    await expect.element(entry).not.toBeInTheDocument();
    expect(desktop.calls).toEqual([]);
  });
});

describe('[HOST-30] what closing the window does is said beside the choice', () => {
  it('stays, and where it is found; or ends, and what that means; starting at login belongs to the installed program, and a refusal is shown', async () => {
    const { desktop } = await settings();
    await expect.element(page.getByText(/^It is in the tray then/)).toBeVisible();
    await click(box('Go on watching when the window is closed'));
    desktop.emit({ staysWhenClosed: false });
    await expect.element(page.getByText(/nothing is watched from then on/)).toBeVisible();
    desktop.emit({ staysWhenClosed: true, place: 'taskbar' });
    await expect.element(page.getByText(/^This desktop shows no tray: the window is minimized then/)).toBeVisible();
    await click(box('Keep this computer awake while a profile is watched'));
    desktop.emit({ keepsAwake: false });
    await expect.element(page.getByText('When it goes to sleep, nothing is watched until it wakes.')).toBeVisible();
    expect(desktop.calls).toEqual([
      ['stayWhenClosed', false],
      ['keepAwake', false],
    ]);
    desktop.failure = backendError({
      code: 'DESKTOP_FAILED',
      facts: { what: 'login-item', detail: 'the system refused it' },
    });
    await click(box('Start at login'));
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('Whether Watchfloor starts at login could not be changed (the system refused it).');
    await expect.element(box('Start at login')).not.toBeChecked();
    desktop.emit({ startsAtLogin: null });
    await expect.element(box('Start at login')).toBeDisabled();
  });
});

describe('[HOST-35] an update is looked for, loaded and installed one step at a time, each asked for', () => {
  it('from looking to installing; off has no button, and says who turns it on; a bad signature is shown with nothing hidden in it', async () => {
    const { desktop } = await settings();
    await expect.element(page.getByText('Off: nobody has said where updates come from.')).toBeVisible();
    await expect.element(page.getByText(/updates\.json of the data folder/)).toBeVisible();
    await expect.element(button('Look for an update')).not.toBeInTheDocument();
    const step = async (update: UpdateState, name: string) => {
      desktop.emit({ update });
      await click(button(name));
    };
    await step({ kind: 'idle', checkedAt: null }, 'Look for an update');
    await step({ kind: 'available', version: '0.2.0' }, 'Load 0.2.0');
    desktop.emit({ update: { kind: 'downloading', version: '0.2.0', percent: 40 } });
    await expect.element(page.getByText('Loading 0.2.0: 40 %')).toBeVisible();
    await step({ kind: 'ready', version: '0.2.0' }, 'Install and start again');
    desktop.emit({ update: { kind: 'failed', problem: 'signature', detail: 'bad \u{202E}name', at: 0 } });
    await expect.element(page.getByText(/not signed by whom it must be\. It was thrown away\./)).toBeVisible();
    await expect.element(page.getByText(String.raw`bad \u{202E}name`)).toBeVisible();
    await click(button('Look again'));
    expect(desktop.calls).toEqual([['checkForUpdate'], ['downloadUpdate'], ['installUpdate'], ['checkForUpdate']]);
  });
});

it('[PAGE-329] what the program is can be read and copied, and its logs are one click away', async () => {
  const { desktop } = await settings();
  await expect.element(page.getByText('45.4.1')).toBeVisible();
  await expect.element(page.getByText('/home/op/.local/share/watchfloor/logs')).toBeVisible();
  await click(button('Show logs'));
  expect(desktop.calls).toEqual([['openLogs']]);
});
