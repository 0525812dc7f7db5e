/**
 * The pane with details of the selected item: right of the list, or over it in a narrow window. The user sets its
 * width. The content provides the head row with the close button.
 */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useCommands } from '../commands/use-commands.ts';
import { recoverFocus } from '../components/overlay/recover-focus.ts';
import { clampDetailWidth, DETAIL_WIDTH } from '../stores/appearance-store.ts';
import { useAppearance, useStores } from '../stores/use-stores.ts';
import { useTokens } from '../theme/use-tokens.ts';
import styles from './ScreenLayout.module.css';
import { CloseDetailContext } from './use-close-detail.ts';

interface DetailRegionProps {
  readonly label: string;
  readonly close: () => void;
  /** The pane covers the list, so it takes the focus. */
  readonly overlaysList: boolean;
  readonly minWidthPx: number;
  readonly children: ReactNode;
}

export function DetailRegion({ label, close, overlaysList, minWidthPx, children }: DetailRegionProps) {
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
      <Divider width={dragged ?? width} drag={setDragged} />
      <CloseDetailContext value={close}>
        <div className={styles['content']}>{children}</div>
      </CloseDetailContext>
    </aside>
  );
}

/** `--unit` at the default scale, at which widths are stored. */
const USUAL_UNIT = 13;
const KEY_STEP_PX = 20;

function Divider({ width, drag }: { width: number; drag: (width: number | null) => void }) {
  const { appearance } = useStores();
  const { unit } = useTokens();
  const keep = (next: number) => appearance.change({ detailWidth: clampDetailWidth(next) });
  const widthAt = (event: PointerEvent<HTMLElement>) => {
    const right = event.currentTarget.parentElement?.getBoundingClientRect().right ?? 0;
    return clampDetailWidth(((right - event.clientX) * USUAL_UNIT) / unit);
  };
  return (
    <div
      className={styles['divider']}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a separator that moves is a control, a rule is none
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the detail"
      aria-valuenow={width}
      aria-valuemin={DETAIL_WIDTH.min}
      aria-valuemax={DETAIL_WIDTH.max}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(width);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) drag(widthAt(event));
      }}
      onPointerUp={(event) => {
        keep(widthAt(event));
        drag(null);
      }}
      onPointerCancel={() => drag(null)}
      onDoubleClick={() => keep(DETAIL_WIDTH.initial)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'ArrowLeft') keep(width + KEY_STEP_PX);
        else if (event.key === 'ArrowRight') keep(width - KEY_STEP_PX);
        else return;
        event.preventDefault();
      }}
    />
  );
}
