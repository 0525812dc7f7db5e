/** Props and types of the grid. The grid identifies rows by key only, loads nothing, and never interprets a key. */
import type { ReactNode } from 'react';

export interface GridColumn<Row> {
  readonly id: string;
  readonly title: string;
  /** Replaces the title if there is no room. */
  readonly icon?: ReactNode;
  /**
   * In px of the default scale. `fits`: the longest usual content, before any share. `share` of the rest, up to `max`.
   */
  readonly width:
    | { readonly px: number }
    | { readonly min: number; readonly fits: number }
    | { readonly share: number; readonly min: number; readonly max?: number };
  /** If space is short, columns with the lowest priority are hidden first. The highest is never hidden. */
  readonly priority: number;
  readonly align?: 'end';
  /** Takes the space that no other column can use, so that the line is filled. */
  readonly fillsRemainder?: boolean;
  readonly remark?: string;
  readonly sorted?: 'asc' | 'desc' | undefined;
  readonly sort?: () => void;
  /** Hidden until the user chooses it, or until there is space that no other column can use. */
  readonly isOptional?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

/** A line of a grid. All kinds have the same height, so that a position is an index. */
export type GridItem<Row> =
  | {
      readonly kind: 'row';
      readonly key: string;
      readonly row: Row;
      readonly isQuiet?: boolean;
    }
  /** Lines that span all columns. `open` runs on Enter and on click. */
  | {
      readonly kind: 'gap' | 'fold' | 'group';
      readonly key: string;
      readonly content: ReactNode;
      readonly open?: () => void;
    };

/** The user's behaviour, reported on change; the grid's user decides whether the list holds. */
export interface GridInteraction {
  readonly isPointing: boolean;
  readonly isScrolled: boolean;
  readonly isFocused: boolean;
}

/** Scroll target; a new object for each request. */
export type GridLanding =
  | { readonly at: 'start' }
  | { readonly at: 'end' }
  /** `offset`: px from the top of the lines to this one; null for the middle. */
  | { readonly at: 'key'; readonly key: string; readonly offset: number | null };

export interface GridAnchor {
  readonly key: string;
  readonly offset: number;
}

export interface GridProps<Row> {
  readonly label: string;
  /** Key under which column widths and order are stored in the browser. */
  readonly name: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly items: readonly GridItem<Row>[];
  readonly total: number | null;
  readonly cursor: string | null;
  readonly setCursor: (key: string | null) => void;
  readonly opened: string | null;
  readonly open: (key: string) => void;
  /** Enables multiple selection: Shift and Ctrl with click or arrows, Ctrl+A. Absent: one line at a time. */
  readonly selection?: { readonly keys: ReadonlySet<string>; readonly set: (keys: ReadonlySet<string>) => void };
  /** Shown in the line between head and rows: "Live", "Held while you read · 18 new". */
  readonly statusLine?: ReactNode;
  /** Omits that line; status and column chooser are elsewhere. */
  readonly hidesStatusLine?: boolean;
  readonly placeholder: ReactNode;
  readonly footer?: ReactNode;
  readonly landing?: GridLanding | null;
  readonly onInteraction?: (attention: GridInteraction) => void;
  readonly onPointerMove?: () => void;
  /** Called if fewer lines than two screens are left on that side, and again after the items change. */
  readonly onNear?: (side: 'start' | 'end') => void;
  readonly onAnchor?: (anchor: GridAnchor | null) => void;
  /** True: lines added above do not move the visible ones. False: the list stays at the newest line. */
  readonly isPaused: boolean;
}
