import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { AppErrorData } from '../../src-shared/api/errors.ts';
import type { ProfileEntry, SignInStatus } from '../../src-shared/api/profiles.ts';
import { click, keyboard, fill } from '../doubles/page-input.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { backendError, START, WATCH, watchSnapshot } from '../doubles/page-watch.ts';
import { profileEntry } from '../doubles/page-profiles.ts';
import { renderApp } from '../doubles/render-app.tsx';
import { saveButton } from '../doubles/render-settings.tsx';

const never: AppErrorData = { code: 'SIGNED_OUT', facts: { profile: 'Acme Europe', problem: 'never' } };
const none: AppErrorData = { code: 'NO_SECRET', facts: { profile: 'Acme Europe', problem: 'none' } };
const locked: AppErrorData = { code: 'KEYCHAIN_UNAVAILABLE', facts: { problem: 'locked' } };
const ready: SignInStatus = { kind: 'ready', kept: 'keychain', as: 'o.lind', since: START - 3_600_000 };
const underWay: SignInStatus = {
  kind: 'under-way',
  address: 'https://auth.example.com/auth?state=1',
  startedAt: START,
  endsAt: START + 300_000,
};
const person = (signIn: SignInStatus, part: Partial<ProfileEntry> = {}) =>
  profileEntry({ watch: WATCH, signIn, ...part }, { flow: 'authorizationCode' });
const client = (signIn: SignInStatus) => profileEntry({ watch: WATCH, signIn });

async function editorOf(entry: ProfileEntry, backend = new PageBackend()) {
  backend.pageProfiles.emit(entry);
  const app = await renderApp(backend, '#/settings');
  backend.emitWire('open');
  backend.emit(watchSnapshot());
  await expect.element(page.getByRole('heading', { name: 'Acme Europe' })).toBeVisible();
  return { ...app, calls: backend.pageProfiles.calls };
}
const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
const secret = page.getByLabelText('Client secret');
/** Returns how the field hides its characters and opts out of password managers. */
function secretShown() {
  const input = secret.element();
  const attributes = ['type', 'autocomplete', 'spellcheck', 'autocapitalize', 'data-1p-ignore', 'data-bwignore'];
  return [
    ...attributes.map((name) => input.getAttribute(name)),
    getComputedStyle(input).getPropertyValue('-webkit-text-security'),
  ];
}

afterEach(() => vi.restoreAllMocks());

