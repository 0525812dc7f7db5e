/** Settings with two profiles, one of them watched, and Practice; and what a person finds in the editor. */
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { PRACTICE_ID, profileIdSchema } from '../../src-shared/domain/identity.ts';
import type { ProfileEntry } from '../../src-shared/api/profiles.ts';
import { PageBackend } from './page-backend.ts';
import { WATCH, watchSnapshot } from './page-watch.ts';
import { profileEntry } from './page-profiles.ts';
import { someProfile } from './profile.ts';
import { renderApp } from './render-app.tsx';

export const europe = profileEntry({ watch: WATCH });
export const nordicsId = profileIdSchema.parse('acme-nordics');
export const nordics = profileEntry({}, { id: nordicsId, name: 'Acme Nordics', realm: 'nordics' });
export const practice = profileEntry({ id: PRACTICE_ID, name: 'Practice', practice: true, profile: null });
const { id: _id, ...fields } = someProfile;
/** As they are saved. */
export const someFields = fields;

export async function settings(
  hash = '#/settings?profile=acme-europe',
  entries: ProfileEntry[] = [europe, nordics, practice],
) {
  const backend = new PageBackend();
  const app = await renderApp(backend, hash);
  backend.sayWire('open');
  backend.say(watchSnapshot());
  backend.kept.say(...entries);
  await expect.element(list).toBeVisible();
  return { ...app, kept: backend.kept };
}
export const list = page.getByRole('navigation', { name: 'Settings' });
export const field = (name: string) => page.getByRole('textbox', { name, exact: true });
export const button = (name: string | RegExp) => page.getByRole('button', { name });
export const save = page.getByRole('button', { name: /^Sav(e|ing) ?(Ctrl ?S)?$/ });
export const noteOf = (name: string) => {
  const id = field(name).element().getAttribute('aria-describedby') ?? '';
  return page.elementLocator(document.getElementById(id) ?? document.body);
};
export const saves = (kept: PageBackend['kept']) => kept.calls.filter(([call]) => call === 'save');
