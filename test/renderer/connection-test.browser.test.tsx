import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ConnectionReport } from '../../src-shared/api/connection-test.ts';
import { inspected, refusedReport, reportOf } from '../doubles/connection-reports.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { failure, WATCH, watchSnapshot } from '../doubles/page-watch.ts';
import { profileEntry } from '../doubles/page-profiles.ts';
import { renderApp } from '../doubles/render-app.tsx';

async function editor(entry = profileEntry({ watch: WATCH })) {
  const backend = new PageBackend();
  backend.kept.say(entry);
  const app = await renderApp(backend, '#/settings');
  backend.sayWire('open');
  backend.say(watchSnapshot());
  await expect.element(page.getByRole('heading', { name: 'Connection test' })).toBeVisible();
  const { tests } = backend.kept;
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
  it('tells each step as it comes, how long it took, and how far it is', async () => {
    const { backend, clock, tell } = await editor();
    await button('Test').click();
    backend.goOn(clock, 4_000);
    tell(reportOf(6));
    await expect.element(panel).toMatchTextContent('6 of 11 4 s · all good so far');
    expect(steps()).toEqual([
      'good: Proxy12 msnone in use',
      'good: Name12 msauth.example.com → 192.0.2.41',
      'good: Reached12 msauth.example.com',
      'good: TLS12 msTLSv1.3, issued by Example Root',
      'good: Token12 mssecret sent as basic · good for 15 min',
      'good: Permissions12 msacme.europe · 12 resources',
      'under way: Search',
      'not yet: Stream',
      'not yet: First event',
      'not yet: Heartbeatup to 30 s',
      'not yet: Clock',
    ]);
  });

  it('says when all was good, and since then how much has changed', async () => {
    const { tell, end } = await editor();
    await button('Test').click();
    tell(reportOf(11));
    end();
    await expect.element(panel).toMatchTextContent('Tested 14:00:00 UTC.All good.');
    await page.getByRole('textbox', { name: 'Realm' }).fill('other');
    await expect.element(panel).toMatchTextContent('Tested 14:00:00 UTC. One field was changed since.');
  });

  it('[PAGE-145] says first what stands in the way and what can be done, and what was not tried', async () => {
    const { tests, tell, end } = await editor();
    await button('Test').click();
    tell(refusedReport());
    end();
    await expect
      .element(panel.getByRole('alert'))
      .toMatchTextContent('The issuer did not accept this client.The client id or its secret is wrong');
    expect(steps().slice(4, 6)).toEqual([
      'failed: Token12 mssecret sent as basic · invalid_client',
      'not tried: Permissionsnot tried',
    ]);
    await button('Send it as “post” and test').click();
    expect(tests.at(-1)?.what.profile.clientAuthentication).toBe('post');
    await expect.element(button('post')).toHaveAttribute('aria-pressed', 'true');
    tell(refusedReport());
    await button('Enter secret again').click();
    await expect.element(page.getByLabelText('Client secret')).toHaveFocus();
  });

  it('says beside a step that works what a person should know of it', async () => {
    const { tell } = await editor();
    await button('Test').click();
    tell(reportOf(6, { tls: { state: 'warned', finding: inspected } }));
    await expect.poll(() => steps()[3]).toMatch(/^works, with a remark: TLS.*Acme Inspection CA: your company reads/);
    await expect.element(panel).toMatchTextContent('works so far, with one remark');
  });

  it('[PAGE-146] tests what is typed, with the secret that is not kept yet, and saves nothing', async () => {
    const { tests, backend } = await editor();
    await page.getByRole('textbox', { name: 'Realm' }).fill('typed');
    await page.getByLabelText('Client secret').fill('s3cret');
    await button('Test').click();
    const { id, profile, secret } = tests.at(-1)?.what ?? {};
    expect({ id, realm: profile?.realm, secret, calls: backend.kept.calls }).toEqual({
      id: profileEntry().id,
      realm: 'typed',
      secret: 's3cret',
      calls: [],
    });
  });

  it('[PAGE-146] ends when somebody cancels it, and when nobody looks any more', async () => {
    const { backend, tell } = await editor();
    await button('Test').click();
    tell(reportOf(3));
    await button('Cancel').click();
    await expect.element(panel).toMatchTextContent('Stopped 14:00:00 UTC.');
    expect({ running: backend.kept.testsRunning, fourth: steps()[3] }).toEqual({
      running: 0,
      fourth: 'not tried: TLSnot tried',
    });
    await button('Test again').click();
    expect(backend.kept.testsRunning).toBe(1);
    await page.getByRole('link', { name: 'Timeline' }).click();
    await expect.poll(() => backend.kept.testsRunning).toBe(0);
  });

  it('[PAGE-146] takes nothing of a run that was stopped or replaced', async () => {
    const { tests, tell } = await editor();
    await button('Test').click();
    await button('Cancel').click();
    tests[0]?.listener.onEnd(failure({ code: 'NO_PROFILE', facts: { id: 'gone' } }));
    await button('Test again').click();
    tell(reportOf(3));
    tests[0]?.listener.onData(reportOf(11));
    tests[0]?.listener.onEnd(null);
    await expect.element(panel).toMatchTextContent('3 of 11 0 s · all good so far');
    await expect.element(button('Cancel')).toBeVisible();
    tests[1]?.listener.onEnd(null);
    await expect.element(button('Test again')).toBeVisible();
  });

  it('leads to the field that needs a person, where there is nothing to test yet', async () => {
    const { tests } = await editor();
    await page.getByRole('textbox', { name: 'Realm' }).fill('');
    await expect.element(panel).toMatchTextContent('There is nothing to test yet: 1 field needs you.');
    await panel.getByRole('button', { name: '1 field needs you' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Realm' })).toHaveFocus();
    await button('Test').click();
    expect(tests).toEqual([]);
  });

  it('says why it could not be run', async () => {
    const { end } = await editor();
    await button('Test').click();
    end(failure({ code: 'NO_PROFILE', facts: { id: 'gone' } }));
    await expect.element(panel.getByRole('alert')).toMatchTextContent('This profile is not there any more.');
    await expect.element(button('Test again')).toBeVisible();
  });

  it('is a command of the editor, and leads to it from elsewhere without running by itself', async () => {
    const { tests } = await editor();
    await page.getByRole('link', { name: 'Timeline' }).click();
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.keyboard('Test the conn{Enter}');
    await expect.element(button('Test')).toHaveFocus();
    expect(tests).toEqual([]);
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.keyboard('Test the conn{Enter}');
    await expect.poll(() => tests.length).toBe(1);
  });
});
