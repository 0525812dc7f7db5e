/** Tests deadlines on the page: the clocks of Watch and of the wall, and their editor in Settings › Alarms. */
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FailureGroup } from '../../src-shared/api/cases.ts';
import { DEFAULT_DEADLINES } from '../../src-shared/domain/cases/deadline.ts';
import { ALL_WEEK } from '../../src-shared/domain/cases/week-hours.ts';
import { anOutlet } from '../doubles/an-outlet.ts';
import { anOutletEntry } from '../doubles/page-outlets.ts';
import { anAlarm } from '../doubles/alarms.ts';
import { aBoard, aFailureGroup, INES, JONAS } from '../doubles/board.ts';
import { click, fill, keyboard } from '../doubles/page-input.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { START, watchSnapshot } from '../doubles/page-watch.ts';
import { countRenders } from '../doubles/render-counter.ts';
import { renderSettings } from '../doubles/render-settings.tsx';
import { renderWatching } from '../doubles/render-app.tsx';

afterEach(() => window.history.replaceState(null, '', window.location.pathname));

const MINUTE = 60_000;
const localization = (operation: string, code: string) =>
  ({ kind: 'localization', operation, type: null, code }) as const;

/** A group in each state of its clock, in the order of a board. */
function clockGroups(): FailureGroup[] {
  return [
    aFailureGroup({
      status: 'overdue',
      deadline: { kind: 'take', at: START - 5 * MINUTE },
      firstAt: START - 20 * MINUTE,
    }),
    aFailureGroup({
      cause: localization('ENABLED', 'PROFILE_ENABLING_FAILED'),
      deadline: { kind: 'take', at: START + 4 * MINUTE },
      firstAt: START - 11 * MINUTE,
    }),
    aFailureGroup({
      cause: localization('FALLBACK_SET', 'SET_FALLBACK_PROFILE_FAILED'),
      status: 'ongoing',
      owners: [{ owner: JONAS, count: 2 }],
      deadline: { kind: 'end', at: START + 100 * MINUTE },
      firstAt: START - 20 * MINUTE,
    }),
    aFailureGroup({
      cause: localization('DOWNLOADED', 'START_PROFILE_DOWNLOAD_FAILED'),
      status: 'back',
      deadline: { kind: 'take', at: START + 30 * MINUTE },
      firstAt: START - 10 * MINUTE,
    }),
    aFailureGroup({
      cause: localization('DOWNLOADED', 'PROFILE_DOWNLOAD_REFUSED'),
      deadline: { kind: 'take', at: START + 50 * MINUTE },
      firstAt: START - 10 * MINUTE,
    }),
  ];
}

async function watch(groups: FailureGroup[], address = '#/watch') {
  const backend = new PageBackend();
  backend.pageCases.board = aBoard({ groups });
  const app = await renderWatching(address, backend);
  await expect.poll(() => backend.calls.openFeeds('cases.feed')).toBe(1);
  return { ...app, cases: backend.pageCases };
}
/** Advances the clock of a page that goes on receiving snapshots with heartbeats. */
async function pass({ backend, clock }: Awaited<ReturnType<typeof renderWatching>>, ms: number): Promise<void> {
  const stream = { kind: 'watching', since: START - 761_000, lastEventAt: START } as const;
  backend.emit(watchSnapshot({ stream: { ...stream, lastHeartbeatAt: clock.read().wall + ms } }));
  backend.advanceAndRepeat(clock, ms);
  await new Promise(requestAnimationFrame);
}
const QUIET_FRAMES = 5;
const rows = () => [...document.querySelectorAll<HTMLElement>('li > a[data-key]')];
const clocks = () => rows().map((row) => row.querySelector('[data-urgency]'));
const clockTexts = () => clocks().map((clock) => clock?.parentElement?.textContent);

