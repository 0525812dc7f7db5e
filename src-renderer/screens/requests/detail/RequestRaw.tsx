import type { RefObject } from 'react';
import { RawText } from '../../../components/detail/RawText.tsx';
import { useJsonLayout } from '../../../components/detail/use-json-layout.ts';
import { Keycap } from '../../../components/Keycap.tsx';
import { useEvent } from '../../timeline/detail/use-event.ts';
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
      {isShown && <Shown seq={seq} scroller={scroller} />}
    </div>
  );
}

function Shown({ seq, scroller }: Pick<RequestRawProps, 'seq' | 'scroller'>) {
  const { opened } = useEvent(seq);
  const event = opened.kind === 'ready' ? opened.event : null;
  const layout = useJsonLayout(event?.raw ?? '');
  if (event === null)
    return <p className="meta">{opened.kind === 'loading' ? 'Reading …' : 'It could not be read.'}</p>;
  return (
    <RawText
      raw={event.raw}
      layout={layout}
      rawLength={event.rawLength}
      isDamaged={event.marks.some(({ code }) => code === 'text-lost')}
      scroller={scroller}
    />
  );
}
