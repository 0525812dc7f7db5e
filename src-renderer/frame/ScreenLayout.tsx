/**
 * The regions of a screen: query on top, facets at the left, the list, one thing open at the right. The frame owns their
 * sizes and a boundary around each; a screen says only what stands in them.
 */
import type { ReactNode } from 'react';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { useMediaQuery } from '../theme/use-media-query.ts';
import { DetailRegion } from './DetailRegion.tsx';
import styles from './ScreenLayout.module.css';

export interface ScreenLayoutProps {
  /** The screen's name, as its only `h1` and to a screen reader. */
  readonly title: string;
  readonly query?: ReactNode;
  /** Over the whole width, between query and list: how many, and when. */
  readonly chart?: ReactNode;
  readonly facets?: ReactNode;
  readonly children: ReactNode;
  /** What is open, `null` where nothing is. `key`: another one begins anew, its boundary too. */
  readonly detail?: {
    readonly key: string;
    /** "Event 4712" */
    readonly label: string;
    readonly close: () => void;
    readonly content: ReactNode;
    /** What it needs, in px of the usual scale, where the reader's width for details is less. */
    readonly minWidthPx?: number;
  } | null;
}

/** From here down there is no room for list and detail beside each other (`ScreenLayout.module.css` too). */
const DETAIL_OVERLAY_QUERY = '(max-width: 1100px)';

export function ScreenLayout({ title, query, chart, facets, children, detail = null }: ScreenLayoutProps) {
  const covers = useMediaQuery(DETAIL_OVERLAY_QUERY);
  return (
    <div className={styles['layout']}>
      {/* What is covered is neither tabbed to nor read. */}
      <div className={styles['work']} inert={covers && detail !== null}>
        <h1 className="visually-hidden">{title}</h1>
        {query !== undefined && (
          <div className={styles['query']}>
            <ErrorBoundary shape="line">{query}</ErrorBoundary>
          </div>
        )}
        {chart !== undefined && (
          <div className={styles['chart']}>
            <ErrorBoundary shape="line">{chart}</ErrorBoundary>
          </div>
        )}
        <div className={styles['body']}>
          {facets !== undefined && (
            <aside className={styles['facets']} aria-label="Values">
              <ErrorBoundary>{facets}</ErrorBoundary>
            </aside>
          )}
          <div className={styles['list']}>
            <ErrorBoundary>{children}</ErrorBoundary>
          </div>
        </div>
      </div>
      {detail !== null && (
        <DetailRegion
          label={detail.label}
          close={detail.close}
          overlaysList={covers}
          minWidthPx={detail.minWidthPx ?? 0}
        >
          <ErrorBoundary key={detail.key}>{detail.content}</ErrorBoundary>
        </DetailRegion>
      )}
    </div>
  );
}
