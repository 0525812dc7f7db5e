import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { loadLaterScreens } from '../../src-renderer/screens/LaterScreen.tsx';
import { click } from '../doubles/page-input.ts';
import { renderWatching } from '../doubles/render-app.tsx';

it('a screen whose code could not be loaded says so, and is shown after another try', async () => {
  await renderWatching('#/access');
  await loadLaterScreens(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect.element(page.getByRole('alert')).toMatchTextContent('This screen could not be loaded.');
  await expect.element(page.getByTestId('signal')).toBeVisible();
  await click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByRole('main')).toMatchTextContent(/Access/);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
