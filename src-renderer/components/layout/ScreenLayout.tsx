/** Sets the sizes and error boundaries of a screen's regions; the screen provides the contents. */
import type { ReactNode } from 'react';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { useMediaQuery } from '../../theme/use-media-query.ts';
import { DetailRegion } from './DetailRegion.tsx';
import styles from './ScreenLayout.module.css';

export interface ScreenLayoutProps {
  readonly title: string;
  readonly query?: ReactNode;
  readonly chart?: ReactNode;
  readonly facets?: ReactNode;
  readonly children: ReactNode;
  /** The open item, or null. A new `key` resets the content and its error boundary. */
  readonly detail?: {
    readonly key: string;
    readonly label: string;
    readonly close: () => void;
    readonly content: ReactNode;
    /** Minimum width in px at the default scale if the user's width is smaller. */
    readonly minWidthPx?: number;
  } | null;
}

/** Below this width the detail covers the list (same value in `ScreenLayout.module.css`). */
const DETAIL_OVERLAY_QUERY = '(max-width: 68.75rem)';

export function ScreenLayout({ title, query, chart, facets, children, detail = null }: ScreenLayoutProps) {
  const covers = useMediaQuery(DETAIL_OVERLAY_QUERY);
  return (
    <div className="full-height flex relative shrinks-down">
      {/* Covered content is not focusable and is hidden from screen readers. */}
      <div className={styles['list']} inert={covers && detail !== null}>
        <h1 className="visually-hidden">{title}</h1>
        {query !== undefined && (
          <div className="fixed ruled-below min-query">
            <ErrorBoundary shape="line">{query}</ErrorBoundary>
          </div>
        )}
        {chart !== undefined && (
          <div className="fixed ruled-below">
            <ErrorBoundary shape="line">{chart}</ErrorBoundary>
          </div>
        )}
        <div className={styles['body']}>
          {facets !== undefined && (
            <aside className={styles['facets']} aria-label="Values">
              <ErrorBoundary>{facets}</ErrorBoundary>
            </aside>
          )}
          <div className={styles['content']}>
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