describe('a user who signs in', () => {
  it('is shown by name, with the time and the place of the stored sign-in', async () => {
    await editorOf(person({ ...ready, as: 'o.lind\u202E' }));
    await expect
      .element(page.getByRole('main'))
      .toMatchTextContent('o.lind\\u{202E} since 13:00:00 UTC, stored in the system keychain');
  });

  it('gets a tab without access to this page if the host opens no browser', async () => {
    const backend = new PageBackend();
    backend.pageProfiles.startedSignIn = { ...backend.pageProfiles.startedSignIn, opened: false };
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { calls } = await editorOf(person({ kind: 'missing', error: never }), backend);
    await click(button('Sign in'));
    await expect
      .poll(() => open.mock.calls)
      .toEqual([[backend.pageProfiles.startedSignIn.address, '_blank', 'noopener,noreferrer']]);
    expect(calls).toEqual([['start', { id: profileEntry().id, keep: 'store' }]]);
  });

  it('gets no second page if the host has opened one', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { calls } = await editorOf(person({ kind: 'missing', error: never }));
    await click(button('Sign in'));
    await expect.poll(() => calls.length).toBe(1);
    expect(open.mock.calls).toEqual([]);
  });

  it('can open the page again, copy its address, and cancel', async () => {
    const { calls } = await editorOf(person(underWay));
    await expect.element(page.getByText(/^Waiting for you in the browser/)).toMatchTextContent('until 14:05 UTC');
    const link = page.getByRole('link', { name: 'Open the page again' });
    const { href, target, rel } = link.element() as HTMLAnchorElement;
    expect({ href, target, rel }).toEqual({ href: underWay.address, target: '_blank', rel: 'noopener noreferrer' });
    await expect.element(page.getByRole('button', { name: 'Copy the address of the sign-in page' })).toBeVisible();
    await click(button('Cancel'));
    expect(calls).toEqual([['cancel', { id: profileEntry().id }]]);
  });

  it('is never led to an address that is not a web page', async () => {
    await editorOf(person({ ...underWay, address: 'javascript:alert(1)' }));
    await expect.element(page.getByText(/^Waiting for you in the browser/)).toBeInTheDocument();
    expect(document.querySelector('main a[target]')).toBeNull();
  });

  it('reads why the sign-in failed, and can start again', async () => {
    const denied: AppErrorData = { code: 'SIGN_IN_FAILED', facts: { profile: 'A', problem: 'denied' } };
    const late: AppErrorData = { code: 'SIGN_IN_FAILED', facts: { profile: 'A', problem: 'timed-out' } };
    const { backend, calls } = await editorOf(person({ kind: 'failed', error: denied, at: START }));
    await expect.element(page.getByRole('alert')).toMatchTextContent('was denied at the issuer');
    backend.pageProfiles.emit(person({ kind: 'failed', error: late, at: START }));
    await expect.element(page.getByRole('alert')).toMatchTextContent('longer than 5 minutes');
    await click(button('Sign in'));
    expect(calls).toEqual([['start', { id: profileEntry().id, keep: 'store' }]]);
  });

  it('[VAULT-1] is not reported as signed out by a locked keychain, and may sign in until Watchfloor closes', async () => {
    const { calls } = await editorOf(person({ kind: 'unavailable', error: locked }));
    await expect.element(page.getByText('Unknown', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('alert')).toMatchTextContent('Nothing in it is lost');
    await click(button('Check again'));
    await click(button('Sign in until I close Watchfloor'));
    const { id } = profileEntry();
    expect(calls).toEqual([
      ['check', { id }],
      ['start', { id, keep: 'memory' }],
    ]);
  });

  it('[VAULT-1] reads that the keychain may be asking, and why a sign-in is only in memory', async () => {
    const { backend, calls } = await editorOf(person({ kind: 'keychain-waits' }));
    await expect.element(page.getByText(/^The keychain has not answered yet/)).toBeVisible();
    const notStored: AppErrorData = { code: 'KEYCHAIN_UNAVAILABLE', facts: { problem: 'silent' } };
    backend.pageProfiles.emit(person({ kind: 'ready', kept: 'memory', as: 'o.lind', since: START, notStored }));
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('This sign-in is not stored: it lasts until Watchfloor is closed.');
    await click(button('Sign in again'));
    expect(calls).toEqual([['start', { id: profileEntry().id, keep: 'store' }]]);
  });

  it('saves the typed changes first', async () => {
    const { calls } = await editorOf(person({ kind: 'missing', error: never }));
    await fill(page.getByRole('textbox', { name: 'Realm' }), 'other');
    await click(button('Save and sign in'));
    await expect.poll(() => calls.map(([name]) => name)).toEqual(['save', 'start']);
  });

  it('confirms a sign-out that ends watching, and sees the answer of the issuer', async () => {
    const { calls, backend } = await editorOf(person(ready));
    await click(button('Sign out'));
    await expect.element(page.getByText('This also stops watching.')).toBeVisible();
    await click(button('Cancel'));
    await click(button('Sign out'));
    expect(calls).toEqual([]);
    backend.pageProfiles.signedOut = { atIssuer: 'not-offered' };
    await click(button('Sign out'));
    backend.pageProfiles.emit(person({ kind: 'missing', error: never }));
    await expect.element(page.getByText(/This issuer offers no sign-out/)).toBeVisible();
    expect(calls).toEqual([['signOut', { id: profileEntry().id }]]);
  });
});

