/** Cursor and selection of a list. The user's interaction decides if the list is held. */
import { useEffect, useLayoutEffect, useState } from 'react';
import type { GridInteraction } from './grid-model.ts';
import type { Attention } from '../lists/hold.ts';

const NO_SELECTION: ReadonlySet<string> = new Set();
const NO_INTERACTION: GridInteraction = { isPointing: false, isScrolled: false, isFocused: false };

/** An opened row becomes the cursor, wherever it was opened. The cursor stays when the row is closed. */
export function useCursor(opened: string | null) {
  const [cursor, setCursor] = useState(opened);
  const [openedBefore, setOpenedBefore] = useState(opened);
  if (opened !== openedBefore) {
    setOpenedBefore(opened);
    if (opened !== null) setCursor(opened);
  }
  return { cursor, setCursor };
}

/** A cursor on no listed line does not hold the list. While `hasMenu`, the menu's line must stay. */
export function useListCursor(
  list: { readonly attend: (attention: Attention) => void },
  lines: readonly { readonly key: string }[],
  opened: string | null,
  hasMenu = false,
) {
  const [chosen, setChosen] = useState(NO_SELECTION);
  const [attention, attend] = useState(NO_INTERACTION);
  const { cursor, setCursor } = useCursor(opened);
  const isOnLine = attention.isFocused && lines.some(({ key }) => key === cursor);
  const hasChosen = chosen.size > 0 && lines.some(({ key }) => chosen.has(key));
  const isReading = attention.isScrolled || isOnLine || hasChosen || opened !== null || hasMenu;
  const { isPointing } = attention;
  useLayoutEffect(() => list.attend({ isPointing, isReading }), [list, isPointing, isReading]);
  // Ends the hold when the screen closes, so that the list is live on return.
  useEffect(() => () => list.attend({ isPointing: false, isReading: false }), [list]);
  return { cursor, setCursor, chosen, setChosen, attend };
}
