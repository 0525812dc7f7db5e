import { useRef } from 'react';
import type { AccessReport } from '../../../src-shared/api/access.ts';
import { CloseButton } from '../../components/controls/CloseButton.tsx';
import { RawText } from '../../components/detail/RawText.tsx';
import { useJsonLayout } from '../../components/detail/use-json-layout.ts';
import styles from './RawResponse.module.css';

export function RawResponse({ report: { raw }, close }: { report: AccessReport; close: () => void }) {
  const scroller = useRef<HTMLElement>(null);
  const layout = useJsonLayout(raw);
  return (
    <section
      ref={scroller}
      className={styles['pane']}
      aria-label="Answer as received"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without focus, arrow keys could not scroll it
      tabIndex={0}
    >
      <div className={styles['head']}>
        <h2>Answer as received</h2>
        <CloseButton close={close} />
      </div>
      <RawText raw={raw} layout={layout} rawLength={raw.length} isDamaged={false} scroller={scroller} />
    </section>
  );
}