describe('the clock of a group on Watch', () => {
  it('[DEADLINE-4] is quiet while there is time, has an icon when it is near, and an icon and colour when it is overdue', async () => {
    await watch(clockGroups());
    await expect
      .poll(clockTexts)
      .toEqual([
        'overdue to take, 5 min',
        'take in 4 min',
        'end in 1 h 40 min',
        'back again · take in 30 min',
        'take in 50 min',
      ]);
    const looks = clocks().map((clock) => {
      const { color, fontWeight } = getComputedStyle(clock ?? document.body);
      return [color, Number(fontWeight) >= 600, clock?.querySelectorAll('svg').length];
    });
    const [overdue, near, far, back, fresh] = looks;
    expect([overdue, near].map((look) => look?.slice(1))).toEqual([
      [true, 1],
      [true, 1],
    ]);
    expect([back, fresh]).toEqual([far, far]);
    expect(far?.slice(1)).toEqual([false, 0]);
    expect(new Set([overdue, near, far].map((look) => look?.[0])).size).toBe(3);
    expect(rows().map((row) => row.dataset['overdue'])).toEqual(['true', 'false', 'false', 'false', 'false']);
  });

  it('[DEADLINE-4] becomes overdue at its time, and is calm again when the group is taken', async () => {
    const group = aFailureGroup({ deadline: { kind: 'take', at: START + 1_500 } });
    const { cases, clock } = await watch([group]);
    await expect.poll(clockTexts).toEqual(['take in 1 min']);
    clock.advance(1_000);
    await expect.poll(clockTexts).toEqual(['take in 1 min']);
    clock.advance(1_000);
    await expect.poll(clockTexts).toEqual(['overdue to take']);
    cases.emit(aBoard({ groups: [{ ...group, status: 'overdue' }] }));
    await expect.element(page.getByRole('button', { name: '1 overdue' })).toBeVisible();
    cases.emit(
      aBoard({
        groups: [
          {
            ...group,
            status: 'ongoing',
            owners: [{ owner: INES, count: 2 }],
            deadline: { kind: 'end', at: START + 240 * MINUTE },
          },
        ],
      }),
    );
    await expect.poll(clockTexts).toEqual(['end in 4 h']);
    await expect.element(page.getByRole('button', { name: '1 overdue' })).not.toBeInTheDocument();
  });

  it('renders alone each minute, and no row renders with it', async () => {
    const app = await watch(clockGroups());
    await expect.poll(() => rows().length).toBe(5);
    await pass(app, MINUTE - 1_000);
    const rendered = countRenders();
    for (let quiet = 0; quiet < QUIET_FRAMES;) {
      await new Promise(requestAnimationFrame);
      quiet = Object.keys(rendered()).length === 0 ? quiet + 1 : 0;
    }
    app.clock.advance(1_000);
    await new Promise(requestAnimationFrame);
    const names = Object.keys(rendered());
    expect(names).toContain('RunningClock');
    expect(names.filter((name) => ['AttentionRow', 'GroupStatusCell', 'Owners'].includes(name))).toEqual([]);
  });

  it('[DEADLINE-4] counts what is overdue in the summary, which leads to one row after another, as O does', async () => {
    const [overdue, near, ...others] = clockGroups();
    if (overdue === undefined || near === undefined) throw new Error('There are groups.');
    await watch([overdue, { ...near, status: 'overdue', deadline: { kind: 'end', at: START - MINUTE } }, ...others]);
    const count = page.getByRole('button', { name: '2 overdue' });
    // Buttons without it are not printed.
    await expect.element(count).toHaveAttribute('data-printed');
    const focused = () => rows().findIndex((row) => row === document.activeElement);
    await click(count);
    await expect.poll(focused).toBe(0);
    await click(count);
    await expect.poll(focused).toBe(1);
    await keyboard('o');
    await expect.poll(focused).toBe(0);
  });

  it('[DEADLINE-4] says of each owner for how long the own groups are overdue; only unassigned ones are late to take', async () => {
    const [first, , taken] = clockGroups();
    if (first === undefined || taken === undefined) throw new Error('There are groups.');
    await watch([
      { ...first, owners: [...first.owners, { owner: INES, count: 1 }] },
      { ...taken, status: 'overdue', deadline: { kind: 'end', at: START - 90 * MINUTE } },
    ]);
    const owners = page.getByRole('region', { name: 'Owners' });
    const lines = owners.getByRole('listitem');
    await expect
      .poll(() => lines.elements().map((line) => /overdue(?: [\d a-z]+)?/.exec(line.textContent ?? '')?.[0].trim()))
      .toEqual(['overdue 1 h', undefined, 'overdue 5 min']);
  });

  it('[DEADLINE-4] lists the user before owners of more cases', async () => {
    const { stores, cases } = await watch([]);
    stores.person.setName('Cleo Berg');
    const owners = [JONAS, stores.person.getState().person, null, INES];
    const [first] = clockGroups();
    if (first === undefined) throw new Error('There is a group.');
    const counted = owners.map((owner, index) => ({ owner, count: 9 - index }));
    cases.emit(aBoard({ groups: [{ ...first, owners: counted }] }));
    const lines = page.getByRole('region', { name: 'Owners' }).getByRole('listitem');
    await expect
      .poll(() => lines.elements().map((line) => line.querySelector('b')?.textContent))
      .toEqual(['8', '9', '6', '7']);
    await expect.element(lines.nth(0)).toMatchTextContent(/you/i);
  });

  it('[DEADLINE-4] stays visible in a narrow window', async () => {
    const { cases } = await watch([]);
    await page.viewport(400, 800);
    cases.emit(aBoard({ groups: clockGroups() }));
    const isInside = (row: HTMLElement) => {
      const box = row.getBoundingClientRect();
      const { width, right } = row.querySelector('[data-urgency]')?.getBoundingClientRect() ?? new DOMRect();
      return box.width < 400 && width > 0 && right <= box.right;
    };
    await expect.poll(() => rows().map(isInside)).toEqual([true, true, true, true, true]);
  });
});

