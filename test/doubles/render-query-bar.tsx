/** Renders only the query bar, with a filter that the test can read and a backend with the counts of the test. */
import type { FacetField } from '../../src-shared/domain/event/event-fields.ts';
import '../../src-renderer/theme/styles.ts';
import { page } from 'vitest/browser';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { TimelineFacets } from '../../src-shared/api/timeline.ts';
import { printFilter } from '../../src-shared/domain/filter/filter-text.ts';
import { QueryBar } from '../../src-renderer/screens/timeline/query/QueryBar.tsx';
import { filterOf } from './filters.ts';
import { click, keyboard } from './page-input.ts';
import { renderComponent } from './render-component.tsx';

type Counts = Partial<Record<FacetField, Readonly<Record<string, number>>>>;

export async function renderQueryBar(text = '', counts: Counts = {}) {
  const queries: string[] = [];
  const wentTo: number[] = [];
  const shown = createStore(() => ({ filter: filterOf(text) }));
  function Screen() {
    const { filter } = useStore(shown);
    return (
      <div style={{ height: 48, display: 'grid' }}>
        <QueryBar
          filter={filter}
          wrong={[]}
          change={(next) => {
            queries.push(printFilter(next));
            shown.setState({ filter: next });
          }}
          dropWrong={() => undefined}
          goToTime={(at) => wentTo.push(at)}
          facets={<p>Facets</p>}
          actions={<button type="button">Export</button>}
        />
      </div>
    );
  }
  const part = await renderComponent(<Screen />);
  part.backend.calls.answer('timeline.facets', ({ fields }): TimelineFacets => ({
    count: 0,
    fields: fields.map((field) => ({
      field,
      values: Object.entries(counts[field] ?? {}).map(([value, count]) => ({ value, count })),
    })),
    next: null,
  }));
  return {
    ...part,
    queries,
    wentTo,
    field: page.getByRole('combobox'),
    type: async (keys: string) => {
      await click(page.getByRole('combobox'));
      await keyboard(keys);
    },
    counted: () => part.clock.advance(200),
  };
}

export function chipLabels(): string[] {
  const shown = [...document.querySelectorAll<HTMLElement>('search [aria-label$=", change"]')];
  const placed = shown.toSorted((one, other) => one.getBoundingClientRect().left - other.getBoundingClientRect().left);
  return placed.map((chip) => (chip.getAttribute('aria-label') ?? '').replace(', change', ''));
}

export function suggestionLines(): string[] {
  return [...document.querySelectorAll('[role=option]')].map((line) =>
    [...line.children].map((part) => part.textContent).join(' | '),
  );
}
