/** Tests the marks beside settings that a fleet policy locks. The backend refuses them, whatever the page shows. */
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { PolicyDescription } from '../../src-shared/api/policy/policy.ts';
import { appError } from '../../src-shared/api/errors.ts';
import { storyBackend } from '../doubles/localization-story.ts';
import type { PageBackend } from '../doubles/page-backend.ts';
import { click } from '../doubles/page-input.ts';
import { profileEntry } from '../doubles/page-profiles.ts';
import { WATCH } from '../doubles/page-watch.ts';
import { someProfile } from '../doubles/profile.ts';
import { renderWatching } from '../doubles/render-app.tsx';

type Valid = Extract<PolicyDescription, { readonly kind: 'valid' }>;

const button = (name: string) => page.getByRole('button', { name, exact: true });
const box = (name: string) => page.getByRole('checkbox', { name });
const place = '/etc/watchfloor/policy.json';

async function shown(hash: string, locked: Valid['locked'], mayExport = true): Promise<PageBackend> {
  return withPolicy(hash, { kind: 'valid', place, mayExport, locked });
}

async function withPolicy(hash: string, policy: PolicyDescription): Promise<PageBackend> {
  const backend = storyBackend();
  const { description } = backend;
  backend.description = { ...description, capabilities: { ...description.capabilities, desktop: true }, policy };
  backend.pageProfiles.entries = [profileEntry({ watch: WATCH })];
  backend.pageOutlets.emit();
  await renderWatching(hash, backend);
  return backend;
}

describe('[POLICY-1] beside each locked setting the page says that the organisation manages it', () => {
  test('profile: its fields are disabled, and signing in is not', async () => {
    await shown(`#/settings?profile=${someProfile.id}`, { profiles: ['Acme Europe'] });
    const words = /^Managed by your organisation: only these profiles may be watched, .*: Acme Europe\.$/;
    await expect.element(page.getByText(words)).toBeVisible();
    for (const name of ['Name', 'Base address', 'Client id', 'Authorities'])
      await expect.element(page.getByRole('textbox', { name, exact: true })).toBeDisabled();
    await expect.element(button('Edit the page rules')).toBeDisabled();
    await expect.element(page.getByRole('switch')).toBeEnabled();
  });

  test('addresses and least retention: the field is described by the sentence', async () => {
    await shown(`#/settings?profile=${someProfile.id}`, { addresses: ['api.example.com'], leastDaysSuccesses: ['90'] });
    for (const name of ['Base address', 'Events address', 'Sign-in address', 'Status page'])
      await expect
        .element(page.getByRole('textbox', { name }))
        .toHaveAccessibleDescription(
          'Managed by your organisation: a profile may name only these hosts: api.example.com.',
        );
    await expect
      .element(page.getByRole('textbox', { name: 'Days to store failures' }))
      .toHaveAccessibleDescription(/^Managed by your organisation: successes must be kept .*: 90\.$/);
  });

  test('retention: shorter times cannot be chosen', async () => {
    await shown('#/data', { leastDaysSuccesses: ['90'] });
    const select = page.getByRole('combobox', { name: 'Successes' });
    await expect.element(select).toHaveAccessibleDescription(/^Managed by your organisation: successes/);
    const days = [...select.element().querySelectorAll('option')].map((option) => Number(option.value));
    expect(Math.min(...days)).toBe(90);
  });

  test('outlets: none can be added', async () => {
    await shown('#/settings?part=outlets', { outlets: [] });
    await expect.element(button('Add outlet')).toBeDisabled();
    await expect
      .element(button('Add outlet'))
      .toHaveAccessibleDescription('Managed by your organisation: only these outlets send: none.');
  });

  test('masks: a required mask is on, cannot be switched off, and is in the export', async () => {
    const backend = await shown('#/timeline', { masks: ['eid', 'imsi', 'msisdn'] });
    await click(button('Export'));
    const dialog = page.getByRole('dialog', { name: 'Export' });
    for (const name of ['EID', 'IMSI, MSISDN']) {
      const mask = dialog.getByRole('checkbox', { name });
      await expect.element(mask).toBeDisabled();
      await expect.element(mask).toBeChecked();
      await expect.element(mask).toHaveAccessibleDescription(/^Managed by your organisation: .*: eid, imsi, msisdn\.$/);
    }
    await click(dialog.getByRole('checkbox', { name: 'Company' }));
    await click(dialog.getByRole('button', { name: 'Export', exact: true }));
    await expect
      .poll(() => backend.calls.inputsOf('exports.start').map((input) => 'mask' in input && input.mask.toSorted()))
      .toEqual([['eid', 'imsi', 'msisdn', 'user']]);
  });

  test('reports: masking is on and cannot be switched off', async () => {
    await shown('#/report', { masks: ['eid'] });
    await expect.element(box('Mask numbers')).toBeDisabled();
    await expect.element(box('Mask numbers')).toBeChecked();
    await expect.element(box('Mask numbers')).toHaveAccessibleDescription(/^Managed by your organisation: .*: eid\.$/);
  });

  test('export: another user cannot start one', async () => {
    await shown('#/timeline', { exporters: ['maria'] }, false);
    await click(button('Export'));
    const start = page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Export', exact: true });
    await expect.element(start).toBeDisabled();
    await expect
      .element(start)
      .toHaveAccessibleDescription(/^Managed by your organisation: only these users .*: maria\.$/);
  });

  test.each([
    ['desktop', { updateFeed: ['https://updates.example.com'] }, /updates come from this address only/],
    ['team', { teamLog: ['Noc2026'] }, /only the log of this team/],
  ] as const)('%s: the section says it', async (part, locked, words) => {
    await shown(`#/settings?part=${part}`, locked);
    await expect.element(page.getByText(words)).toMatchTextContent(/^Managed by your organisation: /);
  });

  test('a damaged policy locks all of them and says what to correct', async () => {
    const facts = { place, problem: 'wrong-setting', setting: 'masks', expected: 'a list of texts' } as const;
    await withPolicy('#/settings?part=outlets', { kind: 'damaged', error: appError('POLICY_DAMAGED', facts).data });
    await expect.element(button('Add outlet')).toBeDisabled();
    await expect
      .element(button('Add outlet'))
      .toHaveAccessibleDescription(/^Managed by your organisation, but the policy .*“masks” must be a list of texts\./);
  });
});
