import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AppErrorData } from '../../src-shared/api/errors.ts';
import type { SignInStatus } from '../../src-shared/api/profiles.ts';
import { profileIdSchema } from '../../src-shared/domain/identity.ts';
import type { StreamStatus } from '../../src-shared/api/stream/stream-status.ts';
import { click, keyboard } from '../doubles/page-input.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { backendError, OTHER_WATCH, START, WATCH, watchSnapshot } from '../doubles/page-watch.ts';
import { profileEntry } from '../doubles/page-profiles.ts';
import { renderApp } from '../doubles/render-app.tsx';

const ended: AppErrorData = { code: 'SIGNED_OUT', facts: { profile: 'Acme Europe', problem: 'ended' } };
const none: AppErrorData = { code: 'NO_SECRET', facts: { profile: 'Acme Europe', problem: 'none' } };
const needed = (error: AppErrorData): StreamStatus => ({
  kind: 'sign-in-needed',
  since: START - 200_000,
  nextAttemptAt: null,
  cause: { kind: 'no-grant', reason: 'sign-in-needed', code: error.code, host: null, error, answer: null },
});
const missing = (error: AppErrorData): SignInStatus => ({ kind: 'missing', error });
const nordics = profileIdSchema.parse('acme-nordics');
const other = (part: Parameters<typeof watchSnapshot>[0] = {}) =>
  watchSnapshot({
    watch: OTHER_WATCH,
    profile: { ...watchSnapshot().profile, id: nordics, name: 'Acme Nordics' },
    ...part,
  });

const bar = page.getByRole('banner');
const inBar = (name: string) => bar.getByRole('button', { name, exact: true });

async function app(flow: 'authorizationCode' | 'clientCredentials', error: AppErrorData) {
  const backend = new PageBackend();
  backend.stores.set(OTHER_WATCH, []);
  backend.pageProfiles.emit(profileEntry({ watch: WATCH, signIn: missing(error) }, { flow }));
  const rendered = await renderApp(backend);
  backend.emitWire('open');
  backend.emit(watchSnapshot({ stream: needed(error) }));
  await expect.element(page.getByTestId('signal')).toMatchTextContent('Sign-in needed');
  return { ...rendered, calls: backend.pageProfiles.calls };
}