describe('the client secret', () => {
  it('[LEAK-3] is removed from the page once stored, and until then is only in its field', async () => {
    const { calls } = await editorOf(client({ kind: 'missing', error: none }));
    await fill(secret, 'canary-s3cret');
    const everywhere = () =>
      [document.documentElement.outerHTML, window.location.href, JSON.stringify(Object.entries(localStorage))].join();
    expect(everywhere()).not.toContain('canary-s3cret');
    await click(button('Store secret'));
    await expect.element(secret).toHaveValue('');
    expect(calls).toEqual([['setSecret', { id: profileEntry().id, secret: 'canary-s3cret', keep: 'store' }]]);
  });

  it('[LEAK-3] is discarded with its field and leaves nothing to save', async () => {
    await editorOf(client({ kind: 'missing', error: none }));
    await fill(secret, 's3cret');
    await expect.element(button('Store secret')).toBeVisible();
    await click(button('As a person, in the browser'));
    await click(button('As a client, with a secret'));
    await expect.element(secret).toHaveValue('');
    await expect.element(button('Store secret')).not.toBeInTheDocument();
    await expect.element(saveButton).toBeDisabled();
  });

  it('[LEAK-3] is hidden in a field that no browser offers to save, and cannot be copied', async () => {
    await editorOf(client({ kind: 'missing', error: none }));
    await expect.element(secret).toBeVisible();
    expect(secretShown()).toEqual(['text', 'off', 'false', 'none', '', '', 'disc']);
    await fill(secret, 's3cret');
    const copy = new ClipboardEvent('copy', { bubbles: true, cancelable: true });
    secret.element().dispatchEvent(copy);
    expect(copy.defaultPrevented).toBe(true);
  });

  it('[LEAK-3] has a password field in a browser that cannot hide other text', async () => {
    const supports = CSS.supports.bind(CSS);
    vi.spyOn(CSS, 'supports').mockImplementation((...asked: [string, string?]) =>
      asked[0] === '-webkit-text-security' ? false : supports(asked[0], asked[1] ?? ''),
    );
    await editorOf(client({ kind: 'missing', error: none }));
    await expect.element(secret).toBeVisible();
    expect(secretShown()).toEqual(['password', 'off', 'false', 'none', '', '', 'disc']);
  });

  it('is stored once by Enter', async () => {
    const { calls } = await editorOf(client({ kind: 'missing', error: none }));
    await fill(secret, 's3cret');
    await keyboard('{Enter}');
    await expect.element(secret).toHaveValue('');
    expect(calls.map(([name]) => name)).toEqual(['setSecret']);
  });

  it('[VAULT-1] stays in its field if it cannot be stored, and may be kept until Watchfloor closes', async () => {
    const { backend } = await editorOf(client({ kind: 'missing', error: none }));
    await expect.element(button('Store until I close Watchfloor')).not.toBeInTheDocument();
    backend.pageProfiles.failure = backendError(locked);
    await fill(secret, 's3cret');
    await click(button('Store secret'));
    await expect.element(page.getByRole('alert')).toMatchTextContent('cannot be used: it asks to be unlocked');
    await expect.element(secret).toHaveValue('s3cret');
    backend.pageProfiles.failure = null;
    await click(button('Store until I close Watchfloor'));
    await expect.element(secret).toHaveValue('');
    expect(backend.calls.inputsOf('signIn.setSecret').map(({ keep }) => keep)).toEqual(['store', 'memory']);
  });

  it('is shown as available, with its place', async () => {
    const { backend } = await editorOf(client({ kind: 'ready', kept: 'keychain', as: null, since: null }));
    const places = [
      ['keychain', 'Stored in the system keychain, never in the profile.', false],
      ['memory', 'Stored in memory until Watchfloor is closed.', false],
      ['environment', 'Read from WATCHFLOOR_CLIENT_SECRET', true],
      ['file', 'Read from the file in the profile', true],
    ] as const;
    for (const [kept, words, comesFromElsewhere] of places) {
      backend.pageProfiles.emit(client({ kind: 'ready', kept, as: null, since: null }));
      await expect.element(page.getByText(new RegExp(`^${words}`))).toBeVisible();
      expect((secret.element() as HTMLInputElement).disabled).toBe(comesFromElsewhere);
      await expect.poll(() => button('Remove secret').elements().length).toBe(comesFromElsewhere ? 0 : 1);
    }
  });

  it('is reported if it was given for another issuer, and can be replaced', async () => {
    const error: AppErrorData = {
      code: 'SECRET_BOUND',
      facts: { profile: 'Acme Europe', place: 'keychain', changed: ['issuer'] },
    };
    await editorOf(client({ kind: 'missing', error }));
    await expect.element(page.getByRole('alert')).toMatchTextContent('is for another issuer');
    await expect.element(secret).toBeEnabled();
  });
});
