import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { profileIdSchema } from '../../src-shared/domain/identity.ts';
import { NEW_PROFILE } from '../../src-renderer/stores/profiles-store.ts';
import { updateDraft, createDraft } from '../../src-renderer/stores/profile-draft.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { backendError, watchSnapshot } from '../doubles/page-watch.ts';
import { profileEntry } from '../doubles/page-profiles.ts';
import { renderApp } from '../doubles/render-app.tsx';
import { click, keyboard } from '../doubles/page-input.ts';

const start = page.getByTestId('start-practice');
const scenario = page.getByRole('combobox', { name: 'Scenario' });

async function firstRun(backend = new PageBackend()) {
  backend.scenarios = [
    { name: 'failure-storm', title: 'Failure storm', description: 'Many failures.' },
    { name: 'calm-shift', title: 'Calm shift', description: 'Few failures.' },
  ];
  const app = await renderApp(backend);
  backend.emitWire('open');
  backend.emit();
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  return app;
}

describe('the first run', () => {
  it('offers a calm shift, starts the chosen scenario, describes it, and shows the timeline when its profile opens', async () => {
    const { backend } = await firstRun();
    await expect.element(scenario).toHaveDisplayValue('Calm shift');
    await scenario.selectOptions('Failure storm');
    await expect.element(scenario).toHaveAccessibleDescription('Many failures.');
    await click(page.getByRole('button', { name: 'Start practising' }));
    expect(backend.calls.inputsOf('practice.start')).toEqual([{ scenario: 'failure-storm' }]);
    backend.storeQuietly(1);
    const { profile } = watchSnapshot();
    backend.emit(watchSnapshot({ profile: { ...profile, name: 'Practice', practice: true } }));
    await expect.element(page.getByRole('heading', { level: 1, name: 'Timeline' })).toBeInTheDocument();
    await expect.element(scenario).not.toBeInTheDocument();
  });

  it('starts with one key: P practises, C opens the editor of a new profile', async () => {
    const { backend } = await firstRun();
    await keyboard('p');
    expect(backend.calls.inputsOf('practice.start')).toEqual([{ scenario: 'calm-shift' }]);
    await keyboard('c');
    await expect.element(page.getByRole('heading', { name: 'New profile' })).toBeVisible();
    await click(page.getByRole('link', { name: 'First steps' }));
    await expect.element(start).toBeVisible();
  });

  it('opens a profile file in the editor without saving it', async () => {
    const { backend } = await firstRun();
    await page.getByLabelText('Profile file').upload(new File(['{"name":"x"}'], 'acme.json'));
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Acme Europe');
    expect(backend.pageProfiles.calls).toEqual([['read', { text: '{"name":"x"}' }]]);
    // Keeps the id of the file, so that data stored under that id belongs to the profile again.
    await click(page.getByRole('button', { name: /^Save ?Ctrl/ }));
    await expect
      .poll(() => backend.pageProfiles.calls.at(-1))
      .toMatchObject(['save', { id: null, profile: { id: profileEntry().id } }]);
  });

  it('says what is wrong with a file that is not a profile, and opens a profile with a mistake in the editor', async () => {
    const { backend } = await firstRun();
    backend.pageProfiles.failure = backendError({
      code: 'BAD_PROFILE',
      facts: { path: 'acme.json', problem: 'not-json' },
    });
    await page.getByLabelText('Profile file').upload(new File(['{'], 'acme.json'));
    await expect.element(page.getByRole('alert')).toMatchTextContent('it is not valid JSON');
    await expect.element(start).toBeVisible();
    backend.pageProfiles.failure = backendError({
      code: 'BAD_PROFILE',
      facts: { path: 'the file', problem: 'unknown-field', field: 'colour', expected: '' },
    });
    await page.getByLabelText('Profile file').upload(new File(['{"name":"From a file","colour":1}'], 'acme.json'));
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('From a file');
    await expect.element(page.getByRole('alert')).toMatchTextContent('colour');
  });

  it('[PAGE-130] replaces an unsaved new profile by a file only after the user confirms', async () => {
    const { stores } = await firstRun();
    const name = () => stores.profiles.getState().drafts.get(NEW_PROFILE)?.fields.name;
    stores.profiles.setDraft(NEW_PROFILE, updateDraft(createDraft(null), { name: 'Typed' }));
    await page.getByLabelText('Profile file').upload(new File(['{}'], 'acme.json'));
    await expect.element(page.getByRole('alert')).toMatchTextContent('You have a new profile that is not saved.');
    expect(name()).toBe('Typed');
    await click(page.getByRole('button', { name: 'Replace' }));
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Acme Europe');
    expect(name()).toBe('Acme Europe');
  });

  it('[PAGE-55] offers the stored profiles that are not watched', async () => {
    const { backend } = await firstRun();
    const damaged = { ...profileEntry(), id: profileIdSchema.parse('damaged-1'), name: 'Old\u202Eone', profile: null };
    backend.pageProfiles.emit(profileEntry(), damaged);
    const kept = page.getByRole('list', { name: 'Profiles that are not watched' });
    await expect.element(kept).toMatchTextContent('Acme Europehttps://events.example.comSettingsWatch');
    await expect.element(kept).toMatchTextContent('Old\\u{202E}oneIts file cannot be read.SettingsWatch');
    await expect.element(kept.getByRole('button').nth(1)).toBeDisabled();
    await click(kept.getByRole('button').first());
    expect(backend.pageProfiles.calls).toEqual([['watch', { id: profileEntry().id }]]);
  });

  it('[PAGE-55] shows in the button, without changing its shape, that the simulator is starting, and starts it once', async () => {
    const { backend } = await firstRun();
    await expect.element(scenario).toHaveAccessibleDescription('Few failures.');
    const shape = () => {
      const { x, y, height, right } = start.element().getBoundingClientRect();
      return { x, y, height, right };
    };
    const before = shape();
    backend.calls.hold('practice.start');
    await click(start);
    await keyboard('p');
    await expect.element(start).toHaveTextContent('Starting Practice …');
    const { background, color } = getComputedStyle(start.element());
    expect({ shape: shape(), started: backend.calls.inputsOf('practice.start'), background, color }).toEqual({
      shape: before,
      started: [{ scenario: 'calm-shift' }],
      background: expect.stringContaining('rgb(39, 48, 58)') as string,
      color: 'rgb(147, 161, 176)',
    });
  });

  it('says why practice did not start, and lets the user try again', async () => {
    const backend = new PageBackend();
    backend.calls.fail(backendError({ code: 'UNSUPPORTED', facts: { what: 'practice' } }), 'practice');
    await firstRun(backend);
    await click(start);
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('Practice did not start. Practice is not part of this installation.');
    await expect.element(start).toBeEnabled();
  });

  it('[PAGE-55] starts nothing while the page is not connected, and says so in the button', async () => {
    const { backend } = await firstRun();
    await expect.element(start).toBeEnabled();
    backend.emitWire('lost');
    await expect.element(start).toHaveTextContent('Watchfloor does not answer');
    await expect.element(start).toBeDisabled();
    await keyboard('p');
    expect(backend.calls.inputsOf('practice.start')).toEqual([]);
    backend.emitWire('open');
    backend.emit();
    await expect.element(start).toBeEnabled();
  });

  it('lists what a real service needs, and offers no practice if the host has none', async () => {
    const backend = new PageBackend();
    backend.description = {
      ...backend.description,
      capabilities: { vault: 'key-file', signInBrowser: false, practice: false, desktop: false },
    };
    await firstRun(backend);
    await expect.element(page.getByText('Three addresses from your provider: base, events, auth')).toBeVisible();
    await expect.element(page.getByText('Secrets are stored in the encrypted vault, never in a profile')).toBeVisible();
    await expect.element(page.getByText('Version 0.1.0')).toBeVisible();
    await expect.element(start).not.toBeInTheDocument();
  });

  it('shows two equal cards with aligned buttons, without scrolling, in a large and a small window', async () => {
    await firstRun();
    await expect.element(scenario).toBeVisible();
    expectEqualCards(900);
    await page.viewport(900, 600);
    expectEqualCards(600);
  });
});

function expectEqualCards(height: number): void {
  const cards = ['Connect to your service', 'Practise with the simulator'].map((name) =>
    page.getByRole('region', { name }).element().getBoundingClientRect(),
  );
  const [connect, practise] = cards;
  expect({ width: connect?.width, height: connect?.height, top: connect?.top }).toEqual({
    width: practise?.width,
    height: practise?.height,
    top: practise?.top,
  });
  expect(Math.max(...cards.map(({ bottom }) => bottom))).toBeLessThanOrEqual(height);
  const feet = [page.getByRole('button', { name: 'Set up a profile' }), start].map(
    (button) => button.element().getBoundingClientRect().bottom,
  );
  expect(feet[0]).toBe(feet[1]);
}
