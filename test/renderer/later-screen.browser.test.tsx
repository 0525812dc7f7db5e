import { expect, it, onTestFinished } from 'vitest';
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

it('[PAGE-67] a wall whose code could not be loaded shows the signal, and tries again by itself', async () => {
  window.history.replaceState(null, '', '?wall');
  onTestFinished(() => {
    window.history.replaceState(null, '', window.location.pathname);
    document.documentElement.removeAttribute('data-wall');
  });
  const { clock } = await renderWatching('#/watch');
  const figures = page.getByRole('region', { name: 'Other figures' });
  await expect.element(figures).toBeVisible();
  await loadLaterScreens(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect.element(page.getByRole('alert')).toMatchTextContent('This screen could not be loaded.');
  await expect.element(page.getByTestId('signal')).toMatchTextContent('Watching');
  clock.advance(5_000);
  await expect.element(figures).toBeVisible();
});
