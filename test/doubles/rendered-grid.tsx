/** A grid by itself, over lines that a test makes up, in a real browser. */
import '@mantine/core/styles.css';
import '../../src-renderer/theme/tokens.css';
import '../../src-renderer/theme/sizes.css';
import '../../src-renderer/theme/base.css';
import { MantineProvider } from '@mantine/core';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { CommandsProvider } from '../../src-renderer/commands/CommandsProvider.tsx';
import { Grid } from '../../src-renderer/components/grid/Grid.tsx';
import type { GridColumn, GridItem, GridProps } from '../../src-renderer/components/grid/grid-model.ts';

export interface GridRow {
  readonly number: number;
  readonly summary: string;
}

const columns: readonly GridColumn<GridRow>[] = [
  { id: 'number', title: 'Number', width: { px: 80 }, priority: 2, align: 'end', cell: (row) => row.number },
  { id: 'summary', title: 'Summary', width: { share: 1, least: 220 }, priority: 9, cell: (row) => row.summary },
  { id: 'code', title: 'Error code', width: { px: 200 }, priority: 1, cell: (row) => `CODE_${row.number % 7}` },
];

/** Newest first. */
export function rowsFrom(newest: number, count = newest): GridItem<GridRow>[] {
  return Array.from({ length: count }, (_, index) => rowItem(newest - index));
}
export function rowItem(number: number): GridItem<GridRow> {
  return { kind: 'row', key: `${number}`, row: { number, summary: `Event ${number}` } };
}

/** Keys of the lines that are drawn, from top to bottom. */
export function drawnKeys(): string[] {
  return [...document.querySelectorAll<HTMLElement>('[data-key]')].map((line) => line.dataset['key'] ?? '');
}
/** Where the line stands on the screen; `null` where it is not drawn. */
export function topOf(key: string): number | null {
  return document.querySelector(`[data-key="${key}"]`)?.getBoundingClientRect().top ?? null;
}

export async function renderGrid(given: Partial<GridProps<GridRow>> & Pick<GridProps<GridRow>, 'items'>) {
  await page.viewport(1440, 900);
  const told: string[] = [];
  let props: GridProps<GridRow> = {
    label: 'Events, newest first',
    name: 'events',
    columns,
    total: given.items.length,
    cursor: null,
    setCursor: (cursor) => {
      told.push(`cursor ${cursor}`);
      void change({ cursor });
    },
    opened: null,
    open: (key) => told.push(`open ${key}`),
    instead: <p>Nothing yet.</p>,
    holds: false,
    ...given,
  };
  const shown = () => (
    <MantineProvider forceColorScheme="dark">
      <CommandsProvider>
        <main style={{ position: 'fixed', inset: 0, display: 'flex' }}>
          <Grid {...props} />
        </main>
      </CommandsProvider>
    </MantineProvider>
  );
  const screen = await render(shown());
  async function change(part: Partial<GridProps<GridRow>>): Promise<void> {
    props = { ...props, ...part };
    await screen.rerender(shown());
  }
  const scroller = () => page.getByTestId('events').element();
  return {
    screen,
    told,
    change,
    scroller,
    table: () => page.getByRole('grid').element(),
    scrollTo: (px: number) => void (scroller().scrollTop = px),
    /** Until the browser has drawn. */
    frame: () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  };
}
