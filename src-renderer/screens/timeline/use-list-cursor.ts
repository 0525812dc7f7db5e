/** The line that keys act on, and those that are chosen; what the reader does with them decides whether the list holds. */
import { useEffect, useLayoutEffect, useState } from 'react';
import type { GridInteraction } from '../../components/grid/grid-model.ts';
import { useStores } from '../../stores/use-stores.ts';

const NO_SELECTION: ReadonlySet<string> = new Set();
const NO_INTERACTION: GridInteraction = { isPointing: false, isScrolled: false, isFocused: false };

/**
 * @param lines that are listed: what is on none of them, as after a change of the filter, is read by nobody
 * @param hasMenu of one line, which must not go away under it
 */
export function useListCursor(lines: readonly { readonly key: string }[], opened: string | null, hasMenu: boolean) {
  const { timeline } = useStores();
  const [chosen, setChosen] = useState(NO_SELECTION);
  const [attention, attend] = useState(NO_INTERACTION);
  /** An event that was opened, from wherever, is it. */
  const [cursor, setCursor] = useState(opened);
  const [openedBefore, setOpenedBefore] = useState(opened);
  if (opened !== openedBefore) {
    setOpenedBefore(opened);
    if (opened !== null) setCursor(opened);
  }
  const isOnLine = attention.isFocused && lines.some(({ key }) => key === cursor);
  const hasChosen = chosen.size > 0 && lines.some(({ key }) => chosen.has(key));
  const isReading = attention.isScrolled || isOnLine || hasChosen || opened !== null || hasMenu;
  const { isPointing } = attention;
  useLayoutEffect(() => timeline.attend({ isPointing, isReading }), [timeline, isPointing, isReading]);
  // Elsewhere nobody reads the list, so that it is live again on return.
  useEffect(() => () => timeline.attend({ isPointing: false, isReading: false }), [timeline]);
  return { cursor, setCursor, chosen, setChosen, attend };
}
