import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { click, keyboard, fill } from '../doubles/page-input.ts';
import { backendError, WATCH } from '../doubles/page-watch.ts';
import { profileEntry } from '../doubles/page-profiles.ts';
import { someProfile } from '../doubles/profile.ts';
import {
  button,
  textField,
  settingsNavigation,
  nordics,
  nordicsId,
  fieldNote,
  saveButton,
  saveCalls,
  renderSettings,
  savedFields,
} from '../doubles/render-settings.tsx';

describe('the profile editor', () => {
  it('[PAGE-130] saves the tidied fields with Ctrl+S while the user types', async () => {
    const { kept } = await renderSettings();
    await expect.element(saveButton).toBeDisabled();
    await fill(textField('Events address'), 'https://e.acme.example/connect/subscribe');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect
      .poll(() => saveCalls(kept))
      .toEqual([['save', { id: someProfile.id, profile: { ...savedFields, eventsUrl: 'https://e.acme.example' } }]]);
    await expect.element(saveButton).toBeDisabled();
    await expect
      .element(page.getByText(/^Saved 1/))
      .toMatchTextContent('Saved 14:00:00. Secrets are never in the profile file.');
    expect(textField('Events address').element()).toHaveProperty('value', 'https://e.acme.example');
  });

  it('[PAGE-130] does not report a save without changes, and does not save behind a dialog', async () => {
    const { kept } = await renderSettings();
    await click(textField('Realm'));
    await keyboard('{Control>}s{/Control}');
    await fill(textField('Realm'), 'other');
    await click(button('Edit the page rules'));
    await expect.element(page.getByRole('dialog', { name: 'Page rules' })).toBeVisible();
    const press = new KeyboardEvent('keydown', {
      key: 's',
      code: 'KeyS',
      ctrlKey: true,
      bubbles: true,
      cancelable: true,
    });
    document.activeElement?.dispatchEvent(press);
    await click(button('Cancel'));
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    // Otherwise the browser would save the page.
    expect({ kept: press.defaultPrevented, saves: saveCalls(kept) }).toEqual({ kept: true, saves: [] });
    await expect.element(page.getByText(/^Saved 1/)).not.toBeInTheDocument();
    await click(button('Revert'));
    await expect.element(page.getByText(/^Saved 1/)).not.toBeInTheDocument();
  });

  it('shows the hint of a field in a low window only if it has the focus or a new value, and moves nothing', async () => {
    await renderSettings();
    await page.viewport(900, 600);
    await expect.element(textField('Base address')).toBeVisible();
    await expect.element(fieldNote('Base address')).not.toBeVisible();
    await expect.element(fieldNote('Authorities')).toBeVisible();
    const flowNote = (words: string) => page.getByText(words, { exact: false });
    await expect.element(flowNote('Works unattended')).not.toBeVisible();
    await click(button('As a person, in the browser'));
    await expect.element(flowNote('Opens your browser')).toBeVisible();
    await click(button('As a client, with a secret'));
    const places = () =>
      ['Base address', 'Events address', 'Realm'].map((name) => textField(name).element().getBoundingClientRect().top);
    const before = places();
    await click(textField('Base address'));
    await expect.element(fieldNote('Base address')).toBeVisible();
    expect(places()).toEqual(before);
    await fill(textField('Realm'), 'other');
    await userEvent.tab();
    expect(places()).toEqual(before);
    await expect.element(fieldNote('Realm')).toBeVisible();
    await expect.element(fieldNote('Base address')).not.toBeVisible();
    await page.viewport(900, 800);
    await expect.element(fieldNote('Base address')).toBeVisible();
  });

  it('[PAGE-130] shows an error after the user left a field, repairs it with one click, and focuses the first wrong field', async () => {
    const { kept } = await renderSettings();
    await fill(textField('Base address'), 'api.acme.example/');
    await expect
      .element(fieldNote('Base address'))
      .toHaveTextContent('Used for permissions and search. Such as https://api.example.com.');
    await fill(textField('Realm'), '');
    await expect.element(fieldNote('Base address')).toMatchTextContent('Needs https:// in front.');
    await expect.element(textField('Base address')).toBeInvalid();
    await click(textField('Client id'));
    await click(button('2 fields need attention').first());
    await expect.element(textField('Base address')).toHaveFocus();
    await expect.element(saveButton).toBeDisabled();
    await keyboard('{Control>}s{/Control}');
    expect(saveCalls(kept)).toEqual([]);
    await click(button('Use https://api.acme.example'));
    await expect.element(textField('Base address')).toHaveValue('https://api.acme.example');
    await expect.element(button('1 field needs attention').first()).toBeVisible();
  });

  it('[PAGE-130] moves nothing when a note appears below a field', async () => {
    await renderSettings();
    const places = () =>
      ['Name', 'Base address', 'Events address', 'Sign-in address', 'Realm', 'Client id'].map(
        (name) => textField(name).element().getBoundingClientRect().top,
      );
    const before = places();
    await fill(textField('Base address'), 'api.acme.example/');
    await fill(
      textField('Sign-in address'),
      'https://auth.acme.example/auth/realms/acme/protocol/openid-connect/token',
    );
    await fill(textField('Realm'), '');
    await fill(textField('Client id'), '');
    await click(textField('Name'));
    await expect.element(fieldNote('Realm')).toMatchTextContent('Enter the realm: ');
    expect(places()).toEqual(before);
  });

  it('[PAGE-130] keeps unsaved changes when the user opens another profile, and marks them', async () => {
    await renderSettings();
    await fill(textField('Realm'), 'other');
    await click(settingsNavigation.getByRole('link', { name: /Acme Nordics/ }));
    await expect.element(textField('Realm')).toHaveValue('nordics');
    await expect.element(settingsNavigation.getByRole('link', { name: /Acme Europe ?not saved/ })).toBeVisible();
    await click(settingsNavigation.getByRole('link', { name: /Acme Europe/ }));
    await expect.element(textField('Realm')).toHaveValue('other');
    await click(button('Revert'));
    await expect.element(textField('Realm')).toHaveValue('iot');
    await expect.element(settingsNavigation.getByText('not saved')).not.toBeInTheDocument();
  });

  it('[PAGE-130] says that the profile was saved elsewhere, and adopts that version on request', async () => {
    const { kept } = await renderSettings();
    await fill(textField('Realm'), 'mine');
    kept.emit(profileEntry({ watch: WATCH }, { realm: 'theirs' }), nordics);
    await expect.element(page.getByText(/saved elsewhere while you typed/)).toBeVisible();
    await expect.element(textField('Realm')).toHaveValue('mine');
    await click(button('Use that version'));
    await expect.element(textField('Realm')).toHaveValue('theirs');
  });

  it('[PAGE-130] keeps changes that were typed during a save, as not saved', async () => {
    const { kept } = await renderSettings();
    kept.hold();
    await fill(textField('Realm'), 'other');
    await click(saveButton);
    await fill(textField('Client id'), 'typed-since');
    kept.stopHolding();
    kept.release();
    await expect.element(saveButton).toBeEnabled();
    await expect.element(page.getByText(/saved elsewhere/)).not.toBeInTheDocument();
    kept.emit(profileEntry({ watch: WATCH }, { realm: 'other' }), nordics);
    await expect.element(textField('Client id')).toHaveValue('typed-since');
    await click(saveButton);
    await expect
      .poll(() => saveCalls(kept))
      .toEqual([
        ['save', { id: someProfile.id, profile: { ...savedFields, realm: 'other' } }],
        ['save', { id: someProfile.id, profile: { ...savedFields, realm: 'other', clientId: 'typed-since' } }],
      ]);
  });

  it('says what a new name or realm does to the watch', async () => {
    await renderSettings();
    await fill(textField('Name'), 'Acme EU');
    await expect.element(page.getByText('Saving does not interrupt watching.')).toBeVisible();
    await fill(textField('Realm'), 'other');
    await expect
      .element(page.getByText('Saving restarts watching: the stream is closed and opened again.'))
      .toBeVisible();
  });

  it('says why the save failed, and keeps the changes', async () => {
    const { kept } = await renderSettings();
    kept.failure = backendError({ code: 'STORE_UNWRITABLE', facts: { path: '/d/profile.json', problem: 'full' } });
    await fill(textField('Realm'), 'other');
    await click(saveButton);
    await expect.element(page.getByRole('alert')).toMatchTextContent('It was not saved. No space is left');
    await expect.element(textField('Realm')).toHaveValue('other');
    kept.failure = null;
    await click(saveButton);
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it('cannot save while the page is not connected, and keeps the changes', async () => {
    const { backend } = await renderSettings();
    await fill(textField('Realm'), 'other');
    backend.emitWire('lost');
    await expect.element(page.getByText('Watchfloor does not answer. Your changes stay here.')).toBeVisible();
    await expect.element(saveButton).toBeDisabled();
    await expect.element(textField('Realm')).toHaveValue('other');
  });

  it('sets the proxy, the client authentication, watching at start and retention', async () => {
    const { kept } = await renderSettings('#/settings?profile=acme-nordics');
    await page.getByRole('combobox', { name: 'Proxy' }).selectOptions('this address:');
    await fill(textField('Proxy address'), 'proxy.acme.example:3128');
    await click(button('post'));
    await click(page.getByRole('switch', { name: 'Start watching when Watchfloor starts' }));
    await fill(textField('Days to store failures'), '30');
    await click(saveButton);
    const { id: _nordics, ...fields } = { ...someProfile, name: 'Acme Nordics', realm: 'nordics' };
    await expect
      .poll(() => saveCalls(kept))
      .toEqual([
        [
          'save',
          {
            id: nordicsId,
            profile: {
              ...fields,
              proxy: 'http://proxy.acme.example:3128',
              clientAuthentication: 'post',
              watchAtStart: false,
              keepDays: { failures: 30, successes: 90, heartbeats: 7, searches: 30 },
            },
          },
        ],
      ]);
  });
});

describe('page rules', () => {
  it('[PAGE-130] can be used when all are complete, and are saved with the profile', async () => {
    const { kept } = await renderSettings();
    await click(button('Edit the page rules'));
    await click(button('Add a rule'));
    await page.getByLabelText('Hidden part of rule 1').selectOptions('Export events');
    await expect.element(button('Use these rules')).toBeDisabled();
    await fill(textField('Resource of rule 1'), 'users:READ');
    await expect.element(textField('Name of the right of rule 1')).toHaveValue('READ');
    await click(button('Add a rule'));
    await expect.element(page.getByText('1 rule is not complete yet')).toBeVisible();
    await page.getByLabelText('Kind of right of rule 2').selectOptions('role');
    await fill(textField('Name of the right of rule 2'), 'NOC_LEAD');
    await click(button('Use these rules'));
    await expect.element(page.getByText('2 page rules')).toBeVisible();
    await click(saveButton);
    await expect
      .poll(() => saveCalls(kept))
      .toEqual([
        [
          'save',
          {
            id: someProfile.id,
            profile: {
              ...savedFields,
              pageRules: [
                {
                  hides: { kind: 'action', action: 'export-events' },
                  needs: { kind: 'permission', resource: 'users', permission: 'READ' },
                },
                { hides: { kind: 'screen', screen: 'coverage' }, needs: { kind: 'role', name: 'NOC_LEAD' } },
              ],
            },
          },
        ],
      ]);
  });
});
