/**
 * Tests the Watch screen in a browser: the verdict, the figures, the day, and a list that does not move under the
 * pointer.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Board, FailureGroup } from '../../src-shared/api/cases.ts';
import type { WatchSnapshot } from '../../src-shared/api/watch.ts';
import { MIN_AWAY_MS } from '../../src-renderer/stores/away-store.ts';
import { click, keyboard, fill } from '../doubles/page-input.ts';
import { aBoard, aFailureGroup, INES } from '../doubles/board.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { PageFeed } from '../doubles/page-feed.ts';
import { OTHER_WATCH, START, watchSnapshot } from '../doubles/page-watch.ts';
import { renderWatching } from '../doubles/render-app.tsx';
import { busyBoard, busyDayHistogram, stormBoard, stormGroup, busyDayCoverage } from '../doubles/busy-day.ts';

afterEach(() => window.history.replaceState(null, '', window.location.pathname));

async function watch(board: Board, change: Partial<WatchSnapshot> = {}) {
  const backend = new PageBackend();
  backend.spans = busyDayCoverage(START);
  backend.calls.answer('timeline.histogram', (query) => busyDayHistogram(query));
  backend.pageCases.board = board;
  const app = await renderWatching('#/watch', backend, change);
  await expect.poll(() => backend.calls.openFeeds('cases.feed')).toBe(1);
  return { ...app, cases: backend.pageCases };
}
const UNTIL_WORSE = { kind: 'worse' } as const;
const verdict = () => page.getByRole('main').getByRole('heading', { level: 2 }).first().query()?.textContent;
const rows = () =>
  [...document.querySelectorAll<HTMLElement>('li > a[data-key]')].map((row) => row.innerText.split('\n')[1] ?? '');
const row = (title: string) => page.getByText(title).first();
const onWall = () => page.getByRole('main').query()?.textContent;
const state = () => document.querySelector('section[aria-label$="eeds attention"] header')?.textContent;

/** True if the default action of a press, such as moving the focus, is not prevented. */
function isPressTaken(target: Element, detail: number): boolean {
  return target.dispatchEvent(new MouseEvent('mousedown', { detail, bubbles: true, cancelable: true }));
}

