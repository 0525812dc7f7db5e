/** Tests own links in a browser: Settings, the rows that show them, and attempts to make one lead elsewhere. */
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expandLink } from '../../src-shared/domain/links/expand-link.ts';
import type { OwnLink } from '../../src-shared/domain/links/own-link.ts';
import { itemFields } from '../../src-shared/service/subscription-item.ts';
import { caseLinkRow, groupLinkRow, subscriptionLinkRow } from '../../src-renderer/components/links/link-rows.ts';
import { aFailureGroup } from '../doubles/board.ts';
import { attackedAddress, attackedPath, hostileTemplates, hostileValues } from '../doubles/link-attacks.ts';
import { addressOf, causes, stories, storyBackend } from '../doubles/localization-story.ts';
import { aLink } from '../doubles/own-links.ts';
import { click, fill, keyboard } from '../doubles/page-input.ts';
import { WATCH } from '../doubles/page-watch.ts';
import { renderWatching } from '../doubles/render-app.tsx';

const button = (name: string | RegExp) => page.getByRole('button', { name });
const failed = stories.allocation[0] ?? stories.unknown;

async function opened(hash: string, ...links: OwnLink[]) {
  const backend = storyBackend();
  backend.ownLinks.set(WATCH, links);
  const app = await renderWatching(hash, backend);
  return { ...app, backend, saved: () => backend.ownLinks.get(WATCH) ?? [] };
}

describe('Settings › Links', () => {
  it('[LINK-1] shows the link for a real row or the mistake while the user types, and saves only a valid one', async () => {
    const { saved } = await opened('#/settings?part=links');
    await click(button('Add a link'));
    const dialog = page.getByRole('dialog', { name: 'Add a link' });
    const template = page.getByRole('textbox', { name: 'Address' });
    const add = button('Add link');
    await fill(template, 'https://tickets.example/new?eid={eid}&at={tiem}');
    await expect.element(dialog).toMatchTextContent('There is no field {tiem}.');
    await expect.element(add).toBeDisabled();
    await fill(template, 'javascript:alert(1)');
    await expect.element(dialog).toMatchTextContent('It must start with https://');
    await fill(template, 'https://tickets.example/new?eid={eid}');
    await expect.element(dialog).toMatchTextContent(/https:\/\/tickets\.example\/new\?eid=8904\d{28}/);
    await expect.element(add).toBeDisabled();
    await fill(page.getByRole('textbox', { name: 'Name of the link' }), 'Ticket');
    await click(add);
    await expect
      .poll(() => saved().map(({ name, places, mask }) => ({ name, places, mask })))
      .toEqual([{ name: 'Ticket', places: ['case'], mask: ['imsi', 'msisdn', 'company', 'user'] }]);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('[LINK-1] changes, moves, deletes and restores a link', async () => {
    const { saved } = await opened('#/settings?part=links', aLink(), aLink({ id: 'b', name: 'CMDB' }));
    await click(button('Move CMDB up'));
    await expect.poll(() => saved().map(({ name }) => name)).toEqual(['CMDB', 'Ticket']);
    await click(button('Edit CMDB'));
    await click(page.getByRole('checkbox', { name: 'EID' }));
    await click(button('Save link'));
    await expect.poll(() => saved()[0]?.mask).toEqual(['eid']);
    await click(button('Delete CMDB'));
    await expect.poll(() => saved().length).toBe(1);
    await click(button('Undo'));
    await expect.poll(() => saved().map(({ name }) => name)).toEqual(['CMDB', 'Ticket']);
  });
});

describe('a row', () => {
  it('[LINK-1, LINK-20] opens an own link with one click, in another window that knows nothing of this page', async () => {
    await opened(addressOf(failed), aLink(), aLink({ id: 'b', name: 'Elsewhere', places: ['event'] }));
    const links = page.getByRole('navigation', { name: 'Own links' });
    const ticket = links.getByRole('link', { name: 'Ticket' });
    await expect.element(ticket).toHaveAttribute('target', '_blank');
    await expect.element(ticket).toHaveAttribute('rel', 'noopener noreferrer');
    expect(ticket.element().getAttribute('href')).toContain(`&eid=${failed.eid ?? ''}&at=2026-`);
    expect(links.element().textContent).toBe('Ticket');
  });

  it('[LINK-1, LINK-20] copies and opens from Ctrl+K, and says why a link cannot be used', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const copied = vi.fn<(text: string) => void>();
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => copied(text));
    await opened(
      addressOf(failed),
      aLink({ template: 'https://tickets.example/{eid}' }),
      aLink({ id: 'b', name: 'Line', kind: 'copy', template: 'EID {eid}' }),
      aLink({ id: 'c', name: 'Without', template: 'https://tickets.example/{ticket}' }),
    );
    await click(button('Copy Line'));
    expect(copied).toHaveBeenCalledWith(`EID ${failed.eid ?? ''}`);
    await expect.element(button('Without')).toHaveAttribute('aria-disabled', 'true');
    await keyboard('{Control>}k{/Control}');
    await keyboard('own link: Ticket{Enter}');
    await expect
      .poll(() => open.mock.calls)
      .toEqual([[`https://tickets.example/${failed.eid ?? ''}`, '_blank', 'noopener,noreferrer']]);
  });

  it('[LINK-1] without own links shows nothing of them', async () => {
    await opened(addressOf(failed));
    await expect.element(page.getByRole('region', { name: 'What it means' })).toBeVisible();
    expect(document.querySelector('nav[aria-label="Own links"]')).toBeNull();
  });
});

