import '../../src-renderer/theme/styles.ts';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { CommandsProvider } from '../../src-renderer/commands/CommandsProvider.tsx';
import { useCommandList, useCommands } from '../../src-renderer/commands/use-commands.ts';
import { Grid } from '../../src-renderer/grid/Grid.tsx';
import type { GridColumn, GridItem, GridProps } from '../../src-renderer/grid/grid-model.ts';
import { useGridCommands } from '../../src-renderer/grid/use-grid-commands.ts';
import { TooltipLayer } from '../../src-renderer/components/overlay/TooltipLayer.tsx';
import { resetScreen } from './page-screen.ts';

export interface GridRow {
  readonly number: number;
  readonly summary: string;
}

const columns: readonly GridColumn<GridRow>[] = [
  { id: 'number', title: 'Number', width: { px: 80 }, priority: 2, align: 'end', cell: (row) => row.number },
  { id: 'summary', title: 'Summary', width: { share: 1, min: 220 }, priority: 9, cell: (row) => row.summary },
  { id: 'code', title: 'Error code', width: { px: 200 }, priority: 1, cell: (row) => `CODE_${row.number % 7}` },
  { id: 'kind', title: 'Kind', width: { px: 90 }, priority: 3, isOptional: true, cell: () => 'LOCALIZATION' },
];

export function rowsFrom(newest: number, count = newest): GridItem<GridRow>[] {
  return Array.from({ length: count }, (_, index) => rowItem(newest - index));
}
export function rowItem(number: number): GridItem<GridRow> {
  return { kind: 'row', key: `${number}`, row: { number, summary: `Event ${number}` } };
}

export function renderedKeys(): string[] {
  return [...document.querySelectorAll<HTMLElement>('[data-key]')].map((line) => line.dataset['key'] ?? '');
}
/** Top of the line on the screen in px; null if it is not rendered. */
export function lineTop(key: string): number | null {
  return document.querySelector(`[data-key="${key}"]`)?.getBoundingClientRect().top ?? null;
}
/** Column titles with their widths in px, from left to right. */
export function titles(): Record<string, number> {
  const heads = [...document.querySelectorAll('th')];
  return Object.fromEntries(heads.map((head) => [head.textContent, Math.round(head.getBoundingClientRect().width)]));
}

type Given = Partial<GridProps<GridRow>> & Pick<GridProps<GridRow>, 'items'>;

export async function renderGrid(given: Given, scheme: 'dark' | 'light' = 'dark') {
  await resetScreen();
  document.documentElement.dataset['colorScheme'] = scheme;
  const calls: string[] = [];
  let set: (part: Partial<GridProps<GridRow>>) => void = () => {};
  function GridHost() {
    const [part, setPart] = useState<Partial<GridProps<GridRow>>>({});
    useEffect(() => {
      set = (more) => setPart((before) => ({ ...before, ...more }));
    }, []);
    const props: GridProps<GridRow> = {
      label: 'Events, newest first',
      name: 'events',
      columns,
      total: given.items.length,
      cursor: null,
      setCursor: (cursor) => {
        calls.push(`cursor ${cursor}`);
        set({ cursor });
      },
      opened: null,
      open: (key) => {
        calls.push(`open ${key}`);
        set({ opened: key, cursor: key });
      },
      statusLine: null,
      placeholder: <p>Nothing yet.</p>,
      isPaused: false,
      ...given,
      ...part,
    };
    useCommands(useGridCommands({ ...props, noun: 'event' }));
    return <Grid {...props} />;
  }
  function Keys() {
    return (
      <output data-testid="keys">
        {useCommandList()
          .flatMap(({ keys }) => keys)
          .join(' ')}
      </output>
    );
  }
  const screen = await render(
    <TooltipLayer>
      <CommandsProvider>
        <main style={{ position: 'fixed', inset: 0 }}>
          <h1 className="visually-hidden">Timeline</h1>
          <GridHost />
          <Keys />
        </main>
      </CommandsProvider>
    </TooltipLayer>,
  );
  const scroller = () => page.getByTestId('events').element();
  return {
    calls,
    change: (part: Partial<GridProps<GridRow>>) => flushSync(() => set(part)),
    scroller,
    remount: async () => {
      await screen.unmount();
      return await renderGrid(given, scheme);
    },
    table: () => page.getByRole('grid').element(),
    scrollTo: (px: number) => void (scroller().scrollTop = px),
    frame: () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  };
}
