/**
 * The regions of a screen: query on top, facets at the left, the list, one thing open at the right. The frame owns their
 * sizes and a boundary around each; a screen says only what stands in them.
 */
import type { ReactNode } from 'react';

export interface ScreenLayoutProps {
  /** The screen's name, as its only `h1` and to a screen reader. */
  readonly title: string;
  readonly query?: ReactNode;
  readonly facets?: ReactNode;
  readonly children: ReactNode;
  /** What is open, `null` where nothing is. `key`: another one begins anew, its boundary too. */
  readonly detail?: {
    readonly key: string;
    /** "Event 4712" */
    readonly label: string;
    readonly close: () => void;
    readonly content: ReactNode;
  } | null;
}

export function ScreenLayout(props: ScreenLayoutProps) {
  return (
    <>
      <h1 className="visually-hidden">{props.title}</h1>
      {props.query}
      {props.children}
      {props.detail?.content}
    </>
  );
}