describe('[DEADLINE-4] a clock', () => {
  it('is part of the storm, and the list below it counts and leads to all that are overdue', async () => {
    const [, other] = clockGroups();
    if (other === undefined) throw new Error('There is a group.');
    await watch([
      aFailureGroup({ open: 214, isStorm: true, status: 'overdue', deadline: { kind: 'take', at: START - MINUTE } }),
      { ...other, status: 'overdue' },
    ]);
    await expect.element(page.getByRole('region', { name: 'Storm' })).toMatchTextContent(/overdue to take, 1 min/);
    const count = page.getByRole('region', { name: 'Also needs attention' }).getByRole('button', { name: '2 overdue' });
    await click(count);
    await expect.poll(() => document.activeElement?.closest('section')?.getAttribute('aria-label')).toBe('Storm');
    await click(count);
    await expect.poll(() => document.activeElement === rows()[0]).toBe(true);
  });

  it('is shown on the wall with the worst state, and the bar counts all that are overdue', async () => {
    window.history.replaceState(null, '', '?wall');
    await watch(clockGroups());
    await expect
      .element(page.getByRole('region', { name: 'Now' }))
      .toMatchTextContent('2 unassigned · overdue to take, 5 min');
    await expect.element(page.getByRole('main')).toMatchTextContent('1 overdue');
  });

  it('is shown with the group in Localizations', async () => {
    const [group] = clockGroups();
    if (group === undefined) throw new Error('There is a group.');
    await watch([group], `#/localizations?group=${encodeURIComponent(group.key)}`);
    await expect
      .element(page.getByRole('region', { name: 'Failure group in full' }))
      .toMatchTextContent('overdue to take, 5 min');
  });
});

