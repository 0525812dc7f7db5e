/**
 * What a grid shows and what it tells whoever uses it. A grid knows rows by key alone: it fetches nothing, and never
 * reckons with what a key may mean.
 */
import type { ReactNode } from 'react';

export interface GridColumn<Row> {
  readonly id: string;
  /** In the head, in the column chooser, and to a screen reader. */
  readonly title: string;
  /** Instead of the title where there is no room for it. */
  readonly icon?: ReactNode;
  /** In units of `--unit` / 13, so px at the usual scale. `share`: of what the others leave, up to `most`. */
  readonly width: { readonly px: number } | { readonly share: number; readonly min: number; readonly max?: number };
  /** The column with the lowest goes first where there is no room; the highest of all never goes. */
  readonly priority: number;
  readonly align?: 'end';
  /** What no column can use is this one's, so that its end is the end of the line. */
  readonly fillsRemainder?: boolean;
  /** Of its title, which is marked: "Not in the provider's document". */
  readonly remark?: string;
  /** The order in which the lines stand, where it is this column's. */
  readonly sorted?: 'asc' | 'desc' | undefined;
  /** A click on the title, or Enter, orders by it. */
  readonly sort?: () => void;
  /** Not shown until a reader chooses it, or all others have as much room as they can use. */
  readonly isOptional?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

/** One line of a grid. All kinds have one height, so that the place of a line is its index. */
export type GridItem<Row> =
  | {
      readonly kind: 'row';
      readonly key: string;
      readonly row: Row;
      /** Quieter than the others, such as the stream's own pulse. */
      readonly isQuiet?: boolean;
    }
  /** Lines that go over all columns. `open` is what Enter and a click do. */
  | { readonly kind: 'gap'; readonly key: string; readonly content: ReactNode; readonly open?: () => void }
  | { readonly kind: 'fold'; readonly key: string; readonly content: ReactNode; readonly open?: () => void }
  | { readonly kind: 'group'; readonly key: string; readonly content: ReactNode; readonly open?: () => void };

/** What the reader does with the list, told when it changes: the user of a grid decides whether the list holds. */
export interface GridInteraction {
  /** The pointer is over the lines. */
  readonly isPointing: boolean;
  /** The first line is not in view. */
  readonly isScrolled: boolean;
  readonly isFocused: boolean;
}

/** Where the list is to stand: a new object each time that it is to go there. */
export type GridLanding =
  | { readonly at: 'start' }
  | { readonly at: 'end' }
  /** `offset`: px from the top of the lines to the top of this one; `null`: in the middle. */
  | { readonly at: 'key'; readonly key: string; readonly offset: number | null };

/** The first line in view and how far it is from the top: what a history entry keeps. */
export interface GridAnchor {
  readonly key: string;
  readonly offset: number;
}

export interface GridProps<Row> {
  /** To a screen reader: "Events, newest first". */
  readonly label: string;
  /** Under which widths and order of columns are kept in this browser. */
  readonly name: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly items: readonly GridItem<Row>[];
  /** How many lines there are in all; `null` where that is not known. */
  readonly total: number | null;
  /** The line that keys act on. */
  readonly cursor: string | null;
  readonly setCursor: (key: string | null) => void;
  /** The line whose detail is shown. */
  readonly opened: string | null;
  readonly open: (key: string) => void;
  /** Shift and Ctrl with click or arrows, Ctrl+A; absent: one line at a time. */
  readonly selection?: { readonly keys: ReadonlySet<string>; readonly set: (keys: ReadonlySet<string>) => void };
  /** In the one line of its own between head and rows that is always there: "Live", "Held while you read · 18 new". */
  readonly statusLine?: ReactNode;
  /** There is no such line: how the list stands is said, and its columns are chosen, elsewhere. */
  readonly hidesStatusLine?: boolean;
  /** Instead of the lines where there are none: empty, loading, failed. */
  readonly placeholder: ReactNode;
  /** Behind the last line. */
  readonly footer?: ReactNode;
  readonly landing?: GridLanding | null;
  readonly onInteraction?: (attention: GridInteraction) => void;
  /** A hand has moved the pointer over the lines, by however little. */
  readonly onPointerMove?: () => void;
  /** Fewer lines than two screens are left on that side. Called again after the items have changed. */
  readonly onNear?: (side: 'start' | 'end') => void;
  /** Told when scrolling has come to rest. */
  readonly onAnchor?: (anchor: GridAnchor | null) => void;
  /** Lines that are added above leave those in view where they are; else the first line is always the newest. */
  readonly isPaused: boolean;
}
