/** Tests in a browser who the author of an action is, and how the page names authors. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { signedInAuthorId } from '../../src-shared/domain/cases/author-id.ts';
import { addressOf, plainDetail, stories, storyBackend } from '../doubles/localization-story.ts';
import { profileEntry } from '../doubles/page-profiles.ts';
import { keyboard } from '../doubles/page-input.ts';
import { START, WATCH, watchSnapshot } from '../doubles/page-watch.ts';
import { renderWatching } from '../doubles/render-app.tsx';

const ID = signedInAuthorId('0'.repeat(64));
const OLIVIA = { id: ID, name: 'olivia' };
const row = stories.unknown;

/** @param isSignedIn false: the profile has a client secret, so no person is known */
async function opened(hash: string, isSignedIn: boolean) {
  const backend = storyBackend();
  backend.pageProfiles.person = isSignedIn ? OLIVIA : null;
  const person = isSignedIn ? { as: 'olivia', since: START, person: ID } : { as: null, since: null };
  backend.pageProfiles.emit(
    profileEntry({
      id: watchSnapshot().profile.id,
      watch: WATCH,
      signIn: { kind: 'ready', kept: 'keychain', ...person },
    }),
  );
  backend.pageCases.details.set(row.key, {
    ...plainDetail(row),
    actions: ['olivia', 'оlivia', 'olivia (verified)'].map((name, number) => ({
      id: `action-000${number}`,
      at: START,
      author: number === 0 ? OLIVIA : { id: `typed-${number}`, name },
      subjects: [row.key],
      what: { kind: 'take' },
      text: '',
    })),
  });
  const app = await renderWatching(hash, backend);
  return { ...app, acts: backend.pageCases.actions };
}

describe('the author of an action', () => {
  it('[AUTHOR-1] is the signed-in person, whom the page does not ask for a name', async () => {
    const { acts } = await opened(addressOf(row), true);
    await expect.element(page.getByRole('region', { name: 'Owner and notes' })).toBeVisible();
    await keyboard('t');
    await expect.poll(() => acts.map(({ author }) => author)).toEqual([OLIVIA]);
    expect(page.getByRole('dialog').query()).toBeNull();
  });

  it('[AUTHOR-3] is named in words in the log: verified, or typed, also if a typed name looks the same', async () => {
    await opened(addressOf(row), false);
    const log = page.getByRole('region', { name: 'Owner and notes' });
    await expect.element(log).toMatchTextContent('olivia (verified) took it');
    const names = log.element().textContent.match(/[^\d\s][\p{L} ]+ \((?:verified|typed)\)/gu);
    expect(names?.map((name) => name.replace(/^UTC/, '').trim())).toEqual([
      'olivia (verified)',
      'оlivia (typed)',
      'olivia verified (typed)',
    ]);
    await expect.element(log).toMatchTextContent('A verified name is that of a person who signed in with the service.');
  });

  it('[AUTHOR-3] is “You (verified)” for the person who signed in', async () => {
    await opened(addressOf(row), true);
    await expect
      .element(page.getByRole('region', { name: 'Owner and notes' }))
      .toMatchTextContent('You (verified) took it');
  });

  it('[PAGE-72] lets the browser fill in the name of the user', async () => {
    await renderWatching('#/settings?part=appearance');
    const field = page.getByRole('textbox', { name: 'Your name' });
    await expect.element(field).toHaveAttribute('autocomplete', 'name');
  });

  it('[AUTHOR-3] is explained beside the typed name in Settings', async () => {
    await opened('#/settings?part=appearance', true);
    await expect
      .element(page.getByRole('group', { name: 'Your name' }))
      .toMatchTextContent('On this profile your actions have the name of the sign-in instead: olivia (verified).');
  });
});
