import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { profileIdSchema } from '../../src-shared/domain/identity.ts';
import { click, write } from '../doubles/page-input.ts';
import { type PageBackend } from '../doubles/page-backend.ts';
import { failure } from '../doubles/page-watch.ts';
import { profileEntry } from '../doubles/page-profiles.ts';
import { someProfile } from '../doubles/profile.ts';
import {
  button,
  europe,
  field,
  list,
  noteOf,
  save,
  saves,
  settings,
  someFields,
} from '../doubles/rendered-settings.tsx';

describe('a new profile', () => {
  async function filledIn(kept: PageBackend['kept']) {
    await write(field('Name'), 'Acme Baltics');
    await write(field('Base'), 'https://api.acme.example');
    await write(field('Events'), 'https://events.acme.example');
    await write(field('Auth'), 'https://auth.acme.example/auth/realms/baltics');
    await write(field('Client id'), 'watchfloor');
    await click(button('Use baltics'));
    return kept;
  }

  it('asks for what is missing without blame, is saved, and goes on as the profile that it is now', async () => {
    const { kept } = await settings('#/settings?profile=new');
    await write(field('Name'), 'Acme Baltics');
    await expect.element(button('5 fields to fill in').first()).toBeVisible();
    await filledIn(kept);
    await click(save);
    await expect.poll(() => window.location.hash).toBe('#/settings?profile=p-0123456789abcdef0123');
    expect(saves(kept)).toMatchObject([
      ['save', { id: null, profile: { name: 'Acme Baltics', realm: 'baltics', authUrl: 'https://auth.acme.example' } }],
    ]);
    // Before the backend tells of it, and after.
    await expect.element(field('Name')).toHaveValue('Acme Baltics');
    const id = profileIdSchema.parse('p-0123456789abcdef0123');
    kept.say(europe, profileEntry({}, { id, name: 'Acme Baltics', realm: 'baltics' }));
    await expect.element(button('Watch now')).toBeEnabled();
    await click(list.getByRole('link', { name: /New profile/ }));
    await expect.element(field('Name')).toHaveValue('');
  });

  it('leaves whoever went elsewhere while it was being saved where they are', async () => {
    const { kept } = await settings('#/settings?profile=new');
    const answer = Promise.withResolvers<typeof someProfile.id>();
    vi.spyOn(kept.profiles, 'save').mockReturnValueOnce(answer.promise);
    await filledIn(kept);
    await click(save);
    await click(list.getByRole('link', { name: /Acme Europe/ }));
    await expect.element(field('Name')).toHaveValue('Acme Europe');
    const place = window.location.hash;
    const id = profileIdSchema.parse('p-0123456789abcdef0123');
    answer.resolve(id);
    kept.say(europe, profileEntry({}, { id, name: 'Acme Baltics', realm: 'baltics' }));
    await expect.element(list.getByRole('link', { name: /Acme Baltics/ })).toBeVisible();
    expect(window.location.hash).toBe(place);
    await expect.element(list.getByText('not saved')).not.toBeInTheDocument();
  });

  it('[PAGE-136] keeps the client secret that was typed beside it, and holds it nowhere afterwards', async () => {
    const { kept, stores } = await settings('#/settings?profile=new');
    await filledIn(kept);
    await click(button('As a client, with a secret'));
    const secret = page.getByLabelText('Client secret');
    await write(secret, 's3cret-of-acme');
    expect(JSON.stringify([...stores.profiles.getState().drafts])).not.toContain('s3cret-of-acme');
    await click(save);
    await expect
      .poll(() => kept.calls)
      .toContainEqual(['giveSecret', 'p-0123456789abcdef0123', 's3cret-of-acme', 'store']);
    await expect.element(secret).toHaveValue('');
  });

  const id = profileIdSchema.parse('p-0123456789abcdef0123');
  const watched = (kept: PageBackend['kept']) => kept.calls.filter(([call]) => call === 'watch');

  it('[PAGE-147] is watched as soon as it has what it signs in with', async () => {
    const { kept } = await settings('#/settings?profile=new');
    await filledIn(kept);
    await click(button('Save and sign in'));
    await expect
      .poll(() => kept.calls.slice(-2))
      .toEqual([
        ['begin', id, 'store'],
        ['watch', id],
      ]);
  });

  it('[PAGE-147] is watched with the secret that is saved beside it, and not where it is kept for later', async () => {
    const { kept } = await settings('#/settings?profile=new');
    await filledIn(kept);
    await click(button('As a client, with a secret'));
    await write(page.getByLabelText('Client secret'), 's3cret-of-acme');
    await click(save);
    await expect.poll(() => watched(kept)).toEqual([['watch', id]]);

    await click(list.getByRole('link', { name: /New profile/ }));
    await filledIn(kept);
    await click(page.getByRole('switch', { name: 'Start watching when Watchfloor starts' }));
    await click(button('Save and sign in'));
    await expect.poll(() => kept.calls.at(-1)).toEqual(['begin', id, 'store']);
    expect(watched(kept)).toHaveLength(1);
  });

  it('is filled from a file, with its mistakes said where they stand', async () => {
    const { kept } = await settings('#/settings?profile=new');
    kept.failure = failure({
      code: 'BAD_PROFILE',
      facts: { path: 'the file', problem: 'wrong-field', field: 'baseUrl', expected: 'an https address' },
    });
    const file = page.getByLabelText('Profile file');
    await file.upload(new File(['{"name":"From a file","baseUrl":"api.acme.example","realm":"acme"}'], 'acme.json'));
    await expect.element(field('Name')).toHaveValue('From a file');
    await expect.element(noteOf('Base')).toMatchTextContent('Needs https:// in front.');
    await expect.element(page.getByRole('alert')).toMatchTextContent('“baseUrl” must be an https address.');
    kept.failure = null;
    await file.upload(new File(['{}'], 'acme.json'));
    await expect.element(field('Base')).toHaveValue(someProfile.baseUrl);
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await click(save);
    await expect
      .poll(() => saves(kept))
      .toEqual([['save', { id: null, profile: { ...someFields, id: someProfile.id } }]]);
  });

  it('begins as a copy of another, and never over something that was typed', async () => {
    const { kept } = await settings();
    await click(button('Duplicate'));
    await expect.element(field('Name')).toHaveValue('Acme Europe copy');
    await expect.element(field('Realm')).toHaveValue('iot');
    await click(list.getByRole('link', { name: /Acme Nordics/ }));
    await expect.element(button('Duplicate')).toHaveAttribute('aria-disabled', 'true');
    await button('Duplicate').click({ force: true });
    await expect.element(field('Name')).toHaveValue('Acme Nordics');
    await click(list.getByRole('link', { name: /New profile/ }));
    await click(save);
    await expect
      .poll(() => saves(kept))
      .toEqual([['save', { id: null, profile: { ...someFields, name: 'Acme Europe copy' } }]]);
  });
});
