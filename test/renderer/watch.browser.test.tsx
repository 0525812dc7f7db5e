/** Watch in a real browser: one sentence, four figures, a day, and a list that stands still under a hand. */
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Board } from '../../src-shared/api/cases.ts';
import type { WatchSnapshot } from '../../src-shared/api/watch.ts';
import { MIN_AWAY_MS } from '../../src-renderer/stores/away-store.ts';
import { click, keyboard, fill } from '../doubles/page-input.ts';
import { aBoard, aFailureGroup } from '../doubles/board.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { START, watchSnapshot } from '../doubles/page-watch.ts';
import { renderApp } from '../doubles/render-app.tsx';
import { busyBoard, busyDayHistogram, stormBoard, stormGroup, busyDayCoverage } from '../doubles/busy-day.ts';

afterEach(() => window.history.replaceState(null, '', window.location.pathname));

async function watch(board: Board, change: Partial<WatchSnapshot> = {}) {
  const backend = new PageBackend();
  backend.spans = busyDayCoverage(START);
  backend.histogram = (query) => busyDayHistogram(query);
  backend.pageCases.board = board;
  const app = await renderApp(backend, '#/watch');
  backend.emitWire('open');
  backend.emit(watchSnapshot(change));
  await expect.poll(() => backend.pageCases.openFeeds).toBe(1);
  return { ...app, cases: backend.pageCases };
}
const UNTIL_WORSE = { kind: 'worse' } as const;
const verdict = () => page.getByRole('main').getByRole('heading', { level: 2 }).first().query()?.textContent;
const rows = () =>
  [...document.querySelectorAll<HTMLElement>('li > a[data-key]')].map((row) => row.innerText.split('\n')[1] ?? '');
const row = (title: string) => page.getByText(title).first();
const onWall = () => page.getByRole('main').query()?.textContent;
const state = () => document.querySelector('section[aria-label$="eeds attention"] header')?.textContent;

/** Whether a press does what presses do, as to move the focus. */
function isPressTaken(target: Element, detail: number): boolean {
  return target.dispatchEvent(new MouseEvent('mousedown', { detail, bubbles: true, cancelable: true }));
}

