/** Tests in a browser how an action on cases is undone, and how a done case is shown and reopened. */
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CaseSummary } from '../../src-shared/api/cases.ts';
import { causeKey } from '../../src-shared/domain/cases/case-keys.ts';
import { aBoard, aCaseDetail } from '../doubles/board.ts';
import { addressOf, causes, ME, stories, storyBackend } from '../doubles/localization-story.ts';
import { backendError, START } from '../doubles/page-watch.ts';
import { click, fill, keyboard } from '../doubles/page-input.ts';
import { renderWatching } from '../doubles/render-app.tsx';

const button = (name: string | RegExp) => page.getByRole('button', { name });
const bar = () => page.getByRole('status').filter({ hasText: /^You/ });
const GROUP = `#/localizations?group=${encodeURIComponent(causeKey(causes.fallback))}`;

function done(row: CaseSummary, part: Partial<CaseSummary> = {}): CaseSummary {
  const ended = { openedAt: null, endedAt: START - 180_000, ended: 'done', canReopen: true } as const;
  return { ...row, ...ended, endedBy: { id: 'jonas', name: 'Jonas Lind' }, ...part };
}

async function opened(hash: string, cases = storyBackend()) {
  const app = await renderWatching(hash, cases);
  app.stores.person.setName(ME.name);
  return { ...app, cases: cases.pageCases };
}

async function openedCase() {
  const app = await opened(addressOf(stories.unknown));
  await expect.element(page.getByRole('region', { name: 'What it means' })).toBeVisible();
  return app;
}

describe('[CASE-61] an action on cases can be undone for ten seconds', () => {
  it('with Ctrl+Z, for all cases of a group', async () => {
    const { cases } = await opened(GROUP);
    await expect.element(page.getByRole('heading', { name: /Fallback profile not set/ })).toBeVisible();
    await keyboard('d');
    await expect.element(page.getByRole('textbox', { name: 'Comment, optional' })).toHaveFocus();
    await keyboard('{Enter}');
    await expect.element(bar()).toMatchTextContent('You marked all 3 as done: Fallback profile not set');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(() => cases.undone).toEqual(['action-1']);
    await expect.element(bar()).not.toBeInTheDocument();
  });

  it('until the time is over, unless it is pointed at', async () => {
    const { cases, clock } = await openedCase();
    await keyboard('t');
    await expect.element(bar()).toBeVisible();
    await userEvent.hover(button(/^Undo/));
    clock.advance(11_000);
    await expect.element(bar()).toBeVisible();
    await userEvent.unhover(button(/^Undo/));
    await expect.element(bar()).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(cases.undone).toEqual([]);
  });

  it('[PAGE-72] or until it is closed, if the user chose so', async () => {
    const { clock, stores } = await openedCase();
    stores.appearance.change({ keepsUndo: true });
    await keyboard('t');
    await expect.element(bar()).toBeVisible();
    clock.advance(600_000);
    await expect.element(button(/^Undo/)).toBeVisible();
    await click(bar().getByRole('button', { name: 'Close' }));
    await expect.element(bar()).not.toBeInTheDocument();
  });

  it.each([
    [{ kind: 'nothing', by: 'Jonas Lind' }, 'Nothing was undone. Jonas Lind has done something else with it.'],
    [{ kind: 'nothing', by: null }, 'Nothing was undone. Something else has happened with it.'],
    [
      { kind: 'partly', undone: 1, of: 3, by: 'Jonas Lind' },
      /^Undone on 1 of 3\. Jonas Lind has done something else with the others/,
    ],
    [{ kind: 'not-known' }, /^The undo is stored, and the team does not have it yet/],
  ] as const)('[CASE-61] and says what was not undone, until the user closes it: %o', async (takenBack, words) => {
    const { cases, clock } = await openedCase();
    cases.takenBack = takenBack;
    await keyboard('t');
    await click(button(/^Undo/));
    const shown = page.getByRole('status').filter({ hasText: words });
    await expect.element(shown).toBeVisible();
    clock.advance(60_000);
    await expect.element(shown).toBeVisible();
    await expect.element(button(/^Undo/)).not.toBeInTheDocument();
    await click(shown.getByRole('button'));
    await expect.element(shown).not.toBeInTheDocument();
  });

  it('and says why it could not be undone', async () => {
    const { cases } = await openedCase();
    await keyboard('t');
    await expect.element(bar()).toBeVisible();
    cases.failure = backendError({ code: 'UNDO_EXPIRED', facts: {} });
    await click(button(/^Undo/));
    await expect.element(bar()).toMatchTextContent('It could not be undone. It can no longer be undone');
    cases.failure = null;
    await click(button(/^Undo/));
    await expect.poll(() => cases.undone).toEqual(['action-1']);
  });

  it('but not in a field that is being edited, where Ctrl+Z belongs to the text', async () => {
    const { cases } = await openedCase();
    await keyboard('t');
    await expect.element(bar()).toBeVisible();
    await fill(page.getByPlaceholder('EID, ICCID, code'), 'x');
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(cases.undone).toEqual([]);
  });
});