describe('the values of a row', () => {
  const at = Date.UTC(2026, 10, 21, 12, 47, 31, 882);
  const TIMES = {
    time: '2026-11-21T12:47:31.882Z',
    time_ms: String(at),
    from: '2026-11-21T12:32:31.882Z',
    from_ms: String(at - 900_000),
    to: '2026-11-21T13:02:31.882Z',
    to_ms: String(at + 900_000),
  };

  it('[LINK-1] have the minute of the row and the quarters of an hour around it', () => {
    const { values } = caseLinkRow({ ...failed, firstAt: at, lastAt: at }, 'Acme');
    expect(values).toMatchObject({ ...TIMES, cause: 'Allocation failed', eid: failed.eid, profile: 'Acme' });
    expect(values.link).toMatch(/^http:\/\/localhost:.*#\/localizations\?case=eid:8904\d{28}$/);
    const group = aFailureGroup({ cause: causes.allocation, open: 3, firstAt: at, lastAt: at });
    expect(groupLinkRow(group, 'Acme').values).toMatchObject({
      ...TIMES,
      count: '3',
      consequence: 'Profile on the eUICC, unusable',
    });
  });

  it('[LINK-1] include the identifiers of a subscription, in whatever shape they came', () => {
    const raw =
      '{"iotSubscription":{"imsi":"262019900000691","profile":{"iccid":"8947"},"lastModifiedAt":"2026-11-21T12:47:31.882Z"}}';
    const item = { id: 'sub-1', raw, receivedAt: 0 } as Parameters<typeof subscriptionLinkRow>[0];
    const { values } = subscriptionLinkRow(item, itemFields(raw), { href: '#/subscriptions', profile: 'Acme' });
    expect(values).toMatchObject({
      ...TIMES,
      subscription: 'sub-1',
      imsi: '262019900000691',
      iccid: '8947',
      eid: null,
    });
  });

  it('[LINK-1] include no time if the stored number is not one', () => {
    const { values } = caseLinkRow({ ...failed, firstAt: NaN, lastAt: 9e15 }, 'Acme');
    expect([values.time, values.from, values.to]).toEqual([null, null, null]);
  });
});

describe('[LINK-20] for this browser', () => {
  const anchorOf = (template: string, value: string) => {
    const link = expandLink(aLink({ template, places: ['event'] }), {
      place: 'event',
      values: { eid: value, code: value, operation: value },
    });
    if (link.kind !== 'address') return null;
    const anchor = document.createElement('a');
    anchor.href = link.address;
    return anchor;
  };

  it('no template leads to a script or to another host', () =>
    expect(hostileTemplates.filter(([template]) => anchorOf(template, '1') !== null)).toEqual([]));

  it('no value leads to another host, path or parameter', () => {
    for (const value of hostileValues) {
      const query = anchorOf(attackedAddress, value);
      if (query !== null) {
        const { protocol, host, pathname, username, password } = query;
        expect({ protocol, host, pathname, username, password }).toEqual({
          protocol: 'https:',
          host: 'tickets.example',
          pathname: '/new',
          username: '',
          password: '',
        });
        expect([...new URL(query.href).searchParams.keys()]).toEqual(['title', 'eid', 'end']);
      }
      const path = anchorOf(attackedPath, value);
      if (path !== null) {
        const { protocol, host, pathname, search, hash } = path;
        expect({ protocol, host, search, hash }).toEqual({
          protocol: 'https:',
          host: 'tickets.example',
          search: '',
          hash: '',
        });
        expect(pathname).toMatch(/^\/eid\/[^/]+\/edit$/);
      }
    }
  });
});