describe('watch', () => {
  it('[PAGE-55] opens where the address names no screen, and the rail counts what needs somebody', async () => {
    const backend = new PageBackend();
    backend.pageCases.board = busyBoard();
    await renderApp(backend, '');
    backend.emitWire('open');
    backend.emit(watchSnapshot());
    await expect.poll(() => window.location.hash).toBe('#/watch');
    const entries = page.getByRole('navigation', { name: 'Screens' });
    await expect.element(entries.getByRole('link', { name: 'Localizations 15 open' })).toBeVisible();
    await expect.element(entries.getByRole('link', { name: 'Requests 1 open' })).toBeVisible();
    backend.pageCases.emit(aBoard());
    await expect.element(entries.getByRole('link', { name: 'Localizations', exact: true })).toBeVisible();
  });

  it('the rail has room for five digits beside the whole name of the screen and its picture', async () => {
    await watch({ ...busyBoard(), localizations: 19_403 });
    const entry = page.getByRole('link', { name: 'Localizations 19,403 open' });
    await expect.element(entry).toBeVisible();
    const [picture, name] = entry.element().children;
    expect(picture?.getBoundingClientRect().width).toBe(16);
    expect(name?.scrollWidth).toBe(name?.clientWidth);
    expect(entry.element().scrollWidth).toBeLessThanOrEqual(entry.element().clientWidth);
  });

  it('says the worst in one sentence, lists it first, and E opens it', async () => {
    await watch(busyBoard());
    await expect.poll(verdict).toBe('2 eUICCs have a profile that cannot be used.');
    expect(rows()).toEqual([
      'On the eUICC but unusable',
      'Activation failed; what it means is not known',
      'Works now, but may swap back',
      'Package change: 43 of 214 resources failed',
      'Nothing changed on the eUICC',
    ]);
    await keyboard('e');
    await expect.poll(() => window.location.hash).toContain('#/localizations?group=cause:localization/PROVISIONED');
  });

  it('[PAGE-220] says with the time of the check that nothing needs anybody, and takes it back when nobody listens', async () => {
    const { backend } = await watch(aBoard());
    await expect.poll(verdict).toBe('Nothing needs you.');
    await expect
      .element(page.getByText(/Watched 23 h 47 m of 24 h. Last checked 14:00:00 UTC, 8 s after/))
      .toBeVisible();
    backend.emit(
      watchSnapshot({ stream: { kind: 'blind', since: START - 60_000, cause: null, nextAttemptAt: null } as never }),
    );
    await expect.poll(verdict).toBe('Nobody is listening. What failed since 13:59:00 is not known.');
    expect(page.getByText('Nothing needs you.').elements()).toEqual([]);
  });

  it('[PAGE-210] holds the list under the pointer, for as long as that moves, and counts what waits', async () => {
    const { backend, cases, clock } = await watch(busyBoard());
    await expect.poll(() => rows().length).toBe(5);
    await row('Works now, but may swap back').hover();
    await expect.poll(state).toBe('Needs attentionHeld while you point');
    cases.emit(stormBoard({ groups: [stormGroup(), aFailureGroup({ open: 7 }), ...busyBoard().groups.slice(1)] }));
    await expect.poll(state).toBe('Needs attentionHeld while you point · 1 change waits');
    expect([rows().length, rows()[0], document.querySelector('[data-key] b')?.textContent]).toEqual([
      5,
      'On the eUICC but unusable',
      '7',
    ]);
    // A pointer that was left there points at nothing.
    backend.advanceAndRepeat(clock, 30_000);
    await expect.element(page.getByRole('region', { name: 'Storm' })).toBeVisible();
    expect(state()).toContain('Live');
  });

  it('[PAGE-224] draws a storm large, as row one, and T takes all of it', async () => {
    const { cases, stores } = await watch(stormBoard());
    const storm = page.getByRole('region', { name: 'Storm' });
    await expect.element(storm).toBeVisible();
    await expect.poll(verdict).toBe('214 eUICCs have a profile that cannot be used.');
    expect(rows()[0]).toBe('On the eUICC but unusable');
    await keyboard('t');
    await fill(page.getByLabelText('Your name', { exact: true }).last(), 'Ines Duarte');
    await keyboard('{Enter}');
    await expect.poll(() => cases.actions.length).toBe(1);
    expect(cases.actions[0]).toMatchObject({
      author: { name: 'Ines Duarte', id: stores.person.getState().person?.id },
      subjects: [stormGroup().key],
      deed: { kind: 'take' },
    });
    await keyboard('j');
    expect(document.activeElement).toHaveAttribute('data-key', stormGroup().key);
    await keyboard('j');
    expect(document.activeElement).toHaveAttribute('data-key', busyBoard().groups[0]?.key);
  });

  it('[PAGE-224] the buttons of the storm act on the storm, and the keys on the row that is chosen', async () => {
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

  it('[PAGE-225] tells whoever was away what happened, until they have read it, and where it is then', async () => {
    const { backend, cases, stores } = await watch(busyBoard());
    stores.away.recordActivity(START);
    stores.away.recordActivity(START + MIN_AWAY_MS);
    const panel = page.getByRole('region', { name: 'Since you left' });
    await expect.element(panel).toBeVisible();
    await expect
      .poll(() => cases.reportQueries.at(-1))
      .toMatchObject({ from: START, to: START + MIN_AWAY_MS, zone: 'UTC' });
    // That the computer slept is known when somebody is back.
    const before = cases.reportQueries.length;
    backend.emit(watchSnapshot({ coverageRevision: 1 }));
    await expect.poll(() => cases.reportQueries.length).toBe(before + 1);
    // Each count leads to its own list.
    await expect
      .poll(() =>
        [...(panel.query()?.querySelectorAll('li a') ?? [])].map((link) => [
          link.textContent,
          link.getAttribute('href'),
        ]),
      )
      .toEqual([
        ['new failures', '#/localizations?by=eid'],
        ['ended well', '#/localizations?at=well'],
        ['still open', '#/localizations'],
        ['gaps', '#/coverage'],
      ]);
    await keyboard('{Shift>}x{/Shift}');
    await expect.poll(() => panel.elements().length).toBe(0);
    await expect
      .element(page.getByRole('link', { name: 'Since you left' }))
      .toHaveAttribute('href', '#/report?span=2026-11-21T14:00:00.000Z..2026-11-21T14:20:00.000Z');
  });

  it('[PAGE-148] a double click is one act, and does not close the question that its first press opened', async () => {
    const { cases, stores } = await watch(stormBoard());
    const takeAll = page.getByRole('button', { name: /^Take all/ });
    await userEvent.dblClick(takeAll);
    const field = page.getByRole('textbox', { name: 'Your name' });
    await expect.element(field).toHaveFocus();
    // Its second press, where that came after the question; then one of somebody who reads it.
    expect([2, 1, 2].map((detail) => isPressTaken(field.element(), detail))).toEqual([false, true, true]);
    await keyboard('Ines{Enter}');
    await expect.poll(() => stores.person.getState().person?.name).toBe('Ines');
    await expect.poll(() => cases.actions.length).toBe(1);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await keyboard('n');
    await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveFocus();
    await keyboard('Looked at it{Enter}');
    await expect.poll(() => cases.actions.map(({ deed }) => deed.kind)).toEqual(['take', 'note']);
  });

  it('[PAGE-307] counts as muted what is, where the list holds what was muted just now', async () => {
    const groups = busyBoard().groups.map((group) => ({ ...group, mute: null, isStorm: false }));
    const { cases } = await watch(aBoard({ groups }));
    await expect.poll(() => rows().length).toBe(groups.length);
    await userEvent.hover(document.querySelector('li > a[data-key]') ?? document.body);
    cases.emit(
      aBoard({ groups: groups.map((group, place) => (place === 0 ? { ...group, mute: UNTIL_WORSE } : group)) }),
    );
    await expect.element(page.getByText('muted until it gets worse')).toBeVisible();
    expect(page.getByText(/they do not ask for attention/).elements()).toEqual([]);
  });

  it('[PAGE-226] asks nobody for a name over another screen: what was begun is not done', async () => {
    const { cases } = await watch(stormBoard());
    await click(page.getByRole('button', { name: /^Take all/ }));
    const dialog = page.getByRole('dialog', { name: 'Your name' });
    await expect.element(dialog).toBeVisible();
    window.location.hash = '#/localizations';
    await expect.element(dialog).not.toBeInTheDocument();
    expect(cases.actions).toEqual([]);
  });

  it('opens the events of a quarter hour that is chosen', async () => {
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

  it('[CASE-14] tells a reminder among the notices when it is due, and no more once it was seen', async () => {
    const { backend, cases, clock, stores } = await watch(
      aBoard({ groups: [aFailureGroup({ remindAt: START + 60_000 })] }),
    );
    stores.person.setName('Ines Duarte');
    await expect.poll(() => rows().length).toBe(1);
    expect(page.getByRole('button', { name: '1 notice' }).elements()).toEqual([]);
    backend.advanceAndRepeat(clock, 60_000);
    await click(page.getByRole('button', { name: '1 notice' }));
    await expect.element(page.getByText('Reminder: Provisioning failed, 2 open')).toBeVisible();
    await click(page.getByRole('button', { name: 'I have seen it' }));
    await expect.poll(() => cases.actions.map(({ deed }) => deed.kind)).toEqual(['reminded']);
  });

  it('[PAGE-173] shows what the provider wrote as text, and nothing that hides or moves other text', async () => {
    const bad = '<img src=x onerror=alert(1)>\u202E\u200B';
    const cause = { kind: 'localization', operation: 'ACTIVATED', type: null, code: bad } as const;
    await watch(
      aBoard({
        groups: [
          stormGroup({
            provider: { sentence: bad, code: bad, type: bad, count: 1 },
            shared: [{ kind: 'country', country: bad }],
          }),
          aFailureGroup({
            cause,
            countries: [{ country: bad, count: 1 }],
            owners: [{ owner: { id: 'x', name: bad }, count: 1 }],
          }),
        ],
      }),
    );
    await expect.element(page.getByRole('region', { name: 'Storm' })).toBeVisible();
    const text = page.getByRole('main').element().textContent;
    expect([document.querySelector('main img'), /[\u202E\u200B]/.test(text), text.includes('<img src=x')]).toEqual([
      null,
      false,
      true,
    ]);
  });

  it('says that nothing more is told where that is so, and asks again', async () => {
    const { cases } = await watch(busyBoard());
    await expect.poll(() => rows().length).toBe(5);
    cases.endFeed(new Error('broken'));
    await expect.poll(verdict).toContain('Watchfloor does not tell it any more.');
    await click(page.getByRole('button', { name: 'Try again' }));
    await expect.poll(verdict).toBe('2 eUICCs have a profile that cannot be used.');
  });
});

describe('[PAGE-67] a wall', () => {
  it('shows the worst alone, without identifiers and without anything to press', async () => {
    window.history.replaceState(null, '', '?wall');
    await watch(stormBoard());
    await expect.poll(onWall).toContain('214eUICCs cannot be usedAllocation failed since 13:52');
    expect(onWall()).toContain('9 in the last minute, slowingNobody has taken it.');
    const main = page.getByRole('main').element();
    expect([main.querySelectorAll('a, button, input, [tabindex]').length, /\d{12}/.test(main.textContent)]).toEqual([
      0,
      false,
    ]);
  });

  it('is blind before anything else', async () => {
    window.history.replaceState(null, '', '?wall');
    await watch(stormBoard(), {
      stream: { kind: 'blind', since: START - 135_000, cause: null, nextAttemptAt: null } as never,
    });
    await expect.poll(onWall).toContain('Blind 2 m 15 sNobody is listening since 13:57:45.');
    expect([onWall()?.includes('229open failures at 13:57'), onWall()?.includes('cannot be used')]).toEqual([
      true,
      false,
    ]);
  });
});
