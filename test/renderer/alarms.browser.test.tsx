import { DESKTOP, PAGE } from '../../src-shared/domain/outlets/local-outlets.ts';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DEFAULT_ALARM_SETTINGS, DEFAULT_NOTIFY_SETTINGS } from '../../src-shared/domain/cases/alarm.ts';
import { causeKey } from '../../src-shared/domain/cases/case-keys.ts';
import type { SavedView } from '../../src-shared/domain/saved-view.ts';
import { alarmsState, anAllocationAlarm } from '../doubles/page-alarms.ts';
import { START, WATCH, watchSnapshot } from '../doubles/page-watch.ts';
import { renderWatching } from '../doubles/render-app.tsx';
import { europe, renderSettings } from '../doubles/render-settings.tsx';
import { click, keyboard, fill } from '../doubles/page-input.ts';
import type { PageBackend } from '../doubles/page-backend.ts';
import { aView } from '../doubles/saved-views.ts';

const norway = (part: Partial<SavedView> = {}) => aView('view-1', 'country:NO', { name: 'Norway', ...part });

async function alarmsPart() {
  const { backend, ...app } = await renderSettings('#/settings?part=alarms');
  const { pageAlarms } = backend;
  return { ...app, backend, alarming: pageAlarms };
}
const rule = (name: string | RegExp) => page.getByRole('row', { name });
const cell = (name: string) => page.getByRole('gridcell', { name, exact: true });
const lastSettings = (alarming: PageBackend['pageAlarms']) => alarming.inputsOf('alarms.putSettings').at(-1)?.settings;

afterEach(() => {
  window.location.hash = '';
});