describe('[DEADLINE-5] an alarm of a deadline', () => {
  it('has its own mark and words in the bar and in the history, also after it ended', async () => {
    const { backend } = await renderSettings('#/settings?part=alarms');
    const { key } = aFailureGroup();
    const about = { kind: 'overdue', cause: key, deadline: 'take', since: START - 20 * MINUTE } as const;
    const late = anAlarm({
      about: { ...about, dueAt: START - 5 * MINUTE, endedAt: null },
      since: START - 20 * MINUTE,
      firstAt: START - 5 * MINUTE,
    });
    backend.pageAlarms.emit({ alarms: [late], unseen: 1 });
    backend.emit(watchSnapshot({ alarms: { unseen: 1 } }));
    const line = page.getByRole('list', { name: 'Alarms, newest first' }).getByRole('listitem');
    await expect
      .element(line)
      .toMatchTextContent(/Overdue.*Not taken by \d\d:55 · Provisioning failed · since \d\d:40/);
    await expect.element(line).toMatchTextContent('the time to take it is over');
    expect(line.element().querySelector('svg')?.classList.contains('lucide-alarm-clock')).toBe(true);
    await click(page.getByRole('banner').getByRole('button', { name: '1 alarm' }));
    await expect.element(page.getByText(/^Not taken by \d\d:55/).last()).toBeVisible();
    backend.pageAlarms.emit({ alarms: [{ ...late, about: { ...about, dueAt: START - 5 * MINUTE, endedAt: START } }] });
    await expect.element(line).toMatchTextContent(/Not taken by \d\d:55/);
  });
});

async function alarmsPart() {
  const { backend, ...app } = await renderSettings('#/settings?part=alarms');
  return { ...app, backend, alarming: backend.pageAlarms };
}
const lastDeadlines = (alarming: PageBackend['pageAlarms']) =>
  alarming.inputsOf('alarms.putSettings').at(-1)?.settings.deadlines;
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const UNUSABLE = 'Profile on the eUICC, unusable';

