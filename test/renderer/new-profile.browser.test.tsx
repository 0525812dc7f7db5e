import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { profileIdSchema } from '../../src-shared/domain/identity.ts';
import { click, fill } from '../doubles/page-input.ts';
import { type PageBackend } from '../doubles/page-backend.ts';
import { backendError } from '../doubles/page-watch.ts';
import { profileEntry } from '../doubles/page-profiles.ts';
import { someProfile } from '../doubles/profile.ts';
import {
  button,
  europe,
  textField,
  settingsNavigation,
  fieldNote,
  saveButton,
  saveCalls,
  renderSettings,
  savedFields,
} from '../doubles/render-settings.tsx';

describe('a new profile', () => {
  async function filledIn(kept: PageBackend['pageProfiles']) {
    await fill(textField('Name'), 'Acme Baltics');
    await fill(textField('Base address'), 'https://api.acme.example');
    await fill(textField('Events address'), 'https://events.acme.example');
    await fill(textField('Sign-in address'), 'https://auth.acme.example/auth/realms/baltics');
    await fill(textField('Client id'), 'watchfloor');
    await click(button('Use baltics'));
    return kept;
  }

  it('asks for missing fields, is saved, and then opens as the saved profile', async () => {
    const { kept } = await renderSettings('#/settings?profile=new');
    await fill(textField('Name'), 'Acme Baltics');
    await expect.element(button('5 fields to fill in').first()).toBeVisible();
    await filledIn(kept);
    await click(saveButton);
    await expect.poll(() => window.location.hash).toBe('#/settings?profile=p-0123456789abcdef0123');
    expect(saveCalls(kept)).toMatchObject([
      ['save', { id: null, profile: { name: 'Acme Baltics', realm: 'baltics', authUrl: 'https://auth.acme.example' } }],
    ]);
    // The name is shown before the backend reports the profile and afterwards.
    await expect.element(textField('Name')).toHaveValue('Acme Baltics');
    const id = profileIdSchema.parse('p-0123456789abcdef0123');
    kept.emit(europe, profileEntry({}, { id, name: 'Acme Baltics', realm: 'baltics' }));
    await expect.element(button('Watch now')).toBeEnabled();
    await click(settingsNavigation.getByRole('link', { name: /New profile/ }));
    await expect.element(textField('Name')).toHaveValue('');
  });

  it('does not navigate after saving if the user went elsewhere meanwhile', async () => {
    const { kept, backend } = await renderSettings('#/settings?profile=new');
    backend.calls.hold('profiles.save');
    await filledIn(kept);
    await click(saveButton);
    await click(settingsNavigation.getByRole('link', { name: /Acme Europe/ }));
    await expect.element(textField('Name')).toHaveValue('Acme Europe');
    const place = window.location.hash;
    const id = profileIdSchema.parse('p-0123456789abcdef0123');
    backend.calls.release();
    kept.emit(europe, profileEntry({}, { id, name: 'Acme Baltics', realm: 'baltics' }));
    await expect.element(settingsNavigation.getByRole('link', { name: /Acme Baltics/ })).toBeVisible();
    expect(window.location.hash).toBe(place);
    await expect.element(settingsNavigation.getByText('not saved')).not.toBeInTheDocument();
  });

  const id = profileIdSchema.parse('p-0123456789abcdef0123');
  const watched = (kept: PageBackend['pageProfiles']) => kept.calls.filter(([call]) => call === 'watch');

  it('[PROFILE-6] is watched after its sign-in has started', async () => {
    const { kept } = await renderSettings('#/settings?profile=new');
    await filledIn(kept);
    await click(button('Save and sign in'));
    await expect
      .poll(() => kept.calls.slice(-2))
      .toEqual([
        ['start', { id, keep: 'store' }],
        ['watch', { id }],
      ]);
  });

  it('[PROFILE-6] is watched when its secret is saved, but not if it does not start with Watchfloor', async () => {
    const { kept } = await renderSettings('#/settings?profile=new');
    await filledIn(kept);
    await click(button('As a client, with a secret'));
    await fill(page.getByLabelText('Client secret'), 's3cret-of-acme');
    await click(saveButton);
    await expect.poll(() => watched(kept)).toEqual([['watch', { id }]]);

    await click(settingsNavigation.getByRole('link', { name: /New profile/ }));
    await filledIn(kept);
    await click(page.getByRole('switch', { name: 'Start watching when Watchfloor starts' }));
    await click(button('Save and sign in'));
    await expect.poll(() => kept.calls.at(-1)).toEqual(['start', { id, keep: 'store' }]);
    expect(watched(kept)).toHaveLength(1);
  });

  it('is filled from a file, with each mistake reported at its field', async () => {
    const { kept } = await renderSettings('#/settings?profile=new');
    kept.failure = backendError({
      code: 'BAD_PROFILE',
      facts: { path: 'the file', problem: 'wrong-field', field: 'baseUrl', expected: 'an https address' },
    });
    const file = page.getByLabelText('Profile file');
    await file.upload(new File(['{"name":"From a file","baseUrl":"api.acme.example","realm":"acme"}'], 'acme.json'));
    await expect.element(textField('Name')).toHaveValue('From a file');
    await expect.element(fieldNote('Base address')).toMatchTextContent('Needs https:// in front.');
    await expect.element(page.getByRole('alert')).toMatchTextContent('“baseUrl” must be an https address.');
    kept.failure = null;
    await file.upload(new File(['{}'], 'acme.json'));
    await expect.element(textField('Base address')).toHaveValue(someProfile.baseUrl);
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await click(saveButton);
    await expect
      .poll(() => saveCalls(kept))
      .toEqual([['save', { id: null, profile: { ...savedFields, id: someProfile.id } }]]);
  });

  it('starts as a copy of another profile, but never replaces an unsaved new profile', async () => {
    const { kept } = await renderSettings();
    await click(button('Duplicate'));
    await expect.element(textField('Name')).toHaveValue('Acme Europe copy');
    await expect.element(textField('Realm')).toHaveValue('iot');
    await click(settingsNavigation.getByRole('link', { name: /Acme Nordics/ }));
    await expect.element(button('Duplicate')).toHaveAttribute('aria-disabled', 'true');
    await button('Duplicate').click({ force: true });
    await expect.element(textField('Name')).toHaveValue('Acme Nordics');
    await click(settingsNavigation.getByRole('link', { name: /New profile/ }));
    await click(saveButton);
    await expect
      .poll(() => saveCalls(kept))
      .toEqual([['save', { id: null, profile: { ...savedFields, name: 'Acme Europe copy' } }]]);
  });
});
