import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { loadLaterCode } from '../../src-renderer/components/later-part.tsx';
import { click, keyboard } from '../doubles/page-input.ts';
import { renderWatching } from '../doubles/render-app.tsx';

it('a screen whose code could not be loaded says so, and is shown after another try', async () => {
  await renderWatching('#/access');
  await loadLaterCode(() => Promise.reject(new TypeError('Failed to fetch')));
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
  await loadLaterCode(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect.element(page.getByRole('alert')).toMatchTextContent('This screen could not be loaded.');
  await expect.element(page.getByTestId('signal')).toMatchTextContent('Watching');
  clock.advance(5_000);
  await expect.element(figures).toBeVisible();
});

it.each([{ keys: '?', label: 'Keys', text: 'Show the keys' }])(
  'the dialog "$label" waits for its code, and says if that could not be loaded',
  async ({ keys, label, text }) => {
    await renderWatching('#/watch');
    const code = Promise.withResolvers<void>();
    const loading = loadLaterCode(() => code.promise);
    await keyboard(keys);
    const dialog = page.getByRole('dialog', { name: label });
    await expect.element(dialog).toMatchTextContent('Loading this dialog …');
    code.reject(new TypeError('Failed to fetch'));
    await loading;
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('This dialog could not be loaded.');
    await click(dialog.getByRole('button', { name: 'Try again' }));
    await expect.element(dialog).toMatchTextContent(text);
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
  },
);

it('the page tries again by itself when its later code could not be loaded', async () => {
  const { clock } = await renderWatching('#/access');
  await loadLaterCode(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect.element(page.getByRole('alert')).toMatchTextContent('This screen could not be loaded.');
  clock.advance(5_000);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(page.getByRole('main')).toMatchTextContent(/Access/);
});
