/**
 * Tests the Localizations screen in a browser: failures, their consequences, the actions of users, and hostile texts.
 */
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CaseDetail, CaseSummary } from '../../src-shared/api/cases.ts';
import { causeKey } from '../../src-shared/domain/cases/case-keys.ts';
import { click, keyboard } from '../doubles/page-input.ts';
import { hostileName, hostileTexts } from '../doubles/hostile-texts.ts';
import { aBoard, aCaseDetail, aFailureGroup } from '../doubles/board.ts';
import {
  addressOf,
  allocationDetail,
  causes,
  failedCase,
  ME,
  noCase,
  plainDetail,
  stories,
  storyBackend,
} from '../doubles/localization-story.ts';
import { type PageBackend } from '../doubles/page-backend.ts';
import { backendError, START } from '../doubles/page-watch.ts';
import { renderWatching } from '../doubles/render-app.tsx';

const region = (name: string) => page.getByRole('region', { name, exact: true });
const textOf = (name: string) => region(name).element().textContent.replaceAll(/\s+/g, ' ');
const button = (name: string | RegExp) => page.getByRole('button', { name });
const firstOf = (rows: readonly CaseSummary[]): CaseSummary => rows[0] ?? failedCase(causes.allocation, 0);
const lines = () => [...document.querySelectorAll<HTMLElement>('[data-line]')].map((line) => line.dataset['line']);

async function opened(hash: string, change: (backend: PageBackend) => void = () => {}) {
  const backend = storyBackend();
  change(backend);
  const app = await renderWatching(hash, backend);
  app.stores.person.setName(ME.name);
  return { ...app, backend, acts: backend.pageCases.actions };
}

describe('the page of a group', () => {
  it('[CASE-8] shows its life as bars and episodes; each lists the cases that failed then, open or not', async () => {
    const key = causeKey(causes.allocation);
    const hour = (hours: number) => START - 100 * 3_600_000 + hours * 3_600_000;
    const { backend } = await opened(`#/localizations?group=${encodeURIComponent(key)}`, ({ pageCases }) => {
      pageCases.course = {
        from: hour(0),
        stepMs: 3_600_000,
        counts: [0, 3, 0, 54, 1],
        episodes: [
          { from: hour(3), to: hour(3) + 540_000, count: 54, isStorm: true, episodes: 1, blindMs: 0 },
          { from: hour(1), to: hour(1), count: 3, isStorm: false, episodes: 2, blindMs: 60_000 },
        ],
      };
    });
    const episodes = () => [...region('When').element().querySelectorAll('[aria-label=Episodes] a')];
    await expect.poll(() => episodes().length).toBe(2);
    expect(episodes().map(({ textContent }) => textContent.replace(/^.*?(?=storm|2 earlier)/, ''))).toEqual([
      'storm54 eUICCs',
      '2 earlier episodes · 1 m not watched3 eUICCs',
    ]);
    const [firstBar] = region('When').element().querySelectorAll<HTMLElement>('[aria-label^="eUICCs that failed"] a');
    firstBar?.focus();
    await keyboard('{ArrowRight}');
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/, 1 h: 54$/);
    await keyboard('{Enter}');
    const isoText = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z');
    const find = `failed:${isoText(hour(3))}..${isoText(hour(4) - 1)}`;
    const last = () => backend.pageCases.inputsOf('cases.list').at(-1);
    await expect.poll(last).toMatchObject({ of: 'all', cause: key, find });
    expect(backend.pageCases.inputsOf('cases.values').at(-1)).toMatchObject({ of: 'all', cause: key, find });
    await expect.element(page.getByRole('link', { name: /, 1 h: 54$/ })).toHaveAttribute('aria-current', 'true');
  });
});

