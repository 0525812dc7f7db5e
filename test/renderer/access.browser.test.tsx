import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AccessReport } from '../../src-shared/api/access.ts';
import type { PageRule } from '../../src-shared/domain/profile/page-rule.ts';
import { accessReport } from '../doubles/access-report.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { backendError, OTHER_WATCH, watchSnapshot } from '../doubles/page-watch.ts';
import { profileEntry } from '../doubles/page-profiles.ts';
import { renderApp } from '../doubles/render-app.tsx';
import { click, keyboard, fill } from '../doubles/page-input.ts';

const question = page.getByRole('region', { name: 'Can this token …?' });
const verdict = question.getByRole('status');
const table = page.getByRole('table', { name: 'Permissions' });
const hidden = page.getByRole('region', { name: /^Hidden or limited here/ });
const rail = page.getByRole('navigation', { name: 'Screens' });
const signInNeeded = backendError({
  code: 'SERVICE_FAILED',
  facts: {
    what: 'permissions',
    problem: 'sign-in-needed',
    finding: { key: 'token-refused', facts: { host: 'api.example.com', address: 'base', status: 401 } },
    status: 401,
  },
});

interface Told {
  readonly report?: AccessReport | null;
  readonly rules?: PageRule[];
  readonly failure?: Error | null;
}

async function app({ report = accessReport(), rules = [], failure: refused = null }: Told = {}, hash = '#/access') {
  const backend = new PageBackend();
  backend.pageProfiles.access = report;
  backend.pageProfiles.failure = refused;
  const told = await renderApp(backend, hash);
  backend.pageProfiles.emit(profileEntry({}, { pageRules: rules }));
  backend.emitWire('open');
  backend.emit(watchSnapshot());
  return { ...told, backend };
}

const asked = ({ pageProfiles }: PageBackend) => pageProfiles.inputsOf('access.report').map(({ fresh }) => ({ fresh }));

