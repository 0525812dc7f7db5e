/** Tests on the page how a shift is handed over, and accepted group by group. */
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ShiftHandOver } from '../../src-shared/api/shift.ts';
import { causeKey, type CauseKey } from '../../src-shared/domain/cases/case-keys.ts';
import { aBoard, aFailureGroup, provisioningFailure } from '../doubles/board.ts';
import { addressOf, allocationDetail, storyBackend } from '../doubles/localization-story.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { click, fill } from '../doubles/page-input.ts';
import { START } from '../doubles/page-watch.ts';
import { renderWatching } from '../doubles/render-app.tsx';

const INES = { id: 'ines', name: 'Ines Duarte' };
const JONAS = { id: 'jonas', name: 'Jonas Lind' };
const ID = 'hand-over-1';

function anItem(operation: string, state: ShiftHandOver['items'][number]['state']): ShiftHandOver['items'][number] {
  const cause = { kind: 'localization', operation, type: null, code: `START_PROFILE_${operation}` } as const;
  return { key: causeKey(cause), cause, consequence: 'unusable', open: 3, state };
}

const WAITING = anItem('ALLOCATED', { kind: 'waiting' });
const OTHER = anItem('DOWNLOADED', { kind: 'waiting' });

function aHandOver(items: ShiftHandOver['items'], part: Partial<ShiftHandOver> = {}): ShiftHandOver {
  return { id: ID, at: START - 600_000, author: INES, note: 'Call the provider at 15:00.', items, ...part };
}

async function shown(handOvers: ShiftHandOver[], hash: string) {
  const backend = new PageBackend();
  backend.pageCases.handOvers = handOvers;
  const rendered = await renderWatching(hash, backend);
  rendered.stores.person.setName(JONAS.name);
  return { ...rendered, backend };
}
const panel = () => page.getByRole('region', { name: 'Handed over by Ines Duarte' });
const recorded = (backend: PageBackend) =>
  backend.pageCases.actions.map(({ what, subjects, text }) => [what, subjects, text]);

describe('[REPORT-40] a shift is accepted in the report', () => {
  test('group by group, with the name of each in its buttons', async () => {
    const { backend } = await shown([aHandOver([WAITING, OTHER])], '#/report');
    await expect.element(panel()).toMatchTextContent(/0 of 2 accepted/);
    await expect.element(panel()).toMatchTextContent(/Call the provider at 15:00\./);
    await click(panel().getByRole('button', { name: 'Accept Allocation failed: 3 cases open' }));
    await expect.poll(() => recorded(backend)).toEqual([[{ kind: 'accept', of: ID }, [WAITING.key], '']]);
    backend.pageCases.handOversFeed.emit([
      aHandOver([{ ...WAITING, state: { kind: 'accepted', author: JONAS, at: START } }, OTHER]),
    ]);
    await expect.element(panel()).toMatchTextContent(/1 of 2 accepted/);
    await expect.element(panel()).toMatchTextContent(/accepted by Jonas Lind/);
    await expect
      .element(panel().getByRole('button', { name: 'Accept Allocation failed: 3 cases open' }))
      .not.toBeInTheDocument();
  });

  test('all at once', async () => {
    const { backend } = await shown([aHandOver([WAITING, OTHER])], '#/report');
    await click(panel().getByRole('button', { name: 'Accept all 2' }));
    await expect.poll(() => recorded(backend)).toEqual([[{ kind: 'accept', of: ID }, [WAITING.key, OTHER.key], '']]);
  });

  test('or declined with a reason, which all see, and accepted later', async () => {
    const { backend } = await shown([aHandOver([WAITING])], '#/report');
    await click(panel().getByRole('button', { name: 'Decline Allocation failed: 3 cases open' }));
    const decline = page.getByRole('dialog').getByRole('button', { name: 'Decline' });
    await expect.element(decline).toBeDisabled();
    const missing = page.getByText('Enter a reason.');
    await expect.element(missing).toBeVisible();
    await expect.element(decline).toHaveAttribute('aria-describedby', missing.element().id);
    await fill(page.getByRole('textbox', { name: 'Reason' }), 'Belongs to the roaming desk');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => recorded(backend))
      .toEqual([[{ kind: 'decline', of: ID }, [WAITING.key], 'Belongs to the roaming desk']]);
    const declined = { kind: 'declined', author: JONAS, at: START, reason: 'Belongs to the roaming desk' } as const;
    backend.pageCases.handOversFeed.emit([aHandOver([{ ...WAITING, state: declined }])]);
    await expect.element(panel()).toMatchTextContent(/declined by Jonas Lind/);
    await expect.element(panel()).toMatchTextContent(/0 of 1 accepted, 1 declined/);
    await expect.element(panel().getByRole('button', { name: /^Accept/ })).toBeEnabled();
  });

  test('without those that ended meanwhile', async () => {
    await shown([aHandOver([{ ...WAITING, open: 0, state: { kind: 'ended' } }, OTHER])], '#/report');
    await expect.element(panel()).toMatchTextContent(/0 of 1 accepted, 1 ended meanwhile/);
    expect(
      panel()
        .getByRole('button', { name: /^Accept / })
        .elements(),
    ).toHaveLength(1);
  });
});

