import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { click, keyboard } from '../doubles/page-input.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { renderWatching } from '../doubles/render-app.tsx';

const article = page.getByRole('article');

it('[PAGE-338] `?` leads to the glossary, whose links open other documents at their headings', async () => {
  await renderWatching('#/timeline', new PageBackend());
  await keyboard('?');
  await click(page.getByRole('dialog').getByRole('link', { name: 'Glossary' }));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(article).toMatchTextContent('eUICCA SIM whose profiles can be downloaded');
  await click(page.getByRole('navigation', { name: 'Documents' }).getByRole('link', { name: 'All documents' }));
  await click(page.getByRole('navigation', { name: 'For operators' }).getByRole('link', { name: 'Alarms' }));
  await click(article.getByRole('link', { name: 'Deadlines' }).first());
  await expect.poll(() => window.location.hash).toBe('#/settings?part=documents&doc=alarms%23deadlines');
  const top = () => article.getByRole('heading', { name: 'Deadlines' }).element().getBoundingClientRect().top;
  await expect.poll(top).toBeLessThan(200);
});

it('[PAGE-338] the list finds documents by their text, without a network', async () => {
  const fetching = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'));
  await renderWatching('#/settings?part=documents&doc=unknown', new PageBackend());
  await page.getByRole('textbox', { name: 'Documents that contain' }).fill('dead man');
  const links = page.getByRole('region', { name: 'Documents' }).getByRole('link');
  await expect
    .poll(() => links.elements().map(({ textContent }) => textContent))
    .toEqual(['Hand off: tell other systems']);
  await page.getByRole('textbox', { name: 'Documents that contain' }).fill('no such words');
  await expect.element(page.getByText('No document contains this.')).toBeVisible();
  expect(fetching).not.toHaveBeenCalled();
});