describe('the consequence of a case', () => {
  it('[CASE-24] is shown first for every failure; for an unknown code it is not guessed, and the received text is open', async () => {
    const meanings: [CaseSummary, string][] = [
      [firstOf(stories.allocation), 'The profile is on the eUICC but unusable.'],
      [firstOf(stories.fallback), 'It works now, but may swap back'],
      [firstOf(stories.others), 'Nothing changed on the eUICC.'],
      [firstOf(stories.others.slice(3)), 'reachable through the subscriptions API, but unusable'],
      [stories.unknown, 'The provider does not document what this means.'],
    ];
    await opened('#/localizations');
    for (const [row, sentence] of meanings) {
      window.location.hash = addressOf(row);
      await expect.element(region('What it means')).toMatchTextContent(sentence);
      await expect.element(page.getByText(row.eid ?? '', { exact: true }).first()).toBeVisible();
    }
    expect(textOf('What it means')).toMatch(
      /UsableNot known \(not known\)treat as unusable.*PROFILE_LOCK_CONFLICTnot documented/,
    );
    await expect.element(region('Raw').getByRole('button', { expanded: true })).toBeVisible();
    await keyboard('v');
    await expect.element(region('Raw').getByRole('button', { expanded: false })).toBeVisible();
  });

  it('[PAGE-425] is copied as one sentence for the customer, by button and by Shift+C', async () => {
    const copied = vi.fn<(text: string) => void>();
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => copied(text));
    const row = firstOf(stories.allocation);
    await opened(addressOf(row));
    await click(button('Copy for customer'));
    await expect.element(button('Copied')).toBeVisible();
    await keyboard('{Shift>}c{/Shift}');
    await expect.poll(() => copied.mock.calls.length).toBe(2);
    const sentence = `The localization of eUICC ${row.eid} failed at allocation on 21 Nov `;
    expect(copied.mock.calls.map(([text]) => text.startsWith(sentence))).toEqual([true, true]);
    expect(copied.mock.calls[0]?.[0]).toMatch(/ UTC: the profile cannot be used until it is allocated, .*\.$/);
  });

  it('[CASE-24] has its ICCID with a button that copies it', async () => {
    const copied = vi.fn<(text: string) => void>();
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => copied(text));
    const row = firstOf(stories.allocation);
    await opened(addressOf(row));
    await click(button('Copy ICCID'));
    expect(copied.mock.calls).toEqual([[row.iccid]]);
  });

  it('[PAGE-441] keeps the words of an advice on one line', async () => {
    await opened(addressOf(firstOf(stories.fallback.slice(1))));
    await page.viewport(1_100, 900);
    await expect.element(page.getByText('not done yet')).toBeVisible();
    const note = page.getByText('not done yet').element();
    const lineHeight = Number.parseFloat(getComputedStyle(note).lineHeight);
    expect(note.getBoundingClientRect().height).toBeLessThan(1.5 * lineHeight);
  });

  it('[CASE-4] is followed by the evidence ladder in words, with the gap that makes a step weak', async () => {
    await opened(addressOf(firstOf(stories.fallback)));
    await expect.element(region('How far it got')).toBeVisible();
    expect([...region('How far it got').element().querySelectorAll('li')].map((step) => step.textContent)).toEqual([
      'Downloadedinferred',
      'Allocatedinferred',
      'Activatedinferred',
      'Provisionedreported 13:22:27',
      'Enabledinferred, weaknot watched',
      'Fallback setfailed 13:29:00',
    ]);
    expect(textOf('How far it got')).toMatch(/Gap 13:23:09 – 13:27:21 UTC · 4 m 12 s · stream used/);
  });

  it('[PAGE-38] is replaced by what to do if no stored event knows the case', async () => {
    await opened(`#/localizations?case=${noCase}`, ({ calls }) =>
      calls.fail(backendError({ code: 'NO_CASE', facts: { key: noCase } }), 'cases.detail'),
    );
    await expect.element(page.getByText('No stored event belongs to this case.')).toBeVisible();
    await expect.element(page.getByText(/Look for its EID in the timeline/)).toBeVisible();
    await click(button('Close'));
    await expect.poll(() => window.location.hash).toBe('#/localizations');
  });
});

