import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { ConnectionReport } from '../../src-shared/api/connection-test.ts';
import { inspected, refusedReport, reportOf } from '../doubles/connection-reports.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { backendError, WATCH, watchSnapshot } from '../doubles/page-watch.ts';
import { profileEntry } from '../doubles/page-profiles.ts';
import { renderApp } from '../doubles/render-app.tsx';
import { click, keyboard, fill } from '../doubles/page-input.ts';

async function editor(entry = profileEntry({ watch: WATCH })) {
  const backend = new PageBackend();
  backend.pageProfiles.emit(entry);
  const app = await renderApp(backend, '#/settings');
  backend.emitWire('open');
  backend.emit(watchSnapshot());
  await expect.element(page.getByRole('heading', { name: 'Connection test' })).toBeVisible();
  const { tests } = backend.pageProfiles;
  return {
    ...app,
    tests,
    tell: (report: ConnectionReport) => tests.at(-1)?.listener.onData(report),
    end: (error: Error | null = null) => tests.at(-1)?.listener.onEnd(error),
  };
}
const panel = page.getByRole('region', { name: 'Steps of the connection test' });
const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
const steps = () => [...document.querySelectorAll('ol li')].map((step) => step.textContent);

describe('the connection test', () => {
  it('reports each step as it finishes, the overall success, and how many fields changed since', async () => {
    const { backend, clock, tell, end } = await editor();
    await click(button('Test'));
    backend.advanceAndRepeat(clock, 4_000);
    tell(reportOf(6));
    await expect.element(panel).toMatchTextContent('6 of 11 4 s · all ok so far');
    expect(steps()).toEqual([
      'ok: Proxy12 msnone in use',
      'ok: Name12 msauth.example.com → 192.0.2.41',
      'ok: Reached12 msauth.example.com',
      'ok: TLS12 msTLSv1.3, issued by Example Root',
      'ok: Token12 mssecret sent as basic · good for 15 min · 1140 bytes',
      'ok: Permissions12 msacme.europe · 12 resources',
      'in progress: Search',
      'not yet: Stream',
      'not yet: First event',
      'not yet: Heartbeatup to 30 s',
      'not yet: Clock',
    ]);
    tell(reportOf(6, { tls: { state: 'warned', finding: inspected } }));
    await expect.poll(() => steps()[3]).toMatch(/^warning: TLS.*Acme Inspection CA: your company reads/);
    await expect.element(panel).toMatchTextContent('works so far, with one warning');
    tell(reportOf(11));
    end();
    await expect.element(panel).toMatchTextContent('Tested 14:00:04 UTC.All ok.');
    await fill(page.getByRole('textbox', { name: 'Realm' }), 'other');
    await expect.element(panel).toMatchTextContent('Tested 14:00:04 UTC. One field was changed since.');
  });

  it('[TEST-1] shows first the problem and its remedies, and which steps were not tried', async () => {
    const { tests, tell, end } = await editor();
    await click(button('Test'));
    tell(refusedReport());
    end();
    await expect
      .element(panel.getByRole('alert'))
      .toMatchTextContent('The token issuer did not accept this client.The client id or its secret is wrong');
    expect(steps().slice(4, 6)).toEqual([
      'failed: Token12 mssecret sent as basic · invalid_client',
      'not tried: Permissionsnot tried',
    ]);
    await click(button('Send it as “post” and test'));
    expect(tests.at(-1)?.what.profile.clientAuthentication).toBe('post');
    await expect.element(button('post')).toHaveAttribute('aria-pressed', 'true');
    tell(refusedReport());
    await click(button('Enter secret again'));
    await expect.element(page.getByLabelText('Client secret')).toHaveFocus();
  });

  it('[TEST-1] tests the typed values with the unsaved secret, and saves nothing', async () => {
    const { tests, backend } = await editor();
    await fill(page.getByRole('textbox', { name: 'Realm' }), 'typed');
    await fill(page.getByLabelText('Client secret'), 's3cret');
    await click(button('Test'));
    const { id, profile, secret } = tests.at(-1)?.what ?? {};
    expect({ id, realm: profile?.realm, secret, calls: backend.pageProfiles.calls }).toEqual({
      id: profileEntry().id,
      realm: 'typed',
      secret: 's3cret',
      calls: [],
    });
  });

  it('[TEST-1] ends when the user cancels it or leaves the screen, and ignores reports of a stopped or replaced run', async () => {
    const { backend, tests, tell } = await editor();
    await click(button('Test'));
    tell(reportOf(3));
    await click(button('Cancel'));
    await expect.element(panel).toMatchTextContent('Stopped 14:00:00 UTC.');
    expect({ running: backend.pageProfiles.testsRunning, fourth: steps()[3] }).toEqual({
      running: 0,
      fourth: 'not tried: TLSnot tried',
    });
    tests[0]?.listener.onEnd(backendError({ code: 'NO_PROFILE', facts: { id: 'gone' } }));
    await click(button('Test again'));
    expect(backend.pageProfiles.testsRunning).toBe(1);
    tell(reportOf(3));
    tests[0]?.listener.onData(reportOf(11));
    tests[0]?.listener.onEnd(null);
    await expect.element(panel).toMatchTextContent('3 of 11 0 s · all ok so far');
    await expect.element(button('Cancel')).toBeVisible();
    await click(page.getByRole('link', { name: 'Timeline' }));
    await expect.poll(() => backend.pageProfiles.testsRunning).toBe(0);
  });

  it('leads to the field that needs input if nothing can be tested yet', async () => {
    const { tests } = await editor();
    await fill(page.getByRole('textbox', { name: 'Realm' }), '');
    await expect.element(panel).toMatchTextContent('Not ready to test: 1 field needs attention.');
    await click(panel.getByRole('button', { name: '1 field needs attention' }));
    await expect.element(page.getByRole('textbox', { name: 'Realm' })).toHaveFocus();
    await click(button('Test'));
    expect(tests).toEqual([]);
  });

  it('says why it could not run, and when a run has ended', async () => {
    const { end } = await editor();
    await click(button('Test'));
    end();
    await click(button('Test again'));
    end(backendError({ code: 'NO_PROFILE', facts: { id: 'gone' } }));
    await expect.element(panel.getByRole('alert')).toMatchTextContent('This profile no longer exists.');
    await expect.element(button('Test again')).toBeVisible();
  });

  it('is a command of the editor, and opens the editor from elsewhere without running', async () => {
    const { tests } = await editor();
    await click(page.getByRole('link', { name: 'Timeline' }));
    await keyboard('{Control>}k{/Control}');
    await keyboard('Test the conn{Enter}');
    await expect.element(button('Test')).toHaveFocus();
    expect(tests).toEqual([]);
    await keyboard('{Control>}k{/Control}');
    await keyboard('Test the conn{Enter}');
    await expect.poll(() => tests.length).toBe(1);
  });
});
