/** Upper edge of the inspector. Dragging it or pressing arrow keys changes the height. */
import type { KeyboardEvent, PointerEvent } from 'react';
import { clampInspectorHeight, INSPECTOR_HEIGHT } from '../../../stores/appearance-store.ts';
import { useStores } from '../../../stores/use-stores.ts';
import { useTokens } from '../../../theme/use-tokens.ts';
import styles from './Inspector.module.css';

/** `--unit` at the usual scale, in which heights are stored. */
const USUAL_UNIT = 13;
const KEY_STEP_PX = 20;

export function InspectorEdge({ height, drag }: { height: number; drag: (height: number | null) => void }) {
  const { appearance } = useStores();
  const { unit } = useTokens();
  const keep = (next: number) => appearance.change({ inspectorHeight: clampInspectorHeight(next) });
  const heightAt = (event: PointerEvent<HTMLElement>) => {
    const bottom = event.currentTarget.parentElement?.getBoundingClientRect().bottom ?? 0;
    return clampInspectorHeight(((bottom - event.clientY) * USUAL_UNIT) / unit);
  };
  return (
    <div
      className={styles['edge']}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a movable separator is a control, an `hr` is not
      role="separator"
      aria-orientation="horizontal"
      aria-label="Height of the requests"
      aria-valuenow={height}
      aria-valuemin={INSPECTOR_HEIGHT.min}
      aria-valuemax={INSPECTOR_HEIGHT.max}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(height);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) drag(heightAt(event));
      }}
      onPointerUp={(event) => {
        keep(heightAt(event));
        drag(null);
      }}
      onPointerCancel={() => drag(null)}
      onDoubleClick={() => keep(INSPECTOR_HEIGHT.initial)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'ArrowUp') keep(height + KEY_STEP_PX);
        else if (event.key === 'ArrowDown') keep(height - KEY_STEP_PX);
        else return;
        event.preventDefault();
      }}
    />
  );
}