describe('the screen Access', () => {
  it('shows the owner of the token, undocumented fields of the answer, and a table by resource with the most frequent permissions as columns', async () => {
    await app();
    const who = page.getByRole('region', { name: 'Identity of this token' });
    const items = (name: string) =>
      who
        .getByRole('list', { name })
        .getByRole('listitem')
        .elements()
        .map((each) => each.textContent);
    await expect.element(who).toBeVisible();
    expect(items('Domain')).toEqual(['acme', 'acme.europe', 'acme.europe.logistics']);
    await expect.element(who).toMatchTextContent('as a client');
    // The mark of a cell is no word that its name would have to begin with.
    expect(new Set([...table.element().querySelectorAll('button')].map((cell) => cell.textContent))).toEqual(
      new Set(['']),
    );
    await expect.element(who).toMatchTextContent('valid until 14:03:40 UTC');
    await expect.element(who).toMatchTextContent('Also in the answer, not documented: tenantTier, mfa. Raw');
    await click(who.getByRole('button', { name: 'Raw' }));
    await expect.element(page.getByRole('region', { name: 'Answer as received' }).first()).toMatchTextContent('"gold"');
    const cells = table
      .getByRole('row')
      .elements()
      .map((row) =>
        [...row.querySelectorAll('th, td')].map(
          (cell) => cell.querySelector('button')?.getAttribute('aria-label')?.replace(/.*: /, '') ?? cell.textContent,
        ),
      );
    expect(cells).toEqual([
      ['Resource', 'READ', 'UPDATE', 'CREATE', 'SUBSCRIBE', 'READ_OWN_DOMAIN', 'Others'],
      ['connectivity-subscriptions', 'yes', 'yes', 'yes', 'no', 'no', ''],
      ['notification-stream', 'yes', 'no', 'no', 'yes', 'no', ''],
      ['users', 'yes', 'no', 'no', 'no', 'no', ''],
      ['billing-reports', 'no', 'no', 'no', 'no', 'yes', 'EXPORT'],
      ['odd', 'no', 'no', 'no', 'no', 'no', 'its entry is not a list of names'],
    ]);
  });

  it('answers the question from a link or from the form, marks the cell, and keeps the question in the address', async () => {
    await app({}, '#/access?can=users:READ');
    await expect.element(verdict).toMatchTextContent('Yeslisted for the resource itself');
    await expect.element(table.getByRole('button', { pressed: true })).toHaveAccessibleName('READ on users: yes');
    await fill(question.getByRole('combobox', { name: 'Resource' }), '');
    await fill(question.getByRole('combobox', { name: 'Permission' }), 'UPDATE');
    await expect.element(verdict).toMatchTextContent('Type the resource.');
    await fill(question.getByRole('combobox', { name: 'Resource' }), 'connectivity-subscriptions');
    await expect.element(verdict).toMatchTextContent(/^Yes/);
    expect(window.location.hash).toBe('#/access?can=connectivity-subscriptions:UPDATE');
    await fill(question.getByRole('combobox', { name: 'Permission' }), 'DELETE');
    await expect.element(verdict).toMatchTextContent('Nonot listed for this resource');
  });

  it('moves through the table with the arrow keys, has one Tab stop, and asks on Enter', async () => {
    await app();
    await expect.element(table).toBeVisible();
    expect(table.element().querySelectorAll('[tabindex="0"]').length).toBe(1);
    const first = table.getByRole('button').first().element();
    if (first instanceof HTMLElement) first.focus();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}{ArrowUp}{ArrowLeft}{Enter}');
    await expect
      .element(table.getByRole('button', { pressed: true }))
      .toHaveAccessibleName('READ on notification-stream: yes');
  });

  it('finds one of 10,000 resources and draws at most 200 rows', async () => {
    const resources = Array.from({ length: 10_000 }, (_, at) => ({ resource: `r${at}`, permissions: ['READ'] }));
    await app({ report: accessReport({ resources }) });
    await expect.element(page.getByText(/^200 of 10,000 resources/)).toBeVisible();
    expect(table.element().querySelectorAll('tr').length).toBe(201);
    await fill(page.getByRole('searchbox', { name: 'Find a permission' }), 'r9999');
    await expect.element(table.getByRole('rowheader')).toHaveTextContent('r9999');
  });

  it('shows invisible and direction-changing characters of a name as escapes', async () => {
    const name = 'us\u202Eers<b>x</b>\u200B';
    const resources = [{ resource: name, permissions: ['__proto__', name] }];
    await app({ report: accessReport({ resources, roles: [name], domainId: name }) });
    await expect.element(table.getByRole('rowheader')).toHaveTextContent('us\\u{202E}ers<b>x</b>\\u{200B}');
    const text = page.getByRole('region', { name: 'Access', exact: true }).element().textContent ?? '';
    expect(/[\u202E\u200B]/.test(text)).toBe(false);
  });

  it('[ACCESS-2] asks the service again on request and every minute, keeps the last answer after an error, and says when that was checked', async () => {
    const { backend, clock } = await app();
    await expect.element(table).toBeVisible();
    await click(page.getByRole('button', { name: 'Check again' }));
    await expect.poll(() => asked(backend)).toEqual([{ fresh: false }, { fresh: true }]);
    const facts = { host: 'api.example.com', address: 'base', code: 'ECONNRESET' } as const;
    backend.pageProfiles.failure = backendError({
      code: 'SERVICE_FAILED',
      facts: { what: 'permissions', problem: 'unreachable', finding: { key: 'service-unreachable', facts } },
    });
    await click(page.getByRole('button', { name: 'Check again' }));
    await expect
      .element(page.getByText(/^Could not be refreshed since then: The service at the base address/))
      .toBeVisible();
    await expect.element(question).toMatchTextContent('checked 13:59:40 UTC, stored 60 s');
    await expect.element(table).toBeVisible();
    for (let second = 0; second < 60; second += 1) clock.advance(1_000);
    await expect.poll(() => asked(backend).length).toBe(4);
  });

  it('shows no rights of the previous watch after another watch was opened', async () => {
    const { backend } = await app();
    await expect.element(table).toBeVisible();
    backend.pageProfiles.access = null;
    backend.emit(watchSnapshot({ watch: OTHER_WATCH }));
    await expect.element(page.getByText('Reading the permissions of this token …')).toBeVisible();
  });

  it('[ACCESS-2] says that a sign-in is needed, offers one action, and answers no question if there is no token', async () => {
    await app({ failure: signInNeeded }, '#/access?can=users:READ');
    await expect.element(page.getByRole('alert')).toMatchTextContent(/^Sign-in needed: there is no token to check/);
    await expect.element(verdict).toMatchTextContent('Unknownno answer from the service yet');
    await click(page.getByRole('main').getByRole('button', { name: 'Check the profile' }));
    expect(window.location.hash).toMatch(/^#\/settings\?profile=acme-europe/);
  });

  it('[ACCESS-2] starts the sign-in of a user immediately, as the bar does, and says why it failed', async () => {
    const { backend } = await app({ failure: signInNeeded });
    const error = { code: 'SIGNED_OUT', facts: { profile: 'Acme Europe', problem: 'ended' } } as const;
    backend.pageProfiles.emit(profileEntry({ signIn: { kind: 'missing', error } }, { flow: 'authorizationCode' }));
    const main = page.getByRole('main');
    await expect
      .element(main.getByRole('alert'))
      .toMatchTextContent('The service at the base address (api.example.com) refuses the token');
    backend.pageProfiles.failure = backendError({ code: 'SIGN_IN_FAILED', facts: { profile: 'A', problem: 'port' } });
    await click(main.getByRole('button', { name: 'Sign in', exact: true }));
    await expect.element(main.getByRole('alert')).toMatchTextContent('No port on 127.0.0.1 is free');
    expect(backend.pageProfiles.calls.at(-1)).toEqual(['start', { id: profileEntry().id, keep: 'store' }]);
  });

  it('says so if the token has no permissions', async () => {
    await app({ report: accessReport({ resources: [], roles: [], solutions: [], accessRights: [] }) });
    await expect.element(page.getByText(/^The answer lists no permissions/)).toBeVisible();
  });
});