describe('an action on a case', () => {
  it('[OWN-4] takes, notes or closes by key, once each, and keeps a note that could not be stored', async () => {
    const { acts, backend, stores } = await opened(addressOf(stories.unknown));
    await expect.element(region('What it means')).toBeVisible();
    await keyboard('t');
    await expect.poll(() => acts.length).toBe(1);
    await keyboard('n');
    const note = page.getByRole('textbox', { name: 'Note' });
    await expect.element(note).toHaveFocus();
    await keyboard('They see it too');
    backend.pageCases.failure = new Error('The disk is full.');
    await click(button('Add note'));
    await expect.element(page.getByRole('dialog').getByRole('alert')).toMatchTextContent('It could not be stored.');
    await expect.element(note).toHaveValue('They see it too');
    expect(acts).toHaveLength(1);
    backend.pageCases.failure = null;
    await click(button('Add note'));
    await expect.poll(() => acts.length).toBe(2);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await keyboard('d');
    await expect.element(page.getByRole('textbox', { name: 'Comment, optional' })).toHaveFocus();
    await keyboard('{Enter}');
    await expect.poll(() => acts.length).toBe(3);
    expect(acts.map(({ subjects, what, text }) => [subjects, what, text])).toEqual([
      [[stories.unknown.key], { kind: 'take' }, ''],
      [[stories.unknown.key], { kind: 'note' }, 'They see it too'],
      [[stories.unknown.key], { kind: 'done' }, ''],
    ]);
    expect(acts.map(({ author }) => author)).toEqual(acts.map(() => stores.person.getState().person));
  });

  it('[CASE-11, CASE-24] sets a reminder or mutes until the displayed time, by pointer or by keys alone', async () => {
    const { acts, backend, clock } = await opened(addressOf(stories.unknown));
    const mute = { kind: 'mute', ends: { kind: 'time', at: START + 4 * 3_600_000 } };
    await click(button('Remind me in 5 min'));
    await expect.poll(() => acts.map(({ what }) => what)).toEqual([{ kind: 'remind', at: START + 300_000 }]);
    await keyboard('m');
    await expect.element(page.getByText('Ends 18:00 UTC.')).toBeVisible();
    await click(page.getByRole('radio', { name: 'For 4 hours' }));
    await click(page.getByRole('dialog').getByRole('button', { name: 'Mute' }));
    await expect.poll(() => acts.slice(1).map(({ what }) => what)).toEqual([mute]);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    // The same action within 1 s would count as a double press.
    clock.advance(1_000);
    await userEvent.keyboard('m');
    await expect.element(page.getByRole('radio', { name: 'For 1 hour' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect
      .poll(() => acts.slice(2).map(({ what }) => what))
      .toEqual([{ kind: 'mute', ends: { kind: 'time', at: START + 1_000 + 4 * 3_600_000 } }]);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    clock.advance(1_000);
    await userEvent.keyboard('m');
    await expect.element(page.getByRole('radio', { name: 'For 1 hour' })).toHaveFocus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => acts).toHaveLength(4);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    clock.advance(1_000);
    await userEvent.keyboard('m');
    await expect.element(page.getByRole('radio', { name: 'For 1 hour' })).toHaveFocus();
    await userEvent.keyboard('{Tab}9:15{Enter}');
    await expect
      .poll(() => acts.slice(4).map(({ what }) => what))
      .toEqual([{ kind: 'mute', ends: { kind: 'time', at: Date.UTC(2026, 10, 22, 9, 15) } }]);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    backend.pageAlarms.emit({ shiftUntil: START + 7_200_000 });
    clock.advance(1_000);
    await userEvent.keyboard('m');
    await expect.element(page.getByRole('radio', { name: 'Until the end of the shift' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => acts.slice(5).map(({ what }) => what))
      .toEqual([{ kind: 'mute', ends: { kind: 'time', at: START + 7_200_000 } }]);
  });

  it('[CASE-24] counts the reminder down, and only the due stage has a filled button', async () => {
    const { acts, clock } = await opened(addressOf(firstOf(stories.allocation)));
    const stages = page.getByRole('list', { name: 'Advice of the provider' });
    await expect.element(stages).toMatchTextContent('reminder in 3 m 40 s');
    clock.advance(100_000);
    await expect.element(stages).toMatchTextContent('reminder in 2 m');
    expect(
      [...stages.element().querySelectorAll('[data-variant=filled]')].map(({ textContent }) => textContent),
    ).toEqual(['Mark as retriedR']);
    clock.advance(120_000);
    await expect.element(stages).toMatchTextContent('the reminder is due');
    await keyboard('r');
    await expect.poll(() => acts.map(({ what }) => what)).toEqual([{ kind: 'retried' }]);
  });

  it('[OWN-4] applies to a group as one subject, and to selected cases with one comment', async () => {
    const { acts } = await opened(`#/localizations?group=${encodeURIComponent(causeKey(causes.fallback))}`);
    await expect.element(page.getByRole('heading', { name: /Fallback profile not set/ })).toBeVisible();
    await keyboard('t');
    await expect.poll(() => acts.map(({ subjects }) => subjects)).toEqual([[causeKey(causes.fallback)]]);
    const rows = [...document.querySelectorAll<HTMLElement>('[data-line^="group "]')];
    rows[0]?.click();
    rows[2]?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true }));
    await expect.element(page.getByRole('heading', { name: '3 cases selected' })).toBeVisible();
    await keyboard('d');
    await expect.element(page.getByRole('textbox', { name: 'Comment, optional' })).toHaveFocus();
    await keyboard('Site visit{Enter}');
    await expect
      .poll(() => acts.slice(1).map(({ subjects, what, text }) => [subjects, what, text]))
      .toEqual([[stories.fallback.map(({ key }) => key), { kind: 'done' }, 'Site visit']]);
  });
});

describe('the list of cases', () => {
  it('[PAGE-263] moves through groups and cases by key, shows the open one in the address, and closes it with Escape', async () => {
    await opened('#/localizations');
    await expect.poll(() => lines().length).toBeGreaterThan(6);
    await userEvent.keyboard('e');
    await expect.element(page.getByRole('heading', { name: /Allocation failed/ })).toBeVisible();
    await expect.poll(() => lines().filter((line) => line?.startsWith('group '))).toHaveLength(10);
    await userEvent.keyboard('j');
    await expect.poll(() => window.location.hash).toContain(`case=${firstOf(stories.allocation).key}`);
    await expect.element(page.getByText('1 of 24')).toBeVisible();
    await userEvent.keyboard('j');
    await expect.element(page.getByText('2 of 24')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => window.location.hash).not.toContain('case=');
    await expect.element(region('Failure group in full')).toBeVisible();
  });

  it('[PAGE-263] selects cases by Shift with J, K and arrows, across lines that are not cases', async () => {
    await opened(`#/localizations?group=${encodeURIComponent(causeKey(causes.fallback))}`);
    await expect.poll(() => lines().filter((line) => line?.startsWith('group ')).length).toBeGreaterThan(2);
    await keyboard('j');
    await expect.poll(() => window.location.hash).toContain('case=');
    await keyboard('{Shift>}jj{/Shift}');
    await expect.element(page.getByRole('heading', { name: '3 cases selected' })).toBeVisible();
    await keyboard('{Shift>}k{/Shift}');
    await expect.element(page.getByRole('heading', { name: '2 cases selected' })).toBeVisible();
    await keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}');
    await expect.element(page.getByRole('heading', { name: /^[45] cases selected$/ })).toBeVisible();
    await keyboard('{Escape}');
    await expect.element(region('Case in full')).toBeVisible();
  });

  it('[PAGE-3] does not move the successes under the pointer', async () => {
    const { backend, clock } = await opened('#/localizations');
    await expect.poll(() => lines().filter((line) => line?.startsWith('well ')).length).toBe(3);
    const before = lines();
    await page.getByText('Profile on the eUICC, unusable').first().hover();
    const groups = [aFailureGroup({ cause: causes.enable, open: 40 }), ...backend.pageCases.board.groups.slice(0, 5)];
    backend.pageCases.emit(aBoard({ groups }));
    await expect.element(page.getByText(/Held · \d+ changes/)).toBeVisible();
    expect(lines()).toEqual(before);
    await page.getByText('Id, screen, time, command').hover();
    clock.advance(2_000);
    await expect.poll(lines).not.toEqual(before);
  });

  it('[PAGE-220] says that all is well only after every stored event was read', async () => {
    const { backend } = await opened('#/localizations', ({ pageCases }) => {
      pageCases.storedCases = [];
      pageCases.board = aBoard({ behind: 12_400 });
    });
    await expect.element(page.getByText('Still processing 12,400 stored events.')).toBeVisible();
    await expect.element(page.getByText('No localization needs attention.')).not.toBeInTheDocument();
    backend.pageCases.emit(aBoard());
    await expect.element(page.getByText('No localization needs attention.')).toBeVisible();
  });

  it('[CASE-16] finds cases by words, and lists by eUICC those that are longest without an action', async () => {
    const { backend, clock } = await opened('#/localizations');
    await expect.poll(() => lines().length).toBeGreaterThan(6);
    await keyboard('f');
    await expect.poll(() => document.activeElement?.tagName).toBe('INPUT');
    await keyboard('LOCK');
    clock.advance(200);
    await expect.poll(lines).toEqual([`list ${stories.unknown.key}`]);
    expect(window.location.hash).toBe('#/localizations?find=LOCK');
    await keyboard('{Escape}');
    clock.advance(200);
    await click(button('By eUICC'));
    await click(button('Longest without an action'));
    await expect
      .poll(() => backend.pageCases.inputsOf('cases.list').at(-1))
      .toMatchObject({ of: 'open', sort: 'waiting', find: '' });
  });
});

