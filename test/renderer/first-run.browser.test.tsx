import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { failure, PageBackend, watchSnapshot } from '../doubles/page-backend.ts';
import { renderApp } from '../doubles/render-app.tsx';

async function firstRun(backend = new PageBackend()) {
  backend.scenarios = [
    { name: 'failure-storm', title: 'Failure storm', description: 'Many failures.' },
    { name: 'calm-shift', title: 'Calm shift', description: 'Few failures.' },
  ];
  const app = await renderApp(backend);
  backend.sayWire('open');
  backend.say();
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  return app;
}

describe('the first run', () => {
  it('starts a calm shift with one click, and shows the timeline when its profile opens', async () => {
    const { backend } = await firstRun();
    await expect.element(page.getByRole('radio', { name: /Calm shift/ })).toBeChecked();
    await page.getByRole('button', { name: 'Start practising' }).click();
    expect(backend.started).toEqual(['calm-shift']);
    backend.storeQuietly(1);
    const { profile } = watchSnapshot();
    backend.say(watchSnapshot({ profile: { ...profile, name: 'Practice', practice: true } }));
    await expect.element(page.getByRole('grid')).toBeVisible();
    await expect.element(page.getByText('PRACTICE', { exact: true })).toBeVisible();
  });

  it('starts the scenario that was chosen', async () => {
    const { backend } = await firstRun();
    await page.getByRole('radio', { name: /Failure storm/ }).click();
    await page.getByRole('button', { name: 'Start practising' }).click();
    expect(backend.started).toEqual(['failure-storm']);
  });

  it('says why practice did not start, and lets it be tried again', async () => {
    const backend = new PageBackend();
    backend.practiceFailure = failure({ code: 'UNSUPPORTED', facts: { what: 'practice' } });
    await firstRun(backend);
    await page.getByRole('button', { name: 'Start practising' }).click();
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('Practice did not start. Practice is not part of this installation.');
    await expect.element(page.getByRole('button', { name: 'Start practising' })).toBeEnabled();
  });

  it('tells what a real service needs, and offers no practice where the host has none', async () => {
    const backend = new PageBackend();
    backend.description = { version: '0.1.0', capabilities: { osKeychain: false, practice: false } };
    await firstRun(backend);
    await expect.element(page.getByText('npx watchfloor start --profile FILE')).toBeVisible();
    await expect.element(page.getByText('WATCHFLOOR_CLIENT_SECRET')).toBeVisible();
    await expect.element(page.getByText('Version 0.1.0')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Start practising' })).not.toBeInTheDocument();
  });
});
