import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { LicenceNotices } from '../../src-shared/api/licence-notices.ts';
import { click } from '../doubles/page-input.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { watchSnapshot } from '../doubles/page-watch.ts';
import { renderWatching } from '../doubles/render-app.tsx';

const notices: LicenceNotices = {
  version: '0.1.0',
  parts: [
    { name: 'react', version: '19.3.1', licence: 'MIT', places: ['page'], texts: [0] },
    { name: 'react-dom', version: '19.3.1', licence: 'MIT', places: ['page'], texts: [0] },
    { name: 'inter', version: '5.3.0', licence: 'OFL-1.1', places: ['page'], texts: [1] },
  ],
  texts: ['Copyright (c) Meta\n<script>alert(1)</script>', 'SIL OPEN FONT LICENSE'],
};
const list = page.getByRole('navigation', { name: 'Settings' });
const licences = page.getByRole('article');
const texts = () => licences.elements().map((one) => one.textContent);

async function about(hash: string, { file = async () => Response.json(notices), hasDesktop = false } = {}) {
  const backend = new PageBackend();
  const { description } = backend;
  backend.description = { ...description, capabilities: { ...description.capabilities, desktop: hasDesktop } };
  const reading = vi.spyOn(globalThis, 'fetch').mockImplementation(file);
  const { clock } = await renderWatching(hash, backend);
  return { backend, clock, reading };
}

describe('[PACKED-28] Settings › About shows the version and every licence', () => {
  it('shows each licence text once, below the parts that use it', async () => {
    await about('#/settings?part=appearance');
    await click(list.getByRole('link', { name: 'About' }));
    await expect.element(list.getByRole('link', { name: 'About' })).toHaveAttribute('aria-current', 'page');
    await expect
      .poll(texts)
      .toEqual([
        'react 19.3.1 (MIT), react-dom 19.3.1 (MIT)Copyright (c) Meta\n<script>alert(1)</script>',
        'inter 5.3.0 (OFL-1.1)SIL OPEN FONT LICENSE',
      ]);
    await expect.element(page.getByText(/LICENSES\.chromium\.html/)).toBeVisible();
    const text = page.getByText('SIL OPEN FONT LICENSE');
    await expect.element(text).not.toBeVisible();
    await click(page.getByText('inter 5.3.0 (OFL-1.1)'));
    await expect.element(text).toBeVisible();
  });

  it('finds a part by a fragment of its name, ignoring case, with the keyboard alone', async () => {
    await about('#/settings?part=about');
    const find = page.getByRole('textbox', { name: 'Find a part' });
    await expect.element(find).toBeVisible();
    page.getByRole('button', { name: 'Open in another browser' }).element().focus();
    await userEvent.keyboard('{Tab}INT');
    await expect.element(find).toHaveFocus();
    await expect.poll(texts).toEqual(['inter 5.3.0 (OFL-1.1)SIL OPEN FONT LICENSE']);
    await userEvent.keyboard('x');
    await expect.element(page.getByText('No part has this in its name.')).toBeVisible();
  });
});

describe('[PACKED-28] Settings › About shows what runs, and where its data are', () => {
  const button = (name: string) => page.getByRole('button', { name });
  const panel = page.getByRole('region', { name: 'This program' });

  it('for the desktop app, which opens both folders', async () => {
    const { backend } = await about('#/settings?part=about', { hasDesktop: true });
    await expect.element(panel).toMatchTextContent('Watchfloor0.1.0Runs asdesktop app');
    await expect.element(panel).toMatchTextContent('Node24.19.2Linux6.12.0 x64');
    await expect.element(panel).toMatchTextContent('Data folder/home/op/.local/share/watchfloor');
    await expect.element(button('Copy the data folder')).toBeVisible();
    await click(button('Open data folder'));
    await click(button('Show logs'));
    expect(backend.pageDesktop.calls).toEqual([
      ['openFolder', { folder: 'data' }],
      ['openFolder', { folder: 'logs' }],
    ]);
    await expect.element(button('Open in another browser')).not.toBeInTheDocument();
  });

  it('for a browser, and makes a link for another browser that is shown for a minute', async () => {
    const { clock } = await about('#/settings?part=about');
    await expect.element(panel).toMatchTextContent('Runs asweb host, shown in a browser');
    await expect.element(button('Open data folder')).not.toBeInTheDocument();
    await click(button('Open in another browser'));
    const link = page.getByRole('textbox', { name: 'Link for another browser' });
    await expect.element(link).toHaveValue('http://127.0.0.1:4711/#launch=1');
    await expect.element(button('Copy the link')).toBeVisible();
    clock.advance(60_000);
    await expect.element(link).not.toBeInTheDocument();
  });
});

describe('[PACKED-28] licences that cannot be read are reported, not left out', () => {
  it.each([
    ['refused', async () => new Response('', { status: 401 })],
    ['not there', async () => Promise.reject(new TypeError('failed'))],
    ['something else', async () => new Response('<html>')],
  ])('reports no answer if the file is %s, and reads it again after a reconnection', async (_what, file) => {
    const { backend, reading } = await about('#/settings?part=about', { file });
    await expect.element(page.getByRole('alert')).toMatchTextContent('did not answer');
    reading.mockImplementation(async () => Response.json(notices));
    backend.emitWire('lost');
    await expect.element(page.getByText('Not connected').first()).toBeVisible();
    backend.emitWire('open');
    backend.emit(watchSnapshot());
    await expect.poll(() => texts().length).toBe(2);
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });
});