describe('the screen Watch', () => {
  it('[PAGE-55] opens if the address names no screen, and the rail counts what needs attention', async () => {
    const backend = new PageBackend();
    backend.pageCases.board = busyBoard();
    await renderWatching('', backend);
    await expect.poll(() => window.location.hash).toBe('#/watch');
    const entries = page.getByRole('navigation', { name: 'Screens' });
    await expect.element(entries.getByRole('link', { name: 'Localizations 15 open' })).toBeVisible();
    await expect.element(entries.getByRole('link', { name: 'Requests 1 open' })).toBeVisible();
    backend.pageCases.emit(aBoard());
    await expect.element(entries.getByRole('link', { name: 'Localizations', exact: true })).toBeVisible();
  });

  it('requests recent successes only if the board has no failure, and no other events', async () => {
    const backend = new PageBackend();
    const { feed } = backend.pageCases;
    const subscribe = feed.subscribe;
    // Drops the board that the feed emits immediately, as a backend does that needs time for it.
    const subscribeLate: typeof subscribe = (input, { onData, onEnd }) => {
      let count = 0;
      return subscribe(input, { onData: (board) => (count += 1) > 1 && onData(board), onEnd });
    };
    Object.assign(feed, { subscribe: subscribeLate });
    await renderWatching('#/watch', backend);
    await expect.poll(() => backend.calls.inputsOf('timeline.histogram')).not.toEqual([]);
    backend.pageCases.emit(busyBoard());
    await expect.poll(rows).not.toEqual([]);
    expect(backend.calls.inputsOf('timeline.page')).toEqual([]);
    backend.pageCases.emit(aBoard());
    await expect.poll(() => backend.calls.inputsOf('timeline.page')).toHaveLength(1);
  });

  it('leaves room in the rail for five digits next to the name and the icon of a screen', async () => {
    await watch({ ...busyBoard(), localizations: 19_403 });
    const entry = page.getByRole('link', { name: 'Localizations 19,403 open' });
    await expect.element(entry).toBeVisible();
    const [picture, name] = entry.element().children;
    expect(picture?.getBoundingClientRect().width).toBe(16);
    expect(name?.scrollWidth).toBe(name?.clientWidth);
    expect(entry.element().scrollWidth).toBeLessThanOrEqual(entry.element().clientWidth);
  });

  it('states the worst in one sentence, lists it first, and E opens it', async () => {
    await watch(busyBoard());
    await expect.poll(verdict).toBe('2 eUICCs have a profile that cannot be used.');
    expect(rows()).toEqual([
      'Profile on the eUICC, unusable',
      'Activation failed; not documented by the provider',
      'Works now, but may swap back',
      'Package change: 43 of 214 resources failed',
      'Nothing changed on the eUICC',
    ]);
    await keyboard('e');
    await expect.poll(() => window.location.hash).toContain('#/localizations?group=cause:localization/PROVISIONED');
  });

  it('[PAGE-220] says with the time of the check that nothing needs attention, and withdraws that while blind', async () => {
    const { backend } = await watch(aBoard());
    await expect.poll(verdict).toBe('Nothing needs attention.');
    await expect
      .element(page.getByText(/Watched 23 h 47 m of 24 h. Last checked 14:00:00 UTC, 8 s after/))
      .toBeVisible();
    backend.emit(
      watchSnapshot({ stream: { kind: 'blind', since: START - 60_000, cause: null, attempt: 1, nextAttemptAt: null } }),
    );
    await expect.poll(verdict).toBe('Not watching. Failures since 13:59:00 are unknown.');
    expect(page.getByText('Nothing needs attention.').elements()).toEqual([]);
  });

  it('[PAGE-220] says that it reads until the first figures arrive, and what is not processed yet while not watching', async () => {
    const backend = new PageBackend();
    const reading = new PageFeed<Board>();
    Object.assign(backend.pageCases.feed, { subscribe: reading.subscribe });
    backend.calls.hold('coverage.span');
    await renderWatching('#/watch', backend, { stream: { kind: 'stopped', since: START - 60_000 } });
    const figures = page.getByRole('region', { name: 'Now' });
    await expect.poll(verdict).toBe('Reading failures …');
    await expect.poll(() => figures.getByText('Reading …').elements().length).toBe(4);
    expect(figures.getByText('–').elements()).toEqual([]);
    reading.emit(aBoard({ behind: 3_402 }));
    await expect
      .element(page.getByText(/^3,402 events are not processed yet\. Everything below is older/))
      .toBeVisible();
    expect(figures.getByText('Reading …').elements()).toHaveLength(1);
    reading.emit(aBoard());
    await expect
      .element(page.getByText(/^Everything below is as of 13:59:00 UTC and can still be read\. See/))
      .toBeVisible();
  });

  it('[PAGE-3] pauses the list while the pointer moves over it, and counts the pending changes', async () => {
    const { backend, cases, clock } = await watch(busyBoard());
    await expect.poll(() => rows().length).toBe(5);
    await row('Works now, but may swap back').hover();
    await expect.poll(state).toBe('Needs attentionHeld while you point');
    cases.emit(stormBoard({ groups: [stormGroup(), aFailureGroup({ open: 7 }), ...busyBoard().groups.slice(1)] }));
    await expect.poll(state).toBe('Needs attentionHeld while you point · 1 change waits');
    expect([rows().length, rows()[0], document.querySelector('[data-key] b')?.textContent]).toEqual([
      5,
      'Profile on the eUICC, unusable',
      '7',
    ]);
    // A pointer that rests for 30 s no longer pauses the list.
    backend.advanceAndRepeat(clock, 30_000);
    await expect.element(page.getByRole('region', { name: 'Storm' })).toBeVisible();
    expect(state()).toContain('Live');
  });

  it('shows the groups of another watch at once, although the list is held', async () => {
    const { backend, cases } = await watch(busyBoard());
    await expect.poll(() => rows().length).toBe(5);
    await row('Works now, but may swap back').hover();
    await expect.poll(state).toBe('Needs attentionHeld while you point');
    backend.stores.set(OTHER_WATCH, []);
    cases.board = aBoard({ groups: busyBoard().groups.slice(1, 3) });
    backend.emit(watchSnapshot({ watch: OTHER_WATCH }));
    await expect
      .poll(rows)
      .toEqual(['Activation failed; not documented by the provider', 'Works now, but may swap back']);
  });

  it('[CASE-16] shows a storm enlarged, as the first row, and T takes all of it', async () => {
    const { cases, stores } = await watch(stormBoard());
    const storm = page.getByRole('region', { name: 'Storm' });
    await expect.element(storm).toBeVisible();
    await expect.poll(verdict).toBe('214 eUICCs have a profile that cannot be used.');
    expect(rows()[0]).toBe('Profile on the eUICC, unusable');
    await keyboard('t');
    await fill(page.getByLabelText('Your name', { exact: true }).last(), 'Ines Duarte');
    await keyboard('{Enter}');
    await expect.poll(() => cases.actions.length).toBe(1);
    expect(cases.actions[0]).toMatchObject({
      author: { name: 'Ines Duarte', id: stores.person.getState().person?.id },
      subjects: [stormGroup().key],
      what: { kind: 'take' },
    });
    await keyboard('j');
    expect(document.activeElement).toHaveAttribute('data-key', stormGroup().key);
    await keyboard('j');
    expect(document.activeElement).toHaveAttribute('data-key', busyBoard().groups[0]?.key);
  });

  it('[PAGE-55] folds all but the three worst below a storm, which J and the line below them unfold', async () => {
    const groups = [stormGroup(), ...busyBoard().groups];
    await watch(stormBoard({ groups }));
    const below = () => [...document.querySelectorAll('li > a[data-key]')].map((link) => link.getAttribute('data-key'));
    const keys = groups.slice(1).map(({ key }) => key);
    await expect.poll(below).toEqual(keys.slice(0, 3));
    await expect.element(page.getByRole('button', { name: '2 more, less serious' })).toBeVisible();
    await keyboard('jjjjj');
    await expect.poll(() => document.activeElement?.getAttribute('data-key')).toBe(keys[3]);
    expect(below()).toEqual(keys);
  });

  it.each([1_440, 900, 640])(
    '[CASE-8] shows all sentences about what the cases of a storm share, on lines of their own, at %i px',
    async (width) => {
      const shared: FailureGroup['shared'] = [
        { kind: 'within', ms: 1_179_000 },
        { kind: 'code', code: '4711', count: 7_049, others: [] },
        { kind: 'iccid', prefix: '894620380000' },
        { kind: 'first-seen', at: START - 449_000 },
      ];
      await watch(stormBoard({ groups: [stormGroup({ open: 7_049, shared })] }));
      await page.viewport(width, 900);
      await expect.poll(() => window.innerWidth).toBe(width);
      const sentences = page.getByText('Looks like one cause: all 7,049 name 4711. All failed within 19 m 39 s.');
      await expect.element(sentences).toBeVisible();
      const rightOf = (element: Element) => Math.round(element.getBoundingClientRect().right);
      const storm = page.getByRole('region', { name: 'Storm' });
      const edges = () => [rightOf(sentences.element()), rightOf(storm.element()), window.innerWidth];
      await expect.poll(() => edges().toSorted((one, other) => one - other), { timeout: 3_000 }).toEqual(edges());
      const line = sentences.element().parentElement;
      if (line === null) throw new Error('the sentences are on no line');
      expect([line.scrollWidth - line.clientWidth, line.scrollHeight - line.clientHeight]).toEqual([0, 0]);
    },
  );

  it('[CASE-16] applies the buttons of the storm to the storm, and keys to the selected row', async () => {
    const { cases, stores } = await watch(stormBoard());
    stores.person.setName('Ines Duarte');
    await expect.element(page.getByRole('region', { name: 'Storm' })).toBeVisible();
    await keyboard('jj');
    const other = busyBoard().groups[0]?.key;
    await expect.poll(() => document.activeElement?.getAttribute('data-key')).toBe(other);
    const subjects = () => cases.actions.map((act) => act.subjects);
    await keyboard('t');
    await expect.poll(subjects).toEqual([[other]]);
    await click(page.getByRole('button', { name: /^Take all/ }));
    await expect.poll(subjects).toEqual([[other], [stormGroup().key]]);
    await click(page.getByRole('region', { name: 'Storm' }).getByRole('button', { name: /^Note/ }));
    await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveFocus();
    await keyboard('All of them{Enter}');
    await expect.poll(subjects).toEqual([[other], [stormGroup().key], [stormGroup().key]]);
  });

  it('[PAGE-225] shows a user who was away what happened until it is marked as read, and then a link to the report', async () => {
    const { backend, cases, stores } = await watch(busyBoard());
    stores.away.recordActivity(START);
    stores.away.recordActivity(START + MIN_AWAY_MS);
    const panel = page.getByRole('region', { name: 'Since you left' });
    await expect.element(panel).toBeVisible();
    await expect
      .poll(() => cases.inputsOf('reports.report').at(-1))
      .toMatchObject({ from: START, to: START + MIN_AWAY_MS, zone: 'UTC' });
    // A sleep of the computer becomes known only after the user is back.
    const before = cases.inputsOf('reports.report').length;
    backend.emit(watchSnapshot({ coverageRevision: 1 }));
    await expect.poll(() => cases.inputsOf('reports.report').length).toBe(before + 1);
    // Each number opens the list of the report that it counts.
    const report = '#/report?span=2026-11-21T14:00:00.000Z..2026-11-21T14:20:00.000Z';
    await expect
      .poll(() =>
        [...(panel.query()?.querySelectorAll('li a') ?? [])].map((link) => [
          link.textContent,
          decodeURIComponent(link.getAttribute('href') ?? ''),
        ]),
      )
      .toEqual([
        ['0 eUICCs failed', `${report}&cases=opened/localization`],
        ['0 eUICCs recovered', `${report}&cases=endedWell/localization`],
        ['0 eUICCs still open', `${report}&cases=open/localization`],
        ['0 gaps', report],
      ]);
    await keyboard('{Shift>}x{/Shift}');
    await expect.poll(() => panel.elements().length).toBe(0);
    await expect
      .element(page.getByRole('link', { name: 'Since you left' }))
      .toHaveAttribute('href', '#/report?span=2026-11-21T14:00:00.000Z..2026-11-21T14:20:00.000Z');
  });

  it('[OWN-4] treats a double click as one action, and keeps the dialog open that its first press opened', async () => {
    const { cases, stores } = await watch(stormBoard());
    const takeAll = page.getByRole('button', { name: /^Take all/ });
    await userEvent.dblClick(takeAll);
    const field = page.getByRole('textbox', { name: 'Your name' });
    await expect.element(field).toHaveFocus();
    // The second press of the double click, if it comes after the dialog opened; then one by a user who reads it.
    expect([2, 1, 2].map((detail) => isPressTaken(field.element(), detail))).toEqual([false, true, true]);
    await keyboard('Ines{Enter}');
    await expect.poll(() => stores.person.getState().person?.name).toBe('Ines');
    await expect.poll(() => cases.actions.length).toBe(1);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await keyboard('n');
    await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveFocus();
    await keyboard('Looked at it{Enter}');
    await expect.poll(() => cases.actions.map(({ what }) => what.kind)).toEqual(['take', 'note']);
  });

  it('[CASE-11] marks a group as muted in the paused list, without counting it again below', async () => {
    const groups = busyBoard().groups.map((group) => ({ ...group, mute: null, isStorm: false }));
    const { cases } = await watch(aBoard({ groups }));
    await expect.poll(() => rows().length).toBe(groups.length);
    await userEvent.hover(document.querySelector('li > a[data-key]') ?? document.body);
    cases.emit(
      aBoard({ groups: groups.map((group, place) => (place === 0 ? { ...group, mute: UNTIL_WORSE } : group)) }),
    );
    await expect.element(page.getByText('muted until it gets worse')).toBeVisible();
    expect(page.getByText(/no attention needed/).elements()).toEqual([]);
  });

  it('[AUTHOR-1] closes the name dialog and drops the action when the user opens another screen', async () => {
    const { cases } = await watch(stormBoard());
    await click(page.getByRole('button', { name: /^Take all/ }));
    const dialog = page.getByRole('dialog', { name: 'Your name' });
    await expect.element(dialog).toBeVisible();
    window.location.hash = '#/localizations';
    await expect.element(dialog).not.toBeInTheDocument();
    expect(cases.actions).toEqual([]);
  });

  it('opens the events of the selected quarter hour', async () => {
    await watch(busyBoard());
    const day = page.getByRole('slider');
    await expect.poll(() => document.querySelectorAll('[role=slider] rect').length).toBeGreaterThan(90);
    (day.element() as HTMLElement).focus();
    await keyboard('{ArrowRight}{ArrowLeft}');
    await expect.element(day).toHaveAttribute('aria-valuetext', '13:45 – 14:00: 1 failed, 21 succeeded');
    await keyboard('{Enter}');
    await expect
      .poll(() => decodeURIComponent(window.location.hash))
      .toBe('#/timeline?q=kind:LOCALIZATION,CMP_EVENT since:2026-11-21T13:45:00Z until:2026-11-21T13:59:59.999Z');
  });

  it('[CASE-24] shows a reminder among the notices when it is due, and the user can acknowledge it', async () => {
    const { backend, cases, clock, stores } = await watch(
      aBoard({ groups: [aFailureGroup({ remindAt: START + 60_000 })] }),
    );
    stores.person.setName('Ines Duarte');
    await expect.poll(() => rows().length).toBe(1);
    expect(page.getByRole('button', { name: '1 notice' }).elements()).toEqual([]);
    backend.advanceAndRepeat(clock, 60_000);
    await click(page.getByRole('button', { name: '1 notice' }));
    await expect.element(page.getByText('Reminder: Provisioning failed, 2 open')).toBeVisible();
    await click(page.getByRole('button', { name: 'Acknowledge' }));
    await expect.poll(() => cases.actions.map(({ what }) => what.kind)).toEqual(['reminded']);
  });

  it('says that it no longer updates if its feed ended, and loads again on request', async () => {
    const { cases } = await watch(busyBoard());
    await expect.poll(() => rows().length).toBe(5);
    cases.endFeed(new Error('broken'));
    await expect.poll(verdict).toContain('Watchfloor no longer updates this.');
    await click(page.getByRole('button', { name: 'Try again' }));
    await expect.poll(verdict).toBe('2 eUICCs have a profile that cannot be used.');
  });
});