test('[REPORT-40] a shift is handed over in a dialog with a note, without the groups that are left out', async () => {
  const { backend } = await shown([], '#/report');
  const groups = [
    aFailureGroup({ cause: { ...provisioningFailure, operation: 'ALLOCATED' } }),
    aFailureGroup({ cause: { ...provisioningFailure, operation: 'DOWNLOADED' } }),
  ];
  backend.pageCases.emit(aBoard({ groups }));
  await click(page.getByRole('button', { name: 'Hand over the shift …' }));
  const dialog = page.getByRole('dialog', { name: 'Hand over the shift' });
  await fill(dialog.getByRole('textbox', { name: 'Note for the next shift, optional' }), 'Quiet so far');
  await click(dialog.getByRole('checkbox').first());
  await click(dialog.getByRole('button', { name: 'Hand over 1 group' }));
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText('You handed 1 group over to the next shift')).toBeVisible();
  const left: readonly (CauseKey | undefined)[] = groups.slice(1).map(({ key }) => key);
  expect(recorded(backend)).toEqual([[{ kind: 'hand-over' }, left, 'Quiet so far']]);
});

test('[REPORT-40] Watch shows the note of a shift and accepts all of it, until everything of it is answered', async () => {
  const { backend } = await shown([aHandOver([WAITING, OTHER])], '#/watch');
  const strip = page.getByRole('region', { name: 'Handed-over shift' });
  await expect.element(strip).toMatchTextContent(/Ines Duarte handed over at/);
  await expect.element(strip).toMatchTextContent(/0 of 2 accepted/);
  await expect.element(strip).toMatchTextContent(/Call the provider at 15:00\./);
  await expect.element(strip.getByRole('link', { name: 'Show the groups' })).toHaveAttribute('href', '#/report');
  await click(strip.getByRole('button', { name: 'Accept all 2' }));
  await expect.poll(() => recorded(backend)).toEqual([[{ kind: 'accept', of: ID }, [WAITING.key, OTHER.key], '']]);
  const accepted = { kind: 'accepted', author: JONAS, at: START } as const;
  backend.pageCases.handOversFeed.emit([aHandOver([WAITING, OTHER].map((item) => ({ ...item, state: accepted })))]);
  await expect.element(strip).not.toBeInTheDocument();
});

test('[REPORT-40] the log of a case marks what was done for its group, also before the case', async () => {
  const backend = storyBackend();
  const { summary, ...detail } = allocationDetail();
  const [first, ...others] = detail.actions;
  if (first === undefined || summary.cause === null) throw new Error('The case has no group or no action.');
  const handOver = { ...first, what: { kind: 'hand-over' } as const, subjects: [summary.cause], text: '' };
  const actions = [{ ...handOver, at: summary.firstAt - 60_000 }, ...others];
  backend.pageCases.details.set(summary.key, { ...detail, summary, actions });
  await renderWatching(addressOf(summary), backend);
  await page.viewport(1440, 900);
  const lines = page.getByRole('region', { name: 'Owner and notes' }).getByRole('listitem');
  await expect
    .element(lines.nth(0))
    .toMatchTextContent(/handed the group over to the next shift.*for the group, before this case/);
  await expect.element(lines.nth(1)).not.toMatchTextContent(/for the group/);
});
