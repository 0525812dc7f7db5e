/** Details of the selected item: right of the list, or over it in a narrow window. */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useCommands } from '../../commands/use-commands.ts';
import { recoverFocus } from '../overlay/recover-focus.ts';
import { ResizeEdge } from '../ResizeEdge.tsx';
import { DETAIL_WIDTH } from '../../stores/appearance-store.ts';
import { useAppearance, useStores } from '../../stores/use-stores.ts';
import styles from './ScreenLayout.module.css';
import { CloseDetailContext } from '../detail/use-close-detail.ts';

interface DetailRegionProps {
  readonly label: string;
  readonly close: () => void;
  /** The pane covers the list, so it takes the focus. */
  readonly overlaysList: boolean;
  readonly minWidthPx: number;
  readonly children: ReactNode;
}

export function DetailRegion({ label, close, overlaysList, minWidthPx, children }: DetailRegionProps) {
  const { appearance } = useStores();
  const width = Math.max(
    minWidthPx,
    useAppearance((state) => state.detailWidth),
  );
  const [dragged, setDragged] = useState<number | null>(null);
  const pane = useRef<HTMLElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const takeFocus = useCallback(() => {
    if (pane.current?.contains(document.activeElement) === true) return;
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    pane.current?.focus();
  }, []);
  useEffect(() => {
    if (overlaysList) takeFocus();
  }, [overlaysList, takeFocus]);
  useEffect(() => () => recoverFocus(opener.current), []);
  useCommands([
    { id: 'detail.close', title: 'Close the detail', group: 'View', keys: ['Escape'], run: close },
    { id: 'detail.focus', title: 'Go to the detail', group: 'View', keys: ['F6'], run: takeFocus },
  ]);
  return (
    <aside
      ref={pane}
      className={styles['detail']}
      aria-label={label}
      tabIndex={-1}
      style={overlaysList ? undefined : { width: `calc(${dragged ?? width} * var(--px))` }}
    >
      <ResizeEdge
        side="left"
        label="Width of the detail"
        size={dragged ?? width}
        limits={DETAIL_WIDTH}
        drag={setDragged}
        keep={(detailWidth) => appearance.change({ detailWidth })}
      />
      <CloseDetailContext value={close}>
        <div className="clips shrinks-down grows">{children}</div>
      </CloseDetailContext>
    </aside>
  );
}
