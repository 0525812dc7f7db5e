import { choices } from '../../../components/controls/choices.ts';
import { useRef, useState } from 'react';
import type { RequestDetail } from '../../../../src-shared/api/searches.ts';
import { SegmentedControl } from '../../../components/controls/SegmentedControl.tsx';
import { CopyButton } from '../../../components/controls/CopyButton.tsx';
import { visibleText } from '../../../text/visible-text.ts';
import { responseRemarks, responseSummary } from '../../../words/request-words.ts';
import { JsonTree } from '../../../components/detail/JsonTree.tsx';
import { useJsonLayout } from '../../../components/detail/use-json-layout.ts';
import { Verbatim } from '../../../components/detail/Verbatim.tsx';
import styles from './Inspector.module.css';

type DisplayMode = 'laid-out' | 'verbatim';

export function ResponseBody({ detail }: { detail: RequestDetail }) {
  const { answer } = detail;
  const layout = useJsonLayout(answer);
  const [manner, setManner] = useState<DisplayMode>('laid-out');
  const scroller = useRef<HTMLElement>(null);
  const isJson = layout !== null;
  return (
    <section
      ref={scroller}
      className={styles['view']}
      aria-label="Answer"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without focus, arrow keys could not scroll it
      tabIndex={0}
    >
      <div>
        <div className={`meta ${styles['remark']}`}>
          <span>{visibleText(responseSummary(detail))}</span>
          {isJson && (
            <SegmentedControl<DisplayMode>
              label="How the answer is shown"
              options={choices({ 'laid-out': 'Formatted', verbatim: 'As received' })}
              value={manner}
              choose={setManner}
            />
          )}
          <CopyButton text={answer} label="Copy the answer" word="Copy" />
        </div>
        {responseRemarks(detail, isJson).map((remark) => (
          <p key={remark} className={`meta ${styles['remark']}`}>
            {visibleText(remark)}
          </p>
        ))}
        <div className={`mono ${styles['code']}`} data-testid="answer">
          {isJson && manner === 'laid-out' ? (
            layout === 'working' ? (
              <p className={`meta ${styles['remark']}`}>Formatting …</p>
            ) : (
              <JsonTree lines={layout.lines} scroller={scroller} />
            )
          ) : (
            <Verbatim text={answer} scroller={scroller} />
          )}
        </div>
      </div>
    </section>
  );
}