describe('a needed sign-in', () => {
  it('[PAGE-141] is shown in the bar with the blind time and what still works, and starts from there', async () => {
    const { calls, backend } = await app('authorizationCode', ended);
    await expect.element(bar).toMatchTextContent('since 13:56:40 UTC · blind for 3 m 20 s');
    await expect
      .element(bar.getByRole('alert'))
      .toMatchTextContent(
        'The issuer has ended the sign-in of “Acme Europe”. Sign in again. Everything stored can be read.',
      );
    await expect.element(inBar('Try now')).not.toBeInTheDocument();
    await click(inBar('Sign in'));
    expect({ calls, retries: backend.calls.inputsOf('watches.retryNow') }).toEqual({
      calls: [['start', { id: profileEntry().id, keep: 'store' }]],
      retries: [],
    });
  });

  it('[OWN-4] starts once on a double click', async () => {
    const { calls } = await app('authorizationCode', ended);
    await userEvent.dblClick(inBar('Sign in'));
    await expect.poll(() => calls).toEqual([['start', { id: profileEntry().id, keep: 'store' }]]);
  });

  it('starts from the details if the bar has no room', async () => {
    const { calls } = await app('authorizationCode', ended);
    await page.viewport(640, 600);
    await click(inBar('Details'));
    await click(page.getByRole('dialog').getByRole('button', { name: 'Sign in' }));
    expect(calls).toEqual([['start', { id: profileEntry().id, keep: 'store' }]]);
  });

  it('shows the sign-in in progress, which can be cancelled', async () => {
    const { backend } = await app('authorizationCode', ended);
    const status = { kind: 'under-way', address: 'https://a.example/', startedAt: START, endsAt: START + 1 } as const;
    backend.pageProfiles.emit(profileEntry({ watch: WATCH, signIn: status }, { flow: 'authorizationCode' }));
    await click(inBar('Show the sign-in'));
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  });

  it('[PAGE-141] leads a client to the field of its secret, which has the focus', async () => {
    await app('clientCredentials', none);
    await click(inBar('Enter the client secret'));
    await expect.element(page.getByLabelText('Client secret')).toHaveFocus();
    expect(window.location.hash).toBe(`#/settings?profile=${profileEntry().id}`);
  });

  it('says in the bar why it could not start', async () => {
    const { backend } = await app('authorizationCode', ended);
    backend.pageProfiles.failure = backendError({ code: 'SIGN_IN_FAILED', facts: { profile: 'A', problem: 'port' } });
    await click(inBar('Sign in'));
    await expect.element(bar.getByRole('alert')).toMatchTextContent('No port on 127.0.0.1 is free');
    // The code of the reason that is shown, not that of the missing sign-in.
    await expect.element(bar.getByRole('alert').getByText('SIGN_IN_FAILED')).toBeVisible();
    await expect.element(bar.getByText('SIGNED_OUT')).not.toBeInTheDocument();
  });

  it('[VAULT-1] is not shown while the keychain may be asking, but that it may', async () => {
    const { backend } = await app('authorizationCode', ended);
    const waits = profileEntry({ watch: WATCH, signIn: { kind: 'keychain-waits' } }, { flow: 'authorizationCode' });
    backend.pageProfiles.emit(waits);
    const first = { since: START, lostAt: START, cause: null, attempt: 1, nextAttemptAt: null };
    backend.emit(watchSnapshot({ stream: { kind: 'reconnecting', ...first } }));
    await expect.element(bar).toMatchTextContent('The keychain has not answered yet.');
    await expect.element(bar).not.toMatchTextContent('trying now');
  });

  it('leads to the address of the sign-in if the browser would block a new tab', async () => {
    const { backend } = await app('authorizationCode', ended);
    backend.pageProfiles.startedSignIn = { ...backend.pageProfiles.startedSignIn, opened: false };
    vi.spyOn(navigator.userActivation, 'isActive', 'get').mockReturnValue(false);
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    await click(inBar('Sign in'));
    await expect.poll(() => window.location.hash).toMatch(/^#\/settings/);
    expect(open.mock.calls).toEqual([]);
    vi.restoreAllMocks();
  });

  it.each([1440, 900, 720, 450])('does not make the bar overflow at a width of %i px', async (width) => {
    const { backend } = await app('clientCredentials', none);
    await page.viewport(width, 600);
    backend.emit(watchSnapshot({ stream: needed(none) }));
    const overflow = () => {
      const head = document.querySelector('header');
      return head === null || head.scrollWidth !== head.clientWidth;
    };
    await expect.poll(overflow).toBe(false);
  });

  it('[PAGE-141] is shown in the rail and the tab for another watch, and a click leads to its remedy', async () => {
    const { backend } = await app('authorizationCode', ended);
    backend.pageProfiles.emit(
      profileEntry({ watch: WATCH }),
      profileEntry({ id: nordics, name: 'Acme Nordics', watch: OTHER_WATCH, signIn: missing(none) }),
    );
    backend.emit(watchSnapshot(), other({ stream: needed(none) }));
    await expect.poll(() => document.title).toBe('▲ Sign-in needed: Acme Nordics — Watchfloor');
    await click(page.getByRole('button', { name: 'Acme Nordics Sign-in needed' }));
    await expect.element(inBar('Enter the client secret')).toBeVisible();
  });
});

describe('the rail', () => {
  it('[PAGE-141] watches another profile, shows it as soon as it opens, and stops watching one', async () => {
    const { backend, stores, calls } = await app('authorizationCode', ended);
    backend.pageProfiles.emit(profileEntry({ watch: WATCH }), profileEntry({ id: nordics, name: 'Acme Nordics' }));
    backend.calls.answer('profiles.watch', () => ({ watch: OTHER_WATCH }));
    await click(page.getByRole('button', { name: 'Watch another' }));
    await click(page.getByRole('menuitem', { name: 'Watch Acme Nordics' }));
    backend.emit(watchSnapshot(), other());
    await expect.poll(() => stores.watch.getState().shown?.watch).toBe(OTHER_WATCH);
    await click(page.getByRole('button', { name: 'Watch another' }));
    await click(page.getByRole('menuitem', { name: 'Stop watching Acme Europe' }));
    expect(calls).toEqual([
      ['watch', { id: nordics }],
      ['unwatch', { id: profileEntry().id }],
    ]);
  });
});

describe('Ctrl+K', () => {
  it('offers the sign-in, the connection test, and other profiles by name', async () => {
    const { backend } = await app('authorizationCode', ended);
    backend.pageProfiles.emit(
      profileEntry({ watch: WATCH, signIn: missing(ended) }, { flow: 'authorizationCode' }),
      profileEntry({ id: nordics, name: 'Acme\u202ENordics' }),
    );
    await keyboard('{Control>}k{/Control}');
    const options = () =>
      [...document.querySelectorAll('[role=option]')].map((option) => option.textContent).filter((text) => text !== '');
    await expect.element(page.getByRole('dialog').getByRole('combobox')).toHaveFocus();
    await keyboard('>');
    await expect
      .poll(options)
      .toEqual(expect.arrayContaining(['Sign in', 'Test the connection', 'Watch Acme\\u{202E}Nordics', 'New profile']));
  });
});