describe('the deadlines in Settings › Alarms', () => {
  it('[DEADLINE-60] are typed as people write times, or none, and stored at once', async () => {
    const { alarming } = await alarmsPart();
    const take = field(`${UNUSABLE}: take within`);
    await expect.element(take).toHaveDisplayValue('15 min');
    await expect.element(field(`${UNUSABLE}: end within`)).toHaveDisplayValue('4 h');
    await fill(take, '1h30');
    await keyboard('{Enter}');
    await expect.element(take).toHaveDisplayValue('1 h 30 min');
    expect(lastDeadlines(alarming)).toEqual({
      ...DEFAULT_DEADLINES,
      byConsequence: { ...DEFAULT_DEADLINES.byConsequence, unusable: { takeMinutes: 90, endMinutes: 240 } },
    });
    await fill(field(`${UNUSABLE}: end within`), '');
    await userEvent.tab();
    await expect.element(field(`${UNUSABLE}: end within`)).toHaveDisplayValue('none');
    expect(lastDeadlines(alarming)?.byConsequence.unusable).toEqual({ takeMinutes: 90, endMinutes: null });
  });

  it('[DEADLINE-60] say at the field what they expected, keep the typed text, and store nothing', async () => {
    const { alarming } = await alarmsPart();
    const take = field(`${UNUSABLE}: take within`);
    await fill(take, 'soon');
    await expect.element(take).toHaveAttribute('aria-invalid', 'false');
    await userEvent.tab();
    await expect.element(take).toHaveAttribute('aria-invalid', 'true');
    await expect.element(take).toHaveDisplayValue('soon');
    const mistake = page.getByText('Expected a time such as 15 min or 1 h 30 min, or none.');
    await expect.element(mistake).toBeVisible();
    expect(take.element().getAttribute('aria-describedby')).toBe(mistake.element().id);
    await fill(take, '8 days');
    await expect.element(page.getByText('Expected 1 min to 7 d.')).toBeVisible();
    await fill(field('Sent to outlets after'), 'none');
    await userEvent.tab();
    await expect.element(page.getByText('Expected a time such as 15 min or 1 h 30 min.')).toBeVisible();
    expect(lastDeadlines(alarming)).toBeUndefined();
    take.element().focus();
    await keyboard('{Escape}');
    await expect.element(take).toHaveDisplayValue('15 min');
    await expect.element(take).toHaveAttribute('aria-invalid', 'false');
  });

  it('[DEADLINE-4] count day and night, or in painted hours of a zone', async () => {
    const { alarming } = await alarmsPart();
    const when = page.getByRole('combobox', { name: 'When the time of deadlines counts' });
    await expect.element(when).toHaveDisplayValue('Day and night');
    await userEvent.selectOptions(when, 'Only in own hours');
    const dialog = page.getByRole('dialog', { name: 'Hours of deadlines' });
    const save = dialog.getByRole('button', { name: 'Save hours' });
    await expect.element(dialog.getByText('Mon–Fri 08:00–18:00')).toBeVisible();
    const zone = dialog.getByRole('combobox', { name: 'Zone of the hours' });
    await fill(zone, 'Europe/Atlantis');
    await expect.element(dialog.getByText('Unknown zone. Expected a name such as Europe/Oslo.')).toBeVisible();
    await expect.element(save).toBeDisabled();
    await fill(zone, 'america/new_york');
    await click(save);
    await expect.element(dialog).not.toBeInTheDocument();
    const office = [{ from: 480, to: 1_080 }];
    expect(lastDeadlines(alarming)).toEqual({
      ...DEFAULT_DEADLINES,
      hours: [office, office, office, office, office, [], []],
      zone: 'America/New_York',
    });
    await expect.element(page.getByText('Mon–Fri 08:00–18:00, America/New_York')).toBeVisible();
    await userEvent.selectOptions(when, 'Day and night');
    expect(lastDeadlines(alarming)?.hours).toEqual(ALL_WEEK);
  });

  it('[DEADLINE-8] name the outlets that get an overdue group, and lead to them if none does', async () => {
    const { alarming, backend } = await alarmsPart();
    const panel = page.getByRole('region', { name: 'Deadlines' });
    await expect.element(panel).toMatchTextContent('No outlet sends overdue groups yet.');
    await expect
      .element(panel.getByRole('link', { name: 'Settings › Outlets' }))
      .toHaveAttribute('href', '#/settings?part=outlets');
    backend.pageOutlets.emit(
      anOutletEntry({ outlet: anOutlet({ name: 'pager', topics: ['overdue'] }) }),
      anOutletEntry({ outlet: anOutlet({ id: 'chat', name: 'chat', topics: ['groups', 'signal'] }) }),
    );
    await expect.element(panel).toMatchTextContent('pager sends overdue groups. Change that in Settings › Outlets.');
    await fill(field('Sent to outlets after'), '2 h');
    await keyboard('{Enter}');
    expect(lastDeadlines(alarming)?.escalateAfterMinutes).toBe(120);
  });

  it('[DEADLINE-8] are a topic of a new outlet, which is not chosen before the user does, with a line that explains it', async () => {
    const { backend } = await renderSettings('#/settings?part=outlets');
    await click(page.getByRole('button', { name: 'Add outlet' }));
    const dialog = page.getByRole('dialog', { name: 'Add outlet' });
    const topic = dialog.getByRole('checkbox', { name: 'Overdue groups' });
    await expect.element(topic).not.toBeChecked();
    await expect
      .element(dialog.getByText(/^Overdue groups were not taken or ended in time, and stay so/))
      .toBeVisible();
    await fill(dialog.getByLabelText('Name of the outlet'), 'pager');
    await fill(dialog.getByRole('textbox', { name: 'Address' }), 'https://pager.example.com/');
    await click(topic);
    await click(dialog.getByRole('checkbox', { name: 'Failure groups' }));
    await click(dialog.getByRole('checkbox', { name: 'Watching itself' }));
    await click(dialog.getByRole('button', { name: 'Add outlet' }));
    await expect.element(dialog).not.toBeInTheDocument();
    expect(backend.pageOutlets.state.outlets.map(({ outlet }) => outlet.topics)).toEqual([['overdue']]);
  });
});
