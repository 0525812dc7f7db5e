import type { RefObject } from 'react';
import { Keycap } from '../../../components/Keycap.tsx';
import { TextOfEventView } from '../../timeline/detail/ReceivedText.tsx';

interface RequestRawProps {
  readonly seq: number;
  readonly isShown: boolean;
  readonly toggle: () => void;
  readonly scroller: RefObject<HTMLElement | null>;
}

export function RequestRaw({ seq, isShown, toggle, scroller }: RequestRawProps) {
  return (
    <div>
      <button type="button" className="meta inline-row gap-2 brightens" aria-expanded={isShown} onClick={toggle}>
        Received text <Keycap name="V" />
      </button>
      {isShown && <TextOfEventView seq={seq} scroller={scroller} />}
    </div>
  );
}