describe('Settings › Alarms', () => {
  it('[ALARM-35] lists every rule with its switch, channels and last alarm; the rule for Blind and seat taken cannot lose its banner', async () => {
    const { alarming } = await alarmsPart();
    const [failures, ...others] = alarmsState().rules;
    if (failures === undefined) throw new Error('There are rules.');
    alarming.emit({ rules: [{ ...failures, lastAt: START, today: 3 }, ...others] });
    await expect.element(rule(/Any failure/)).toMatchTextContent('14:00:00 · 3 today');
    await click(page.getByRole('switch', { name: 'Any failure alarms' }));
    expect(lastSettings(alarming)).toEqual({
      ...DEFAULT_ALARM_SETTINGS,
      standard: {
        ...DEFAULT_ALARM_SETTINGS.standard,
        failures: { on: false, banner: true, sound: false, badge: true },
      },
    });
    const locked = rule(/Blind, stream in use/);
    await expect.element(locked.getByRole('button', { name: 'Banner' })).toBeDisabled();
    await click(locked.getByRole('button', { name: 'Sound' }));
    expect(lastSettings(alarming)).toMatchObject({ watching: { sound: true } });
    await expect.element(locked.getByRole('button', { name: 'Sound' })).toHaveAttribute('aria-pressed', 'true');
  });

  it.each([720, 320])('[PAGE-441] shows the complete name of each rule at a width of %i px', async (width) => {
    await alarmsPart();
    await page.viewport(width, 800);
    await expect.element(rule(/Any failure/)).toBeVisible();
    const rules = [...page.getByRole('region', { name: 'Rules' }).element().querySelectorAll('th[scope=row]')];
    const cut = rules.filter((each) =>
      [each, ...each.querySelectorAll(':scope > bdi')].some(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
      ),
    );
    expect([rules.length > 2, cut.map(({ textContent }) => textContent)]).toEqual([true, []]);
  });

  it('[PAGE-97] says so if the browser has another offset for the zone of the quiet hours', async () => {
    const { alarming } = await alarmsPart();
    const note = page.getByRole('note');
    await expect.element(rule(/Any failure/)).toBeVisible();
    await expect.element(note).not.toBeInTheDocument();
    alarming.emit({ zoneOffset: 'GMT-09:00' });
    await expect
      .element(note)
      .toMatchTextContent(
        "This computer's Node has the time zone rules of 2026c: quiet hours, deadlines and days are in GMT-09:00, but this browser has GMT+01:00 for Europe/Berlin.",
      );
  });

  it('[ALARM-35] says that an unreadable rule raises no alarm, and what to do', async () => {
    const { alarming } = await alarmsPart();
    const [failures, ...others] = alarmsState().rules;
    if (failures === undefined) throw new Error('There are rules.');
    alarming.emit({ rules: [{ ...failures, isUnreadable: true }, ...others] });
    await expect
      .element(rule(/Any failure/).getByRole('alert'))
      .toMatchTextContent(/cannot be read · .* creates no alarms until they can be. Check the store in Data/);
    alarming.emit({ rules: [failures, ...others] });
    await expect.element(rule(/Any failure/).getByRole('alert')).not.toBeInTheDocument();
  });

  it('[ALARM-35] paints quiet hours by dragging or with the keyboard alone', async () => {
    const { alarming } = await alarmsPart();
    await userEvent.dragAndDrop(cell('Mon 22:00–22:30'), cell('Fri 23:30–24:00'));
    const night = [{ from: 1_320, to: 1_440 }];
    await expect
      .poll(() => lastSettings(alarming))
      .toMatchObject({ quiet: [night, night, night, night, night, [], []] });
    await expect.element(page.getByText('Mon–Fri 22:00–24:00')).toBeVisible();
    cell('Fri 23:30–24:00').element().focus();
    await userEvent.keyboard('{ArrowDown} {Shift>}{ArrowLeft}{/Shift}{ArrowDown}{Home} ');
    expect(lastSettings(alarming)).toMatchObject({
      quiet: [night, night, night, night, night, [{ from: 1_380, to: 1_440 }], [{ from: 0, to: 30 }]],
    });
    // The first cell of a stroke decides if the stroke paints or erases.
    await userEvent.dragAndDrop(cell('Mon 22:00–22:30'), cell('Thu 23:30–24:00'));
    await expect.element(page.getByText(/^Fri 22:00–24:00 · Sat 23:00–24:00 · Sun/)).toBeVisible();
  });

  it('[ALARM-32] asks for browser notifications only when the user presses the button, and hides the offer when they are allowed', async () => {
    const browser = { permission: 'default', requestPermission: vi.fn<() => Promise<string>>() };
    const asked = browser.requestPermission.mockImplementation(async () => (browser.permission = 'granted'));
    vi.stubGlobal('Notification', browser);
    onTestFinished(() => void vi.unstubAllGlobals());
    await alarmsPart();
    const standing = page.getByRole('region', { name: 'Notifications' });
    await expect.element(standing).toMatchTextContent('This browser has not been asked to allow notifications.');
    expect(asked).not.toHaveBeenCalled();
    await click(standing.getByRole('button', { name: 'Allow notifications' }));
    await expect.element(standing).not.toBeInTheDocument();
    expect(asked).toHaveBeenCalledOnce();
  });

  it('[ALARM-35] makes a rule from a saved view, and removes the rule without the view', async () => {
    const { alarming, backend } = await alarmsPart();
    const view = norway();
    backend.emitViews(WATCH, [view]);
    await click(page.getByRole('button', { name: 'Rule from a view' }));
    const dialog = page.getByRole('dialog', { name: 'Rule from a view' });
    await expect.element(dialog.getByRole('combobox', { name: 'View' })).toHaveDisplayValue('Norway');
    await click(dialog.getByRole('button', { name: 'Sound' }));
    await click(dialog.getByRole('button', { name: 'Create alarm' }));
    await expect.element(dialog).not.toBeInTheDocument();
    const notify = { ...DEFAULT_NOTIFY_SETTINGS, sound: true };
    await expect.poll(() => backend.savedViews.get(WATCH)).toEqual([{ ...view, notify }]);
    alarming.emit({
      rules: [
        {
          id: view.id,
          standard: null,
          name: view.name,
          query: 'country:NO',
          notify,
          lastAt: null,
          today: 0,
          isUnreadable: false,
        },
      ],
    });
    await click(page.getByRole('button', { name: 'Remove the rule Norway' }));
    await expect.poll(() => backend.savedViews.get(WATCH)).toEqual([view]);
  });

  it('[ALARM-35] makes a rule from a filter, saves it under a name, and reports an invalid filter', async () => {
    const { backend } = await alarmsPart();
    await click(page.getByRole('button', { name: 'Rule from a view' }));
    const dialog = page.getByRole('dialog', { name: 'Rule from a view' });
    const make = dialog.getByRole('button', { name: 'Create alarm' });
    await fill(dialog.getByRole('textbox', { name: 'Filter' }), 'colour:red');
    await expect.element(dialog.getByText(/colour/)).toBeVisible();
    await expect.element(make).toBeDisabled();
    await fill(dialog.getByRole('textbox', { name: 'Filter' }), 'country:NO');
    await fill(dialog.getByRole('textbox', { name: 'Name of the rule' }), 'Norway');
    await click(make);
    await expect.element(dialog).not.toBeInTheDocument();
    const { id: _id, ...view } = norway({ notify: DEFAULT_NOTIFY_SETTINGS });
    expect(backend.savedViews.get(WATCH)).toEqual([expect.objectContaining(view)]);
  });

  it('[ALARM-4] sets when a rule alarms: always, outside quiet hours, or in hours that the user paints', async () => {
    const { alarming } = await alarmsPart();
    alarming.emit({ settings: { ...DEFAULT_ALARM_SETTINGS, quiet: [[{ from: 0, to: 360 }], [], [], [], [], [], []] } });
    const when = page.getByRole('combobox', { name: 'When Any failure alarms' });
    await expect.element(when).toHaveDisplayValue('Outside quiet hours');
    await userEvent.selectOptions(when, 'Always');
    const failures = DEFAULT_ALARM_SETTINGS.standard.failures;
    await expect
      .poll(() => lastSettings(alarming)?.standard.failures)
      .toEqual({ ...failures, when: { kind: 'always' } });
    await userEvent.selectOptions(when, 'Own hours');
    const dialog = page.getByRole('dialog', { name: 'Hours of Any failure' });
    const firstCell = dialog.getByRole('gridcell', { name: 'Mon 00:00–00:30', exact: true });
    await expect.element(firstCell).toHaveFocus();
    // The quiet hours are the first proposal.
    await expect.element(dialog.getByText('Mon 00:00–06:00')).toBeVisible();
    await userEvent.dragAndDrop(
      dialog.getByRole('gridcell', { name: 'Tue 22:00–22:30', exact: true }),
      dialog.getByRole('gridcell', { name: 'Wed 23:30–24:00', exact: true }),
    );
    await click(dialog.getByRole('button', { name: 'Save hours' }));
    await expect.element(dialog).not.toBeInTheDocument();
    const night = [{ from: 1_320, to: 1_440 }];
    const hours = [[{ from: 0, to: 360 }], night, night, [], [], [], []];
    expect(lastSettings(alarming)?.standard.failures).toEqual({ ...failures, when: { kind: 'own', hours } });
    await expect.element(when).toHaveDisplayValue('Own hours');
    await click(page.getByRole('button', { name: 'Edit the hours of Any failure' }));
    await expect.element(dialog.getByText('Mon 00:00–06:00 · Tue, Wed 22:00–24:00')).toBeVisible();
    await click(dialog.getByRole('button', { name: 'Cancel' }));
    await userEvent.selectOptions(when, 'Outside quiet hours');
    await expect.poll(() => lastSettings(alarming)?.standard.failures.when).toBeUndefined();
  });

  it('[ALARM-41] says for each alarm where it was delivered and when, and why an outlet did not take it', async () => {
    const { alarming } = await alarmsPart();
    const at = START - 600_000;
    const delivered = { at, outcome: 'delivered', detail: null } as const;
    const deliveries = [
      { ...delivered, outlet: DESKTOP },
      { ...delivered, outlet: 'a' },
      { at, outlet: 'b', outcome: 'not-delivered', detail: 'HTTP 503' } as const,
    ];
    alarming.emit({
      ...history,
      outlets: [
        { id: 'a', name: 'ops' },
        { id: 'b', name: 'pager' },
      ],
      alarms: [quietly, anAllocationAlarm({ id: 'delivered', deliveries })],
    });
    const lines = page.getByRole('list', { name: 'Alarms, newest first' }).getByRole('listitem');
    await click(lines.nth(0).getByRole('button', { name: /^2 alarms since/ }));
    await expect
      .element(lines.nth(1))
      .toMatchTextContent(
        /Any failure · banner, badge · Desktop accepted (\d\d:\d\d) · ops \1 · pager not delivered: HTTP 503/,
      );
    await expect.element(lines.nth(0)).toMatchTextContent(/not shown: quiet hours(?! ·)/);
    await click(page.getByRole('button', { name: 'Not shown', exact: true }));
    await expect.poll(() => lines.elements()).toHaveLength(1);
  });

  it('[ALARM-41] lists what alarmed and what did not, with the reason, and opens the subject of an entry', async () => {
    const { alarming } = await alarmsPart();
    alarming.emit(history);
    const lines = page.getByRole('list', { name: 'Alarms, newest first' }).getByRole('listitem');
    // Each cause has one row, which opens its earlier alarms.
    await expect.poll(() => lines.elements()).toHaveLength(1);
    // The lane of the cause has a dot for each alarm.
    expect(lines.first().element().querySelectorAll('circle')).toHaveLength(3);
    await click(lines.first().getByRole('button', { name: /^3 alarms since 20 Nov/ }));
    await expect
      .poll(() => lines.elements().map((line) => line.textContent))
      .toEqual([
        expect.stringContaining('not shown: quiet hours'),
        expect.stringMatching(/opened after 12 s$/),
        expect.stringMatching(/20 Nov .*acknowledged after 10 m$/),
      ]);
    await expect
      .element(page.getByRole('heading', { name: 'Alarms today: 2, 1 sent as a notification, 1 opened' }))
      .toBeVisible();
    await expect.element(page.getByText('1 cause not acknowledged')).toBeVisible();
    await click(page.getByRole('button', { name: 'Not shown', exact: true }));
    await expect.poll(() => lines.elements()).toHaveLength(1);
    await click(lines.first().getByRole('button', { name: 'Acknowledge', exact: true }));
    alarming.target = { kind: 'event', seq: 4_711 };
    await click(lines.first().getByRole('button', { name: /Allocation/ }));
    await expect.poll(() => window.location.hash).toBe('#/timeline?event=4711&around=4711');
    expect(alarming.calls).toEqual([
      ['acknowledge', { watch: WATCH, alarms: ['quietly'] }],
      ['open', { watch: WATCH, alarm: 'quietly' }],
    ]);
  });
});

