/** The open event beside the list, or over it where the window is narrow. Its width is the reader's. */
import { Button, Tooltip, UnstyledButton } from '@mantine/core';
import { X } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { clampDetailWidth, DETAIL_WIDTH } from '../../stores/appearance-store.ts';
import { useAppearance, useStores, useWatch } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { troubleWords } from '../../words/error-words.ts';
import styles from './DetailPane.module.css';
import { EventDetail } from './EventDetail.tsx';
import { useEvent } from './use-event.ts';

export function DetailPane({ seq, close }: { seq: number; close: () => void }) {
  const { opened, retry } = useEvent(seq);
  const lost = useWatch((state) => state.wire.kind === 'lost');
  const width = useAppearance((state) => state.detailWidth);
  const [dragged, setDragged] = useState<number | null>(null);
  return (
    <aside className={styles['pane']} aria-label={`Event ${seq}`} style={{ flexBasis: dragged ?? width }}>
      <Divider width={dragged ?? width} drag={setDragged} />
      <Tooltip label="Close · Esc" position="left">
        <UnstyledButton className={styles['close']} aria-label="Close the event" onClick={close}>
          <X size={16} />
        </UnstyledButton>
      </Tooltip>
      {opened.kind === 'ready' && <EventDetail event={opened.event} />}
      {opened.kind === 'failed' && (
        <EmptyState
          urgent
          title="This event could not be read."
          detail={visibleText(troubleWords(opened.error))}
          action={
            <Button variant="default" onClick={retry}>
              Try again
            </Button>
          }
        />
      )}
      {opened.kind === 'loading' &&
        (lost ? <Unreachable /> : <span className="visually-hidden">Reading the event …</span>)}
    </aside>
  );
}

/** What is asked while the wire is lost is answered when it is back. */
function Unreachable() {
  return (
    <EmptyState
      urgent
      title="This event cannot be read now."
      detail="This page is not connected to Watchfloor's backend. The event appears here when it is connected again."
    />
  );
}

/** One press of an arrow key. */
const KEY_STEP_PX = 20;

function Divider({ width, drag }: { width: number; drag: (width: number | null) => void }) {
  const { appearance } = useStores();
  const keep = (next: number) => appearance.change({ detailWidth: clampDetailWidth(next) });
  return (
    <div
      className={styles['divider']}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a separator that moves is a control, a rule is none
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the event"
      aria-valuenow={width}
      aria-valuemin={DETAIL_WIDTH.least}
      aria-valuemax={DETAIL_WIDTH.most}
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
      onDoubleClick={() => keep(DETAIL_WIDTH.usual)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'ArrowLeft') keep(width + KEY_STEP_PX);
        else if (event.key === 'ArrowRight') keep(width - KEY_STEP_PX);
      }}
    />
  );
}

function widthAt(event: PointerEvent<HTMLElement>): number {
  return clampDetailWidth((event.currentTarget.parentElement?.getBoundingClientRect().right ?? 0) - event.clientX);
}
