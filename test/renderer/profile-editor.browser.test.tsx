import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
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
    await field('Events').fill('https://e.acme.example/connect/subscribe');
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
    await field('Realm').click();
    await userEvent.keyboard('{Control>}s{/Control}');
    await field('Realm').fill('other');
    await button('Edit the page rules').click();
    await expect.element(page.getByRole('dialog', { name: 'Page rules' })).toBeVisible();
    const press = new KeyboardEvent('keydown', {
      key: 's',
      code: 'KeyS',
      ctrlKey: true,
      bubbles: true,
      cancelable: true,
    });
    document.activeElement?.dispatchEvent(press);
    await button('Cancel').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    // The browser would save the page.
    expect({ kept: press.defaultPrevented, saves: saves(kept) }).toEqual({ kept: true, saves: [] });
    await expect.element(page.getByText(/^Saved 1/)).not.toBeInTheDocument();
    await button('Revert').click();
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
    await button('As a person, in the browser').click();
    await expect.element(ofFlow('authorizationCode')).toBeVisible();
    await button('As a client, with a secret').click();
    const places = () => ['Base', 'Events', 'Realm'].map((name) => field(name).element().getBoundingClientRect().top);
    const before = places();
    await field('Base').click();
    await expect.element(noteOf('Base')).toBeVisible();
    expect(places()).toEqual(before);
    await field('Realm').fill('other');
    await userEvent.tab();
    expect(places()).toEqual(before);
    await expect.element(noteOf('Realm')).toBeVisible();
    await expect.element(noteOf('Base')).not.toBeVisible();
    await page.viewport(900, 800);
    await expect.element(noteOf('Base')).toBeVisible();
  });

  it('[PAGE-131] blames a field when it was left, mends it with one click, and goes to the first that is wrong', async () => {
    const { kept } = await settings();
    await field('Base').fill('api.acme.example/');
    await expect.element(noteOf('Base')).toHaveTextContent('Permissions and search are asked here.');
    await field('Realm').fill('');
    await expect.element(noteOf('Base')).toMatchTextContent('Needs https:// in front.');
    await expect.element(field('Base')).toBeInvalid();
    await field('Client id').click();
    await button('2 fields need you').first().click();
    await expect.element(field('Base')).toHaveFocus();
    await expect.element(save).toBeDisabled();
    await userEvent.keyboard('{Control>}s{/Control}');
    expect(saves(kept)).toEqual([]);
    await button('Use https://api.acme.example').click();
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
    await field('Base').fill('api.acme.example/');
    await field('Auth').fill('https://auth.acme.example/auth/realms/acme/protocol/openid-connect/token');
    await field('Realm').fill('');
    await field('Client id').fill('');
    await field('Name').click();
    await expect.element(noteOf('Realm')).toMatchTextContent('Which realm?');
    expect(places()).toEqual(before);
  });

  it('[PAGE-133] keeps what was typed when the reader goes elsewhere, and marks it', async () => {
    await settings();
    await field('Realm').fill('other');
    await list.getByRole('link', { name: /Acme Nordics/ }).click();
    await expect.element(field('Realm')).toHaveValue('nordics');
    await expect.element(list.getByRole('link', { name: /Acme Europe ?not saved/ })).toBeVisible();
    await list.getByRole('link', { name: /Acme Europe/ }).click();
    await expect.element(field('Realm')).toHaveValue('other');
    await button('Revert').click();
    await expect.element(field('Realm')).toHaveValue('iot');
    await expect.element(list.getByText('not saved')).not.toBeInTheDocument();
  });

  it('[PAGE-133] says that the profile was saved elsewhere meanwhile, and takes that over when asked', async () => {
    const { kept } = await settings();
    await field('Realm').fill('mine');
    kept.say(profileEntry({ watch: WATCH }, { realm: 'theirs' }), nordics);
    await expect.element(page.getByText(/saved elsewhere while you typed/)).toBeVisible();
    await expect.element(field('Realm')).toHaveValue('mine');
    await button('Take that over').click();
    await expect.element(field('Realm')).toHaveValue('theirs');
  });

  it('[PAGE-133] keeps what was typed while it was being saved, and says that it is not saved', async () => {
    const { kept } = await settings();
    const answer = Promise.withResolvers<typeof someProfile.id>();
    vi.spyOn(kept.profiles, 'save').mockReturnValueOnce(answer.promise);
    await field('Realm').fill('other');
    await save.click();
    await field('Client id').fill('typed-since');
    answer.resolve(someProfile.id);
    await expect.element(save).toBeEnabled();
    await expect.element(page.getByText(/saved elsewhere/)).not.toBeInTheDocument();
    kept.say(profileEntry({ watch: WATCH }, { realm: 'other' }), nordics);
    await expect.element(field('Client id')).toHaveValue('typed-since');
    await save.click();
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

  it.each([
    ['Realm', 'other', 'Saving begins watching anew: the stream is closed, and opened as it is set now.'],
    ['Name', 'Acme EU', 'Saving does not disturb watching.'],
  ])('says what saving another %s does to the watch', async (name, value, words) => {
    await settings();
    await field(name).fill(value);
    await expect.element(page.getByText(words)).toBeVisible();
  });

  it('says why it was not saved, and what was typed stays', async () => {
    const { kept } = await settings();
    kept.failure = failure({ code: 'STORE_UNWRITABLE', facts: { path: '/d/profile.json', problem: 'full' } });
    await field('Realm').fill('other');
    await save.click();
    await expect.element(page.getByRole('alert')).toMatchTextContent('It was not saved. No space is left');
    await expect.element(field('Realm')).toHaveValue('other');
    kept.failure = null;
    await save.click();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it('cannot save while the backend does not answer, and keeps what was typed', async () => {
    const { backend } = await settings();
    await field('Realm').fill('other');
    backend.sayWire('lost');
    await expect.element(page.getByText('Watchfloor does not answer. What you typed stays here.')).toBeVisible();
    await expect.element(save).toBeDisabled();
    await expect.element(field('Realm')).toHaveValue('other');
  });

  it('watches a saved profile now, and stops', async () => {
    const { kept } = await settings('#/settings?profile=acme-nordics');
    await button('Watch now').click();
    await expect.poll(() => kept.calls).toEqual([['watch', nordicsId]]);
    kept.say({ ...nordics, watch: WATCH });
    await button('Stop watching').click();
    await expect.poll(() => kept.calls.length).toBe(2);
  });

  it('sets proxy, flow, how the secret is sent, and whether it is watched at the start', async () => {
    const { kept } = await settings('#/settings?profile=acme-nordics');
    await page.getByRole('combobox', { name: 'Proxy' }).selectOptions('this address:');
    await field('Address of the proxy').fill('proxy.acme.example:3128');
    await button('post').click();
    await page.getByRole('switch', { name: 'Start watching when Watchfloor starts' }).click();
    await field('Days for which failures are kept').fill('30');
    await save.click();
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
    await button('Edit the page rules').click();
    await button('Add a rule').click();
    await page.getByLabelText('What is hidden, of rule 1').selectOptions('Export events');
    await expect.element(button('Use these rules')).toBeDisabled();
    await field('Resource of rule 1').fill('users:READ');
    await expect.element(field('Name of the right of rule 1')).toHaveValue('READ');
    await button('Add a rule').click();
    await expect.element(page.getByText('1 rule is not whole yet')).toBeVisible();
    await page.getByLabelText('Which sort of right, of rule 2').selectOptions('role');
    await field('Name of the right of rule 2').fill('NOC_LEAD');
    await button('Use these rules').click();
    await expect.element(page.getByText('2 page rules')).toBeVisible();
    await save.click();
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
