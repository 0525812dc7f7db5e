import { useRef } from 'react';
import type { RequestDetail } from '../../../../src-shared/api/searches.ts';
import { CopyButton } from '../../../components/controls/CopyButton.tsx';
import { useJsonLayout } from '../../../components/detail/use-json-layout.ts';
import { useTextView } from '../../../components/detail/use-text-view.tsx';
import { ScrollRegion } from '../../../components/ScrollRegion.tsx';
import { visibleText } from '../../../text/visible-text.ts';
import { responseRemarks, responseSummary } from '../../../words/request-words.ts';
import styles from './Inspector.module.css';

const REMARK = `meta ${styles['remark']}`;

export function ResponseBody({ detail }: { detail: RequestDetail }) {
  const { answer } = detail;
  const layout = useJsonLayout(answer);
  const scroller = useRef<HTMLElement>(null);
  const label = 'How the answer is shown';
  const view = useTextView({ text: answer, layout, scroller, label, remarkClass: REMARK });
  return (
    <ScrollRegion ref={scroller} className={styles['view']} label="Answer">
      <div>
        <div className={REMARK}>
          <span>{visibleText(responseSummary(detail))}</span>
          {view.chooser}
          <CopyButton text={answer} label="Copy the answer" word="Copy" />
        </div>
        {responseRemarks(detail, layout !== null).map((remark) => (
          <p key={remark} className={REMARK}>
            {visibleText(remark)}
          </p>
        ))}
        <div className={`mono ${styles['code']}`} data-testid="answer">
          {view.body}
        </div>
      </div>
    </ScrollRegion>
  );
}
