/** The shift report: its hand-over in one line, what was watched, what failed by cause, who did what, what comes next. */
import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { reportAddress } from '../../address/screen-addresses.ts';
import { useAddress } from '../../address/use-address.ts';
import { ScreenLayout } from '../../frame/ScreenLayout.tsx';
import { visibleText } from '../../text/visible-text.ts';
import { troubleWords } from '../../words/error-words.ts';
import { ReportSheet } from './ReportSheet.tsx';
import styles from './Report.module.css';
import { ReportTools } from './ReportTools.tsx';
import { type ReadReport, useReport } from './use-report.ts';

export function ReportScreen() {
  const address = useAddress(reportAddress);
  const { span } = address.value;
  const read = useReport(span);
  const [isMasked, setMasked] = useState(true);
  return (
    <ScreenLayout
      title="Shift report"
      query={
        <ReportTools
          span={span}
          choose={(next) => address.change({ span: next })}
          read={read}
          isMasked={isMasked}
          setMasked={setMasked}
        />
      }
    >
      <ReportBody read={read} isMasked={isMasked} />
    </ScreenLayout>
  );
}

function ReportBody({ read, isMasked }: { read: ReadReport; isMasked: boolean }) {
  const { answer, error, isCutOff, readAgain } = read;
  if (error !== null)
    return (
      <EmptyState
        urgent
        title="The report could not be made."
        detail={visibleText(troubleWords(error))}
        action={
          <Button variant="default" onClick={readAgain}>
            Try again
          </Button>
        }
      />
    );
  if (answer === null && isCutOff)
    return <EmptyState title="This page is not connected." detail="The report is read when it is connected again." />;
  if (answer === null) return <EmptyState title="Reading what happened …" />;
  return (
    <ScrollRegion className={styles['scroll'] ?? ''} label="Shift report">
      {isMasked ? (
        // Both are there, so that the browser's own print command prints the masked one, too.
        <>
          <div className="screen-only">
            <ReportSheet report={answer.report} />
          </div>
          <div className="print-only">
            <ReportSheet report={answer.masked} />
          </div>
        </>
      ) : (
        <ReportSheet report={answer.report} />
      )}
    </ScrollRegion>
  );
}