describe('received text', () => {
  it('[PAGE-173] is plain text everywhere on the screen', async () => {
    const texts = [
      '<img src=x onerror="document.documentElement.dataset.harmed=1">',
      '\u202Eevil',
      ...hostileTexts.slice(0, 4),
    ];
    const cases = texts.map((text, number) => {
      const name = text.length <= 60 ? text : hostileName;
      const cause = { ...causes.unknown, code: text };
      const row = failedCase(cause, 60 + number, {
        iccid: text,
        countryCode: text,
        errorCode: text,
        owner: { id: 'x', name },
      });
      const whole = { ...allocationDetail(), ...aCaseDetail({ ...row, ticket: text }) };
      const detail: CaseDetail = {
        ...whole,
        provider: [{ sentence: text, code: text, type: text, count: 1 }],
        advice: plainDetail(row).advice.map((stage) => ({ ...stage, state: 'done', by: { id: 'x', name } })),
        actions: [
          {
            id: 'action-0009',
            at: START,
            author: { id: 'x', name },
            subjects: [row.key],
            what: { kind: 'pack', ticket: text },
            text,
          },
        ],
      };
      const group = aFailureGroup({
        cause,
        open: 3,
        countries: [{ country: text, count: 3 }],
        shared: [{ kind: 'code', code: text, count: 2, others: [] }],
      });
      return { row, detail, group };
    });
    await opened('#/localizations', ({ pageCases }) => {
      pageCases.storedCases = cases.map(({ row }) => row);
      pageCases.board = aBoard({ groups: cases.map(({ group }) => group) });
      for (const { row, detail } of cases) pageCases.details.set(row.key, detail);
    });
    for (const { row } of cases) {
      window.location.hash = addressOf(row);
      const shown = page.getByText(row.eid ?? '', { exact: true }).first();
      await expect.element(shown).toBeVisible();
      await expect.element(region('Owner and notes')).toBeVisible();
      expect(document.querySelector('img[src=x], iframe, embed, object')).toBeNull();
      expect(document.documentElement.dataset['harmed']).toBeUndefined();
      expect(document.body.textContent).not.toContain('\u202E');
    }
  });
});
