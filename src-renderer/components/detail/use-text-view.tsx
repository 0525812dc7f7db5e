import { type ReactNode, type RefObject, useState } from 'react';
import type { JsonLayout } from '../../text/json-layout.ts';
import { choices } from '../controls/choices.ts';
import { SegmentedControl } from '../controls/SegmentedControl.tsx';
import { JsonTree } from './JsonTree.tsx';
import { Verbatim } from './Verbatim.tsx';

type DisplayMode = 'laid-out' | 'verbatim';

interface TextView {
  readonly text: string;
  /** `working` while the layout is computed; null if the text is not JSON. */
  readonly layout: JsonLayout | null | 'working';
  readonly scroller: RefObject<HTMLElement | null>;
  readonly label: string;
  readonly remarkClass: string | undefined;
}

export function useTextView({ text, layout, scroller, label, remarkClass }: TextView) {
  const [mode, setMode] = useState<DisplayMode>('laid-out');
  const isLaidOut = mode === 'laid-out' && layout !== null;
  const chooser: ReactNode = layout !== null && (
    <SegmentedControl<DisplayMode>
      label={label}
      options={choices({ 'laid-out': 'Formatted', verbatim: 'As received' })}
      value={mode}
      choose={setMode}
    />
  );
  const body: ReactNode = !isLaidOut ? (
    <Verbatim text={text} scroller={scroller} />
  ) : layout === 'working' ? (
    <p className={remarkClass}>Formatting …</p>
  ) : (
    <JsonTree lines={layout.lines} scroller={scroller} />
  );
  return { isLaidOut, chooser, body };
}