describe('[CASE-12] a case that was marked as done', () => {
  it('is listed as done, with who closed it and when, and can be reopened', async () => {
    const backend = storyBackend();
    const row = done(stories.unknown);
    backend.pageCases.storedCases = [row];
    backend.pageCases.details.set(row.key, aCaseDetail(row));
    const { cases } = await opened('#/localizations', backend);
    await click(button(/^Done, 24 h/));
    await click(page.getByRole('button', { name: new RegExp(row.eid ?? '') }));
    await expect.element(page.getByText(/^done by Jonas Lind/)).toBeVisible();
    expect(button(/^Done D/).elements()).toEqual([]);
    await click(button('Reopen'));
    await expect
      .poll(() => cases.actions.map(({ what, subjects }) => [what.kind, subjects]))
      .toEqual([['reopen', [row.key]]]);
  });

  it('cannot be reopened after it succeeded', async () => {
    const backend = storyBackend();
    const row = done(stories.unknown, { canReopen: false });
    backend.pageCases.storedCases = [row];
    backend.pageCases.details.set(row.key, aCaseDetail(row));
    await opened(addressOf(row), backend);
    await expect.element(page.getByText(/^done by Jonas Lind/)).toBeVisible();
    expect(button('Reopen').elements()).toEqual([]);
  });
});

describe('[CASE-12] a group whose cases were all marked as done', () => {
  it('says by whom, offers to reopen all of them, and leads to the next group', async () => {
    const backend = storyBackend();
    backend.pageCases.storedCases = stories.fallback.map((row) => done(row));
    const board = backend.pageCases.board;
    backend.pageCases.board = aBoard({ groups: board.groups.filter(({ key }) => key !== causeKey(causes.fallback)) });
    const { cases } = await opened(GROUP, backend);
    await expect.element(page.getByText(/3 eUICCs marked as done by Jonas Lind/)).toBeVisible();
    await click(button('Reopen all 3'));
    await expect
      .poll(() => cases.actions.map(({ what, subjects }) => [what.kind, subjects]))
      .toEqual([['reopen', [causeKey(causes.fallback)]]]);
    await click(button(/^Open the next/));
    await expect.poll(() => window.location.hash).not.toBe(GROUP);
  });
});

it('[CASE-12] a note that is being written stays when another operator marks its group as done', async () => {
  const { cases } = await opened(GROUP);
  await expect.element(page.getByRole('heading', { name: /Fallback profile not set/ })).toBeVisible();
  await keyboard('n');
  await fill(page.getByRole('textbox', { name: 'Note' }), 'They see it too');
  cases.storedCases = stories.fallback.map((row) => done(row));
  cases.emit(aBoard({ groups: cases.board.groups.filter(({ key }) => key !== causeKey(causes.fallback)) }));
  await expect.element(page.getByText(/3 eUICCs marked as done by Jonas Lind/)).toBeVisible();
  await click(button('Add note'));
  await expect
    .poll(() => cases.actions.map(({ what, subjects, text }) => [what.kind, subjects, text]))
    .toEqual([['note', [causeKey(causes.fallback)], 'They see it too']]);
});

it('[AUTHOR-1] the first dialog also asks for the name, if there is none', async () => {
  const backend = storyBackend();
  await renderWatching(addressOf(stories.unknown), backend);
  await expect.element(page.getByRole('region', { name: 'What it means' })).toBeVisible();
  await keyboard('n');
  const dialog = page.getByRole('dialog');
  await fill(page.getByRole('textbox', { name: 'Note' }), 'They see it too');
  await expect.element(dialog.getByRole('button', { name: 'Add note' })).toBeDisabled();
  await fill(page.getByRole('textbox', { name: 'Your name' }), 'Ines Duarte');
  await click(dialog.getByRole('button', { name: 'Add note' }));
  await expect
    .poll(() => backend.pageCases.actions.map(({ author, text }) => [author.name, text]))
    .toEqual([['Ines Duarte', 'They see it too']]);
  await expect.element(dialog).not.toBeInTheDocument();
});