const quietly = anAllocationAlarm({
  id: 'quietly',
  silence: 'quiet',
  deliveries: [],
});
const history = {
  today: { all: 2, accepted: 1, opened: 1 },
  unseen: 1,
  alarms: [
    quietly,
    anAllocationAlarm({ id: 'opened', openedAt: START - 588_000, seenAt: START - 588_000 }),
    anAllocationAlarm({
      id: 'earlier',
      firstAt: START - 90_000_000,
      lastAt: START - 90_000_000,
      deliveries: [{ outlet: PAGE, at: START - 90_000_000, outcome: 'delivered', detail: null }],
      seenAt: START - 89_400_000,
    }),
  ],
};

async function watched(hash: string) {
  const { backend } = await renderWatching(hash);
  backend.pageProfiles.emit(europe);
  return backend;
}

describe('unacknowledged alarms', () => {
  it('[ALARM-12] are counted in the tab title, the rail and the bar, and are acknowledged with one press', async () => {
    const backend = await watched('#/coverage');
    const { pageAlarms } = backend;
    backend.emit(watchSnapshot({ alarms: { unseen: 2 } }));
    // Only the newest alarm of a group is listed.
    const other = anAllocationAlarm({ id: 'other', about: { kind: 'test' } });
    pageAlarms.emit({ unseen: 2, alarms: [anAllocationAlarm(), anAllocationAlarm({ id: 'before' }), other] });
    await expect.poll(() => document.title).toBe('(2) ● Watching — Watchfloor');
    await expect.element(page.getByRole('button', { name: /Acme Europe.*2 alarms not acknowledged/ })).toBeVisible();
    await click(page.getByRole('banner').getByRole('button', { name: '2 alarms' }));
    const dialog = page.getByRole('dialog', { name: '2 alarms' });
    await expect.element(dialog).toMatchTextContent('Allocation failed · 214 eUICCs');
    expect(dialog.getByRole('button', { name: 'Show' }).elements()).toHaveLength(2);
    await expect.element(dialog.getByRole('listitem').first()).toMatchTextContent(/2 alarms/);
    await click(dialog.getByRole('button', { name: 'Acknowledge', exact: true }).first());
    await click(dialog.getByRole('button', { name: 'Acknowledge all' }));
    expect(pageAlarms.calls).toEqual([
      ['acknowledge', { watch: WATCH, alarms: ['alarm-1', 'before'] }],
      ['acknowledge', { watch: WATCH, alarms: ['alarm-1', 'before', 'other'] }],
    ]);
    backend.emit(watchSnapshot());
    pageAlarms.emit({ unseen: 0 });
    await expect.poll(() => document.title).toBe('● Watching — Watchfloor');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('[ALARM-12] are listed by cause above the rules, eight first, and G X leads there', async () => {
    const { backend } = await renderWatching('#/watch');
    const alarms = Array.from({ length: 9 }, (_, index) => {
      const cause = causeKey({ kind: 'localization', operation: `STEP_${index}`, type: null, code: null });
      const { about } = anAllocationAlarm();
      return anAllocationAlarm({
        id: `alarm-${index}`,
        about: about.kind === 'failures' ? { ...about, cause } : about,
      });
    });
    backend.pageAlarms.emit({ alarms: alarms.flatMap((alarm) => [alarm, { ...alarm, id: `${alarm.id}-before` }]) });
    await keyboard('gx');
    const list = page.getByRole('list', { name: 'Alarms, newest first' });
    await expect.poll(() => list.getByRole('button', { name: /^2 alarms since/ }).elements()).toHaveLength(8);
    await click(list.getByRole('button', { name: 'Show all 9 causes' }));
    await expect.poll(() => list.getByRole('button', { name: /^2 alarms since/ }).elements()).toHaveLength(9);
    const rules = page.getByText('outcome:failed').element();
    expect(list.element().compareDocumentPosition(rules) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('[ALARM-12] include an alarm that was opened and has failed again since', async () => {
    const { alarming } = await alarmsPart();
    alarming.emit({
      unseen: 1,
      alarms: [anAllocationAlarm({ openedAt: START }), anAllocationAlarm({ id: 'other', seenAt: START })],
    });
    await click(page.getByRole('banner').getByRole('button', { name: '1 alarm' }));
    const dialog = page.getByRole('dialog', { name: '1 alarm' });
    await expect.element(dialog.getByRole('button', { name: 'Show' })).toBeVisible();
    await click(dialog.getByRole('button', { name: 'Acknowledge', exact: true }));
    expect(alarming.calls).toEqual([['acknowledge', { watch: WATCH, alarms: ['alarm-1'] }]]);
    await keyboard('{Escape}');
    const lines = page.getByRole('list', { name: 'Alarms, newest first' }).getByRole('listitem');
    await expect.element(lines.first()).toMatchTextContent(/opened, more since/);
    await expect.element(lines.first().getByRole('button', { name: 'Acknowledge', exact: true })).toBeVisible();
    await expect
      .element(lines.nth(1).getByRole('button', { name: 'Acknowledge', exact: true }))
      .not.toBeInTheDocument();
  });

  it('are not counted while the page is not connected', async () => {
    const backend = await watched('#/coverage');
    backend.emit(watchSnapshot({ alarms: { unseen: 2 } }));
    backend.pageAlarms.emit({ unseen: 2, alarms: [anAllocationAlarm()] });
    await expect.element(page.getByRole('button', { name: '2 alarms' })).toBeVisible();
    backend.emitWire('lost');
    await expect.element(page.getByRole('button', { name: '2 alarms' })).not.toBeInTheDocument();
    await expect.poll(() => document.title).not.toMatch(/2/);
  });
});

describe('a saved view', () => {
  it('[ALARM-35] stops and resumes alarming from the list of views, and keeps its channels', async () => {
    const backend = await watched('#/timeline');
    const view = norway({ notify: { ...DEFAULT_NOTIFY_SETTINGS, sound: true } });
    backend.emitViews(WATCH, [view]);
    await click(page.getByRole('button', { name: 'Saved views' }));
    await click(page.getByRole('button', { name: 'Remove the alarm for Norway' }));
    await expect.poll(() => backend.savedViews.get(WATCH)?.[0]?.notify?.on).toBe(false);
    await click(page.getByRole('button', { name: 'Create an alarm for Norway', exact: true }));
    await expect.poll(() => backend.savedViews.get(WATCH)).toEqual([view]);
  });
});
