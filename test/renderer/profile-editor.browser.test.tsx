import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { click, keyboard, write } from '../doubles/page-input.ts';
import { failure, WATCH } from '../doubles/page-watch.ts';
import { profileEntry } from '../doubles/page-profiles.ts';
import { someProfile } from '../doubles/profile.ts';
import {
  button,
  field,
  list,
  nordics,
  nordicsId,
  noteOf,
  save,
  saves,
  settings,
  someFields,
} from '../doubles/rendered-settings.tsx';

describe('the editor of a profile', () => {
  it('[PAGE-134] saves what is typed, tidied, with Ctrl+S while the person types', async () => {
    const { kept } = await settings();
    await expect.element(save).toBeDisabled();
    await write(field('Events'), 'https://e.acme.example/connect/subscribe');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect
      .poll(() => saves(kept))
      .toEqual([['save', { id: someProfile.id, profile: { ...someFields, eventsUrl: 'https://e.acme.example' } }]]);
    await expect.element(save).toBeDisabled();
    await expect
      .element(page.getByText(/^Saved 1/))
      .toMatchTextContent('Saved 14:00:00. Secrets are never in the profile file.');
    expect(field('Events').element()).toHaveProperty('value', 'https://e.acme.example');
  });

  it('[PAGE-134] says of nothing that it was saved, and saves nothing behind a dialog', async () => {
    const { kept } = await settings();
    await click(field('Realm'));
    await keyboard('{Control>}s{/Control}');
    await write(field('Realm'), 'other');
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
    // The browser would save the page.
    expect({ kept: press.defaultPrevented, saves: saves(kept) }).toEqual({ kept: true, saves: [] });
    await expect.element(page.getByText(/^Saved 1/)).not.toBeInTheDocument();
    await click(button('Revert'));
    await expect.element(page.getByText(/^Saved 1/)).not.toBeInTheDocument();
  });

  it('in a low window says what belongs into a field where it has the focus or is new, and nothing moves by that', async () => {
    await settings();
    await page.viewport(900, 600);
    await expect.element(field('Base')).toBeVisible();
    await expect.element(noteOf('Base')).not.toBeVisible();
    await expect.element(noteOf('Authorities')).toBeVisible();
    const ofFlow = (flow: string) => page.getByText(new RegExp(`^${flow}: `));
    await expect.element(ofFlow('clientCredentials')).not.toBeVisible();
    await click(button('As a person, in the browser'));
    await expect.element(ofFlow('authorizationCode')).toBeVisible();
    await click(button('As a client, with a secret'));
    const places = () => ['Base', 'Events', 'Realm'].map((name) => field(name).element().getBoundingClientRect().top);
    const before = places();
    await click(field('Base'));
    await expect.element(noteOf('Base')).toBeVisible();
    expect(places()).toEqual(before);
    await write(field('Realm'), 'other');
    await userEvent.tab();
    expect(places()).toEqual(before);
    await expect.element(noteOf('Realm')).toBeVisible();
    await expect.element(noteOf('Base')).not.toBeVisible();
    await page.viewport(900, 800);
    await expect.element(noteOf('Base')).toBeVisible();
  });

  it('[PAGE-131] blames a field when it was left, mends it with one click, and goes to the first that is wrong', async () => {
    const { kept } = await settings();
    await write(field('Base'), 'api.acme.example/');
    await expect.element(noteOf('Base')).toHaveTextContent('Permissions and search are asked here.');
    await write(field('Realm'), '');
    await expect.element(noteOf('Base')).toMatchTextContent('Needs https:// in front.');
    await expect.element(field('Base')).toBeInvalid();
    await click(field('Client id'));
    await click(button('2 fields need you').first());
    await expect.element(field('Base')).toHaveFocus();
    await expect.element(save).toBeDisabled();
    await keyboard('{Control>}s{/Control}');
    expect(saves(kept)).toEqual([]);
    await click(button('Use https://api.acme.example'));
    await expect.element(field('Base')).toHaveValue('https://api.acme.example');
    await expect.element(button('1 field needs you').first()).toBeVisible();
  });

  it('[PAGE-135] moves nothing when something is said under a field', async () => {
    await settings();
    const places = () =>
      ['Name', 'Base', 'Events', 'Auth', 'Realm', 'Client id'].map(
        (name) => field(name).element().getBoundingClientRect().top,
      );
    const before = places();
    await write(field('Base'), 'api.acme.example/');
    await write(field('Auth'), 'https://auth.acme.example/auth/realms/acme/protocol/openid-connect/token');
    await write(field('Realm'), '');
    await write(field('Client id'), '');
    await click(field('Name'));
    await expect.element(noteOf('Realm')).toMatchTextContent('Which realm?');
    expect(places()).toEqual(before);
  });

  it('[PAGE-133] keeps what was typed when the reader goes elsewhere, and marks it', async () => {
    await settings();
    await write(field('Realm'), 'other');
    await click(list.getByRole('link', { name: /Acme Nordics/ }));
    await expect.element(field('Realm')).toHaveValue('nordics');
    await expect.element(list.getByRole('link', { name: /Acme Europe ?not saved/ })).toBeVisible();
    await click(list.getByRole('link', { name: /Acme Europe/ }));
    await expect.element(field('Realm')).toHaveValue('other');
    await click(button('Revert'));
    await expect.element(field('Realm')).toHaveValue('iot');
    await expect.element(list.getByText('not saved')).not.toBeInTheDocument();
  });

  it('[PAGE-133] says that the profile was saved elsewhere meanwhile, and takes that over when asked', async () => {
    const { kept } = await settings();
    await write(field('Realm'), 'mine');
    kept.say(profileEntry({ watch: WATCH }, { realm: 'theirs' }), nordics);
    await expect.element(page.getByText(/saved elsewhere while you typed/)).toBeVisible();
    await expect.element(field('Realm')).toHaveValue('mine');
    await click(button('Take that over'));
    await expect.element(field('Realm')).toHaveValue('theirs');
  });

  it('[PAGE-133] keeps what was typed while it was being saved, and says that it is not saved', async () => {
    const { kept } = await settings();
    const answer = Promise.withResolvers<typeof someProfile.id>();
    vi.spyOn(kept.profiles, 'save').mockReturnValueOnce(answer.promise);
    await write(field('Realm'), 'other');
    await click(save);
    await write(field('Client id'), 'typed-since');
    answer.resolve(someProfile.id);
    await expect.element(save).toBeEnabled();
    await expect.element(page.getByText(/saved elsewhere/)).not.toBeInTheDocument();
    kept.say(profileEntry({ watch: WATCH }, { realm: 'other' }), nordics);
    await expect.element(field('Client id')).toHaveValue('typed-since');
    await click(save);
    await expect
      .poll(() => saves(kept))
      .toEqual([['save', { id: someProfile.id, profile: { ...someFields, realm: 'other', clientId: 'typed-since' } }]]);
  });

  it('follows what is saved elsewhere where nothing was typed', async () => {
    const { kept } = await settings();
    await expect.element(field('Realm')).toHaveValue('iot');
    kept.say(profileEntry({ watch: WATCH }, { realm: 'theirs' }));
    await expect.element(field('Realm')).toHaveValue('theirs');
  });

  it('says what saving another name or realm does to the watch', async () => {
    await settings();
    await write(field('Name'), 'Acme EU');
    await expect.element(page.getByText('Saving does not disturb watching.')).toBeVisible();
    await write(field('Realm'), 'other');
    await expect
      .element(page.getByText('Saving begins watching anew: the stream is closed, and opened as it is set now.'))
      .toBeVisible();
  });

  it('says why it was not saved, and what was typed stays', async () => {
    const { kept } = await settings();
    kept.failure = failure({ code: 'STORE_UNWRITABLE', facts: { path: '/d/profile.json', problem: 'full' } });
    await write(field('Realm'), 'other');
    await click(save);
    await expect.element(page.getByRole('alert')).toMatchTextContent('It was not saved. No space is left');
    await expect.element(field('Realm')).toHaveValue('other');
    kept.failure = null;
    await click(save);
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it('cannot save while the backend does not answer, and keeps what was typed', async () => {
    const { backend } = await settings();
    await write(field('Realm'), 'other');
    backend.sayWire('lost');
    await expect.element(page.getByText('Watchfloor does not answer. What you typed stays here.')).toBeVisible();
    await expect.element(save).toBeDisabled();
    await expect.element(field('Realm')).toHaveValue('other');
  });

  it('watches a saved profile now, and stops', async () => {
    const { kept } = await settings('#/settings?profile=acme-nordics');
    await click(button('Watch now'));
    await expect.poll(() => kept.calls).toEqual([['watch', nordicsId]]);
    kept.say({ ...nordics, watch: WATCH });
    await click(button('Stop watching'));
    await expect.poll(() => kept.calls.length).toBe(2);
  });

  it('sets proxy, flow, how the secret is sent, and whether it is watched at the start', async () => {
    const { kept } = await settings('#/settings?profile=acme-nordics');
    await page.getByRole('combobox', { name: 'Proxy' }).selectOptions('this address:');
    await write(field('Address of the proxy'), 'proxy.acme.example:3128');
    await click(button('post'));
    await click(page.getByRole('switch', { name: 'Start watching when Watchfloor starts' }));
    await write(field('Days for which failures are kept'), '30');
    await click(save);
    const { id: _nordics, ...fields } = { ...someProfile, name: 'Acme Nordics', realm: 'nordics' };
    await expect
      .poll(() => saves(kept))
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
  it('[PAGE-139] are written, and are saved with the profile when each is whole', async () => {
    const { kept } = await settings();
    await click(button('Edit the page rules'));
    await click(button('Add a rule'));
    await page.getByLabelText('What is hidden, of rule 1').selectOptions('Export events');
    await expect.element(button('Use these rules')).toBeDisabled();
    await write(field('Resource of rule 1'), 'users:READ');
    await expect.element(field('Name of the right of rule 1')).toHaveValue('READ');
    await click(button('Add a rule'));
    await expect.element(page.getByText('1 rule is not whole yet')).toBeVisible();
    await page.getByLabelText('Which sort of right, of rule 2').selectOptions('role');
    await write(field('Name of the right of rule 2'), 'NOC_LEAD');
    await click(button('Use these rules'));
    await expect.element(page.getByText('2 page rules')).toBeVisible();
    await click(save);
    await expect
      .poll(() => saves(kept))
      .toEqual([
        [
          'save',
          {
            id: someProfile.id,
            profile: {
              ...someFields,
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