describe('[PAGE-67] wall mode', () => {
  it('shows Blind before everything else', async () => {
    window.history.replaceState(null, '', '?wall');
    await watch(stormBoard(), {
      stream: { kind: 'blind', since: START - 135_000, cause: null, attempt: 1, nextAttemptAt: null },
    });
    await expect.poll(onWall).toContain('Blind 2 m 15 sNot watching since 13:57:45.');
    expect([onWall()?.includes('229open failures at 13:57'), onWall()?.includes('cannot be used')]).toEqual([
      true,
      false,
    ]);
  });

  it('[PAGE-67] names causes, countries, start and owners of all failures in its number', async () => {
    window.history.replaceState(null, '', '?wall');
    const allocations = stormGroup({
      isStorm: false,
      owners: [
        { owner: INES, count: 14 },
        { owner: null, count: 200 },
      ],
    });
    const overdue = aFailureGroup({ deadline: { kind: 'take', at: START - 5 * 60_000 }, status: 'overdue' });
    await watch(aBoard({ groups: [overdue, allocations, aFailureGroup({ mute: UNTIL_WORSE })] }));
    const now = () => document.querySelector<HTMLElement>('section[aria-label="Now"]');
    const lines = () => now()?.innerText.split(/\n+/u);
    await expect
      .poll(lines)
      .toEqual([
        '216',
        'eUICCs cannot be used',
        '214',
        'Allocation failed NO 131, 83 elsewhere',
        '2',
        'Provisioning failed ES 2',
        'Since 13:48 · 202 unassigned · most urgent: overdue to take, 5 min',
      ]);
  });
});
