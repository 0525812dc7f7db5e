/** Renders settings with two profiles, one of them watched, and Practice, and finds the controls of the editor. */
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { PRACTICE_ID, profileIdSchema } from '../../src-shared/domain/identity.ts';
import type { ProfileEntry } from '../../src-shared/api/profiles.ts';
import { PageBackend } from './page-backend.ts';
import { WATCH } from './page-watch.ts';
import { profileEntry } from './page-profiles.ts';
import { someProfile } from './profile.ts';
import { renderWatching } from './render-app.tsx';

export const europe = profileEntry({ watch: WATCH });
export const nordicsId = profileIdSchema.parse('acme-nordics');
export const nordics = profileEntry({}, { id: nordicsId, name: 'Acme Nordics', realm: 'nordics' });
export const practice = profileEntry({ id: PRACTICE_ID, name: 'Practice', practice: true, profile: null });
const { id: _id, ...fields } = someProfile;
export const savedFields = fields;

export async function renderSettings(
  hash = '#/settings?profile=acme-europe',
  entries: ProfileEntry[] = [europe, nordics, practice],
) {
  const backend = new PageBackend();
  // Before the watch: a page that knows the watch alone would open the editor of a new profile.
  backend.pageProfiles.emit(...entries);
  const app = await renderWatching(hash, backend);
  await expect.element(settingsNavigation).toBeVisible();
  return { ...app, kept: backend.pageProfiles };
}
export const settingsNavigation = page.getByRole('navigation', { name: 'Settings' });
export const textField = (name: string) => page.getByRole('textbox', { name, exact: true });
export const button = (name: string | RegExp) => page.getByRole('button', { name });
export const saveButton = page.getByRole('button', { name: /^Sav(e|ing) ?(Ctrl ?S)?$/ });
export const fieldNote = (name: string) => {
  const id = textField(name).element().getAttribute('aria-describedby') ?? '';
  return page.elementLocator(document.getElementById(id) ?? document.body);
};
export const saveCalls = (profiles: PageBackend['pageProfiles']) => profiles.calls.filter(([name]) => name === 'save');
