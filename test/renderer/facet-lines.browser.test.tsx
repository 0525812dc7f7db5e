import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FacetGroup } from '../../src-renderer/screens/timeline/facets/FacetGroup.tsx';
import type { Tally } from '../../src-renderer/stores/timeline/tally-store.ts';
import type { Filter } from '../../src-shared/domain/filter/filter.ts';
import { filterOf } from '../doubles/filters.ts';
import { renderComponent } from '../doubles/render-component.tsx';

const EMPTY: Filter = { terms: [] };

function group(
  counts: Readonly<Record<string, number>>,
  filter = EMPTY,
  change: (filter: Filter) => void = () => undefined,
  isPaused = false,
) {
  const values = Object.entries(counts).map(([value, count]) => ({ value, count }));
  const tally = { filter, isComplete: true, fields: new Map([['country', values]]) } as unknown as Tally;
  const still = { hasStaleCounts: false, isPaused, isFolded: false, fold: () => undefined };
  return <FacetGroup field="country" filter={filter} tally={tally} {...still} change={change} />;
}

/**
 * Returns a function that lists the countries whose lines were rendered since its last call. A line looks up its
 * country name when it renders.
 */
function watchDrawing(): () => readonly string[] {
  const lookUp = vi.spyOn(Intl.DisplayNames.prototype, 'of');
  onTestFinished(() => lookUp.mockRestore());
  return () => {
    const drawn = lookUp.mock.calls.map(([country]) => country);
    lookUp.mockClear();
    return drawn;
  };
}

it('[PAGE-90] a value whose count is unchanged is not rendered again', async () => {
  const drawn = watchDrawing();
  const part = await renderComponent(group({ SE: 100_000, NO: 700, DE: 30 }));
  expect(drawn()).toEqual(['SE', 'NO', 'DE']);
  await part.rerender(group({ SE: 100_020, NO: 701, DE: 30 }));
  expect(drawn()).toEqual(['SE', 'NO']);
  await expect.element(page.getByRole('button', { name: 'NO Norway, 701' })).toBeVisible();
});

it('[PAGE-90] a value that was not rendered again uses the current filter', async () => {
  const change = vi.fn<(filter: Filter) => void>();
  const part = await renderComponent(group({ SE: 7, NO: 7 }));
  const kind: Filter['terms'][number] = { kind: 'value', field: 'kind', values: ['CMP_EVENT'], negated: false };
  await part.rerender(group({ SE: 7, NO: 7 }, { terms: [kind] }, change));
  await userEvent.hover(page.getByRole('button', { name: 'NO Norway, 7' }));
  await page.getByRole('button', { name: 'No events with NO Norway' }).click();
  expect(change.mock.calls).toEqual([
    [{ terms: [kind, { kind: 'value', field: 'country', values: ['NO'], negated: true }] }],
  ]);
});

it('[PAGE-90] values under the pointer keep their order when events arrive, and are ordered again by another filter', async () => {
  const none = (): void => undefined;
  const failed = filterOf('outcome:failed');
  const shown = () =>
    page
      .getByRole('listitem')
      .elements()
      .map((line) => (line as HTMLElement).dataset['value']);
  const part = await renderComponent(group({ NO: 900, SE: 80, TR: 74 }, EMPTY, none, true));
  await part.rerender(group({ NO: 900, SE: 80, TR: 99 }, EMPTY, none, true));
  expect(shown()).toEqual(['NO', 'SE', 'TR']);
  await part.rerender(group({ TR: 74, SE: 7, NO: 5 }, failed, none, true));
  expect(shown()).toEqual(['TR', 'SE', 'NO']);
  await part.rerender(group({ NO: 95, TR: 74, SE: 7 }, failed, none, true));
  expect(shown()).toEqual(['TR', 'SE', 'NO']);
});

it('[PAGE-90] a value shows ⊕ and ⊖ only while it has the focus', async () => {
  await renderComponent(group({ SE: 7, NO: 7 }));
  const only = page.getByRole('button', { name: /^Only events with/ });
  expect(only.elements()).toEqual([]);
  (page.getByRole('button', { name: 'SE Sweden, 7' }).element() as HTMLElement).focus();
  await expect.element(only).toHaveAccessibleName('Only events with SE Sweden');
  (document.activeElement as HTMLElement).blur();
  await expect.element(only).not.toBeInTheDocument();
});
