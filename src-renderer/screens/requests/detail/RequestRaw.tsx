import type { RefObject } from 'react';
import { Keycap } from '../../../components/Keycap.tsx';
import { TextOfEvent } from '../../timeline/detail/ReceivedText.tsx';
import styles from './RequestPane.module.css';

interface RequestRawProps {
  readonly seq: number;
  readonly isShown: boolean;
  readonly show: (isShown: boolean) => void;
  readonly scroller: RefObject<HTMLElement | null>;
}

export function RequestRaw({ seq, isShown, show, scroller }: RequestRawProps) {
  return (
    <div>
      <button type="button" className={styles['fold']} aria-expanded={isShown} onClick={() => show(!isShown)}>
        Received text <Keycap name="V" />
      </button>
      {isShown && <TextOfEvent seq={seq} scroller={scroller} />}
    </div>
  );
}
