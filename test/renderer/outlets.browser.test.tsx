/** Tests Settings › Outlets in a browser. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { OutletEntry } from '../../src-shared/api/outlets.ts';
import { anOutlet } from '../doubles/an-outlet.ts';
import { storyBackend } from '../doubles/localization-story.ts';
import { click, fill, keyboard } from '../doubles/page-input.ts';
import { anOutletEntry } from '../doubles/page-outlets.ts';
import { START, WATCH } from '../doubles/page-watch.ts';
import { renderWatching } from '../doubles/render-app.tsx';

const button = (name: string | RegExp) => page.getByRole('button', { name });
const card = (name: string) => page.getByRole('article', { name });

async function opened(...entries: OutletEntry[]) {
  const backend = storyBackend();
  backend.pageOutlets.emit(...entries);
  await renderWatching('#/settings?part=outlets', backend);
  return backend.pageOutlets;
}

const failure = {
  since: START - 60_000,
  nextAt: START + 60_000,
  attempts: 4,
  detail: 'connection refused (ECONNREFUSED)',
};
const turn = {
  number: 7,
  id: 'turn-7',
  subject: 'cause:localization/ALLOCATED//X',
  name: 'opened',
  at: START,
} as const;

describe('the list', () => {
  it('[OUTLET-74] shows each state in words and by mark: never green when it is failing or was not used yet', async () => {
    await opened(
      anOutletEntry({ outlet: anOutlet({ id: 'a', name: 'works' }) }),
      anOutletEntry({ outlet: anOutlet({ id: 'b', name: 'fails' }), status: { kind: 'failing', failure }, refused: 2 }),
      anOutletEntry({ outlet: anOutlet({ id: 'c', name: 'fresh' }), status: { kind: 'ready' } }),
      anOutletEntry({ outlet: anOutlet({ id: 'd', name: 'unused' }), status: { kind: 'unused' } }),
    );
    await expect.element(card('works')).toMatchTextContent(/Working/);
    await expect
      .element(card('fails'))
      .toMatchTextContent(/Failing.*ECONNREFUSED.*Next attempt: .*2 messages were refused/);
    await expect.element(card('fresh')).toMatchTextContent(/Not used yet/);
    await expect.element(card('unused')).toMatchTextContent(/Not used yet/);
    const hues = ['works', 'fails', 'fresh', 'unused'].map((name) =>
      [...card(name).element().querySelectorAll('[data-hue]')].map((mark) => mark.getAttribute('data-hue')),
    );
    expect(hues).toEqual([['--succeeded'], ['--failed'], [], []]);
  });

  it('[OUTLET-74] shows the last words of a receiver and clocks that differ, and not its words while it fails', async () => {
    const said = { receiverWords: 'nobody reads this room', clockOffsetMs: -660_000 };
    const delivery = { turn, at: START, outcome: 'delivered', attempts: 1, detail: 'nobody reads this' } as const;
    await opened(
      anOutletEntry({ outlet: anOutlet({ id: 'a', name: 'works' }), ...said, deliveries: [delivery] }),
      anOutletEntry({ outlet: anOutlet({ id: 'b', name: 'fails' }), ...said, status: { kind: 'failing', failure } }),
    );
    await expect
      .element(card('works'))
      .toMatchTextContent(
        /Working.*The receiver said: nobody reads this room.*computer is 11 m ahead of the receiver’s/,
      );
    await expect.element(card('fails')).not.toMatchTextContent(/nobody reads this room/);
    await click(button('Last deliveries of works'));
    await expect
      .element(card('works'))
      .toMatchTextContent(/Delivered.*The receiver said: nobody reads this \(1 attempt\)/);
  });

  it('[OUTLET-74] lists the last deliveries of an outlet, and says which were not delivered without unfolding', async () => {
    const delivery = { turn, at: START, outcome: 'delivered', attempts: 1, detail: null } as const;
    const lost = {
      ...delivery,
      turn: { ...turn, number: 6, id: 'turn-6' },
      outcome: 'not-delivered',
      attempts: 40,
      detail: 'HTTP 503',
    } as const;
    await opened(anOutletEntry({ deliveries: [delivery, lost] }));
    const fold = button('Last deliveries of on call · 1 not delivered');
    await expect.element(fold).toHaveAttribute('aria-expanded', 'false');
    await click(fold);
    const items = page.getByRole('list', { name: /newest first/ }).getByRole('listitem');
    await expect.element(items.nth(0)).toMatchTextContent(/Delivered.*New: Allocation failed · X/);
    await expect.element(items.nth(1)).toMatchTextContent(/Not delivered.*HTTP 503 \(40 attempts\)/);
  });

  it('[OUTLET-74] shows the answer to a test next to its outlet, also a refusal', async () => {
    const outlets = await opened(anOutletEntry(), anOutletEntry({ outlet: anOutlet({ id: 'b', name: 'chat' }) }));
    await click(button('Send a test to on call'));
    await expect.element(card('on call')).toMatchTextContent(/Test accepted: HTTP 200/);
    outlets.answer = { isAccepted: false, words: 'HTTP 404: no such room' };
    await click(button('Send a test to chat'));
    await expect.element(card('chat')).toMatchTextContent(/Test not accepted: HTTP 404: no such room/);
    await expect.element(card('on call')).toMatchTextContent(/Test accepted/);
  });

  it('[OUTLET-74] tests an outlet before it is added, says what is missing, and shows when the last delivery was', async () => {
    const delivery = { turn, at: START, outcome: 'delivered', attempts: 1, detail: null } as const;
    const lost = { ...delivery, turn: { ...turn, id: 'turn-6' }, outcome: 'not-delivered' } as const;
    const outlets = await opened(anOutletEntry({ deliveries: [lost, delivery] }));
    await expect.element(card('on call')).toMatchTextContent(/Working.*1 of the last 2 delivered, the newest 14:00/);
    await click(button('Add outlet'));
    const dialog = page.getByRole('dialog', { name: 'Add outlet' });
    const address = dialog.getByRole('textbox', { name: 'Address' });
    await expect.element(address).toHaveAttribute('placeholder', 'https://alertmanager.example.com:9093');
    await expect.element(dialog).toMatchTextContent(/failure groups that are open at once/);
    await expect.element(dialog).toMatchTextContent(/Enter or correct: the name\./);
    await expect.element(dialog.getByRole('button', { name: 'Send a test' })).toBeDisabled();
    await fill(dialog.getByRole('textbox', { name: 'Name of the outlet' }), 'ops');
    await fill(address, 'https://alerts.example.com');
    await click(dialog.getByRole('button', { name: 'Send a test' }));
    await expect.element(dialog).toMatchTextContent(/Test accepted: HTTP 200/);
    expect(outlets.state.outlets).toHaveLength(1);
    await fill(address, 'https://alerts.example.com/b');
    await expect.element(dialog).not.toMatchTextContent(/Test accepted/);
  });

  it('[OUTLET-74] removes an outlet only after a question', async () => {
    const outlets = await opened(anOutletEntry());
    await click(button('Remove on call'));
    const dialog = page.getByRole('dialog', { name: 'Remove on call' });
    await expect.element(dialog).toMatchTextContent(/What it has not sent yet is not sent/);
    await click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(outlets.state.outlets.length).toBe(1);
    await click(button('Remove on call'));
    await click(button('Remove outlet'));
    await expect.poll(() => outlets.state.outlets.length).toBe(0);
    await expect.element(page.getByText(/^No outlet yet\./)).toBeVisible();
  });

  it('[THREAD-4] cannot be changed or tested while the store is read only', async () => {
    const outlets = await opened(anOutletEntry());
    outlets.state = { ...outlets.state, readOnly: true };
    outlets.emit(anOutletEntry());
    await expect.element(button('Add outlet')).toBeDisabled();
    await expect.element(button('Send a test to on call')).toBeDisabled();
    await expect.element(button('Remove on call')).toBeDisabled();
  });
});

describe('Add outlet', () => {
  it('[OUTLET-60] shows each mistake at its field, adds only a complete outlet, and hands over the secret once', async () => {
    const outlets = await opened(anOutletEntry());
    await click(button('Add outlet'));
    const dialog = page.getByRole('dialog', { name: 'Add outlet' });
    const add = dialog.getByRole('button', { name: 'Add outlet' });
    await dialog.getByRole('combobox', { name: 'Kind' }).selectOptions('CloudEvents');
    await fill(page.getByRole('textbox', { name: 'Name of the outlet' }), 'on call');
    await expect.element(dialog).toMatchTextContent(/There is an outlet with this name/);
    await fill(page.getByRole('textbox', { name: 'Name of the outlet' }), 'hook');
    const address = page.getByRole('textbox', { name: 'Address' });
    await fill(address, 'http://10.0.0.1/in');
    await expect.element(dialog).toMatchTextContent(/Plain http is possible only for this computer/);
    await fill(address, 'https://hooks.example.com/{secret}');
    await expect.element(dialog).toMatchTextContent(/give it in Secret/);
    await expect.element(add).toBeDisabled();
    await fill(page.getByRole('textbox', { name: 'Secret' }), 'canary-7f3a9c');
    await click(page.getByRole('checkbox', { name: 'Watching itself' }));
    await click(add);
    await expect.element(dialog).not.toBeInTheDocument();
    expect(outlets.state.outlets.at(-1)?.outlet).toMatchObject({
      name: 'hook',
      kind: 'cloudevents',
      url: 'https://hooks.example.com/{secret}',
      topics: ['groups'],
    });
    expect(outlets.secrets).toEqual(['canary-7f3a9c']);
    expect(document.documentElement.outerHTML).not.toContain('canary-7f3a9c');
  });

  it('[OUTLET-52] sends the secret in the header that the user chooses', async () => {
    const outlets = await opened();
    await click(button('Add outlet'));
    const dialog = page.getByRole('dialog', { name: 'Add outlet' });
    await fill(page.getByRole('textbox', { name: 'Name of the outlet' }), 'ops');
    await fill(page.getByRole('textbox', { name: 'Address' }), 'https://a:b@alerts.example.com');
    await expect.element(dialog).toMatchTextContent(/Choose Basic in Send secret as, with USER:PASSWORD as the secret/);
    await fill(page.getByRole('textbox', { name: 'Address' }), 'https://alerts.example.com');
    const way = dialog.getByRole('combobox', { name: 'Send secret as' });
    await way.selectOptions('Another header');
    await fill(page.getByRole('textbox', { name: 'Name of the header' }), 'Host');
    await expect.element(dialog).toMatchTextContent(/This header is set already/);
    await way.selectOptions('Basic (Authorization)');
    await fill(page.getByRole('textbox', { name: 'Secret' }), 'token');
    await expect.element(dialog).toMatchTextContent(/must be USER:PASSWORD/);
    await fill(page.getByRole('textbox', { name: 'Secret' }), 'watchfloor:pass word');
    await click(dialog.getByRole('button', { name: 'Add outlet' }));
    await expect.element(dialog).not.toBeInTheDocument();
    expect([outlets.state.outlets[0]?.outlet.auth, outlets.secrets]).toEqual(['basic', ['watchfloor:pass word']]);
  });

  it('[OUTLET-20] fills the template with an example while the user types, and lists its fields', async () => {
    await opened();
    await click(button('Add outlet'));
    const dialog = page.getByRole('dialog', { name: 'Add outlet' });
    await dialog.getByRole('combobox', { name: 'Kind' }).selectOptions('Template');
    const template = page.getByRole('textbox', { name: 'Template' });
    await fill(template, '{ "text": "{titel}" }');
    await expect.element(dialog).toMatchTextContent(/unknown field \{titel\}/);
    await fill(template, '{ "text": "{code} by {owner}" }');
    await expect
      .element(page.getByRole('status', { name: 'Preview' }))
      .toHaveTextContent('{"text":"START_PROFILE_ALLOCATION_FAILED by Olivia"}');
    await dialog.getByRole('combobox', { name: 'Kind' }).selectOptions('Heartbeat');
    await fill(page.getByRole('textbox', { name: 'Seconds between two pings' }), '1');
    await expect.element(dialog).toMatchTextContent(/Expected a whole number from 5 to 3600/);
  });
});

describe('the dialog to change an outlet', () => {
  it('[OUTLET-52] shows its settings without the secret, keeps its kind, and says when the secret must be entered again', async () => {
    const outlet = anOutlet({ url: 'https://hooks.example.com/{secret}', kind: 'template' });
    const outlets = await opened(
      anOutletEntry({ outlet }),
      anOutletEntry({ outlet: anOutlet({ id: 'b', name: 'chat' }) }),
    );
    await click(button('Edit on call'));
    const dialog = page.getByRole('dialog', { name: 'Change on call' });
    await expect.element(dialog.getByRole('combobox', { name: 'Kind' })).toBeDisabled();
    await expect.element(page.getByRole('textbox', { name: 'Secret' })).toHaveValue('');
    await expect.element(dialog).toMatchTextContent(/Empty: the stored secret stays/);
    const name = page.getByRole('textbox', { name: 'Name of the outlet' });
    await fill(name, 'chat');
    await expect.element(dialog).toMatchTextContent(/There is an outlet with this name/);
    await fill(name, 'on duty');
    const save = dialog.getByRole('button', { name: 'Save' });
    await expect.element(save).toBeEnabled();
    const address = page.getByRole('textbox', { name: 'Address' });
    await fill(address, 'https://other.example.com/{secret}');
    await expect.element(dialog).toMatchTextContent(/give it in Secret/);
    await expect.element(save).toBeDisabled();
    await fill(address, 'https://other.example.com/in');
    await expect.element(dialog).toMatchTextContent(/enter it again. A secret is bound to both/);
    await fill(address, outlet.url);
    await click(save);
    await expect.element(dialog).not.toBeInTheDocument();
    expect(outlets.state.outlets.map((entry) => [entry.outlet.id, entry.outlet.name])).toEqual([
      ['outlet-1', 'on duty'],
      ['b', 'chat'],
    ]);
    expect(outlets.secrets).toEqual([null]);
  });
});

describe('events of saved views', () => {
  const views = [
    { id: 'view-1', name: 'Failures in Norway', filter: { terms: [] }, pinned: false, notify: null },
    { id: 'view-2', name: 'Requests', filter: { terms: [] }, pinned: false, notify: null },
  ];

  it('[OUTLET-100] are sent without identifiers, unless the user chooses otherwise and is warned', async () => {
    const backend = storyBackend();
    await renderWatching('#/settings?part=outlets', backend);
    backend.emitViews(WATCH, views);
    await click(button('Add outlet'));
    const dialog = page.getByRole('dialog', { name: 'Add outlet' });
    const norway = page.getByRole('checkbox', { name: 'Failures in Norway' });
    await expect.element(norway).not.toBeInTheDocument();
    await dialog.getByRole('combobox', { name: 'Kind' }).selectOptions('CloudEvents');
    await fill(page.getByRole('textbox', { name: 'Name of the outlet' }), 'hook');
    await fill(page.getByRole('textbox', { name: 'Address' }), 'https://hooks.example.com/in');
    const whole = page.getByRole('checkbox', { name: /^Send EID, ICCID, IMSI, MSISDN/ });
    await expect.element(whole).not.toBeInTheDocument();
    await click(norway);
    await expect.element(whole).not.toBeChecked();
    await click(whole);
    await expect.element(dialog).toMatchTextContent(/The receiver gets personal data as it arrived/);
    await click(whole);
    await click(dialog.getByRole('button', { name: 'Add outlet' }));
    await expect.element(card('hook')).toMatchTextContent(/events of “Failures in Norway” without identifiers/);
    expect(backend.pageOutlets.state.outlets.at(-1)?.outlet).toMatchObject({
      views: [{ id: 'view-1', name: 'Failures in Norway' }],
      areIdentifiersWhole: false,
    });
  });

  it('[OUTLET-100] wait visibly while their view is missing, and its name can be taken out of the outlet', async () => {
    const backend = storyBackend();
    const outlet = anOutlet({ views: [{ id: 'gone', name: 'Old view', after: 0 }] });
    const sent = {
      turn: { ...turn, id: 'e', subject: 'eid:8904', name: 'event' },
      at: START,
      attempts: 1,
      detail: null,
    } as const;
    backend.pageOutlets.emit(
      anOutletEntry({
        outlet,
        status: { kind: 'view-missing' },
        views: [{ name: 'Old view', isMissing: true }],
        deliveries: [{ ...sent, outcome: 'delivered' }],
      }),
    );
    await renderWatching('#/settings?part=outlets', backend);
    await expect
      .element(card('on call'))
      .toMatchTextContent(/Waiting for a view.*The view “Old view” was deleted or cannot be read\. Its events wait/);
    await click(button('Last deliveries of on call'));
    await expect.element(page.getByRole('list', { name: /newest first/ })).toMatchTextContent(/Event: EID 8904/);
    await click(button('Edit on call'));
    const dialog = page.getByRole('dialog', { name: 'Change on call' });
    await click(page.getByRole('checkbox', { name: 'Old view (deleted)' }));
    await click(dialog.getByRole('button', { name: 'Save' }));
    await expect.poll(() => backend.pageOutlets.state.outlets[0]?.outlet.views).toEqual([]);
  });
});

it('[OUTLET-74] is found with Ctrl+K by what it is for', async () => {
  const backend = storyBackend();
  await renderWatching('#/watch', backend);
  await keyboard('{Control>}k{/Control}');
  await keyboard('webhook{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Outlets' })).toBeVisible();
});