const lacking = { kind: 'permission', resource: 'users', permission: 'DELETE' } as const;
const hides = (screen: 'data' | 'timeline' | 'coverage'): PageRule => ({
  hides: { kind: 'screen', screen },
  needs: lacking,
});
const holds = (action: 'export-events' | 'save-views' | 'mark-seen' | 'back-up'): PageRule => ({
  hides: { kind: 'action', action },
  needs: lacking,
});

describe('a rule of the profile that hides a part', () => {
  it('[ACCESS-4] removes a screen from the rail and from Ctrl+K, says why at its address, and offers to show it anyway', async () => {
    await app({ rules: [hides('coverage')] }, '#/coverage');
    await expect
      .element(page.getByRole('status').filter({ hasText: 'Coverage is hidden here' }))
      .toMatchTextContent('Coverage is hidden here: the token lacks permission users:DELETE.');
    expect(rail.getByRole('link', { name: 'Coverage' }).elements()).toEqual([]);
    await keyboard('{Control>}k{/Control}');
    await keyboard('cover');
    await expect.element(page.getByRole('dialog')).not.toMatchTextContent('CoverageG');
    await keyboard('{Escape}');
    await click(page.getByRole('button', { name: 'Show anyway' }));
    await expect.element(rail.getByRole('link', { name: 'Coverage' })).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Coverage');
  });

  it('[ACCESS-4] is listed under Access with the missing right, and the user can show the part anyway', async () => {
    await app({ rules: [holds('back-up'), hides('coverage')] });
    await expect.element(hidden).toMatchTextContent('2, by the rules of this profile');
    await expect.element(hidden).toMatchTextContent('Make a copyis hiddenneeds permission users:DELETE');
    await click(hidden.getByRole('button', { name: 'Show anyway: Coverage' }));
    await expect.element(hidden).toMatchTextContent('Coverageshown anyway, until this page is closed');
    await expect.element(rail.getByRole('link', { name: 'Coverage' })).toBeVisible();
  });

  it('[ACCESS-4] removes the button and the shortcut of an action', async () => {
    const { backend } = await app({ rules: [holds('export-events'), holds('save-views')] }, '#/timeline');
    await expect.poll(() => asked(backend).length).toBe(1);
    await expect.poll(() => page.getByRole('button', { name: 'Export', exact: true }).elements()).toEqual([]);
    expect(page.getByRole('button', { name: /^Save (?!.*views)/ }).elements()).toEqual([]);
    await keyboard('s');
    await keyboard('{Shift>}E{/Shift}');
    expect(page.getByRole('dialog').elements()).toEqual([]);
  });

  it('[ACCESS-4] shows the reason in the place of the hidden action Make a copy', async () => {
    await app({ rules: [holds('back-up')] }, '#/data');
    await expect
      .element(page.getByRole('link', { name: 'Making one is hidden: needs permission users:DELETE' }))
      .toBeVisible();
  });
});

describe('the rail', () => {
  it('has Settings at its foot, which is also highlighted for Data, and no entry for Data', async () => {
    await app({}, '#/data');
    const settings = rail.getByRole('link', { name: 'Settings' });
    await expect.element(settings).toHaveAttribute('aria-current', 'true');
    expect(rail.getByRole('link', { name: 'Data' }).elements()).toEqual([]);
    await keyboard('ga');
    await expect.element(rail.getByRole('link', { name: 'Access' })).toHaveAttribute('aria-current', 'page');
    await keyboard('g,');
    await expect.element(settings).toHaveAttribute('aria-current', 'page');
    await keyboard('gd');
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Data');
  });
});
