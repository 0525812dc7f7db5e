/** The shift report: a hand-over headline, coverage, failures by cause, actions by person, and next steps. */
import { useState } from 'react';
import { EmptyState, FailedState } from '../../components/EmptyState.tsx';
import { HandedOver } from '../../components/shift/HandedOver.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { reportAddress } from '../../address/screen-addresses.ts';
import type { ReportSpan, ServiceDays } from '../../time/report-span.ts';
import { useAddress } from '../../address/use-address.ts';
import { ScreenLayout } from '../../components/layout/ScreenLayout.tsx';
import { LinkedSpan } from './report-links.ts';
import { ReportSheet } from './ReportSheet.tsx';
import { ReportTools } from './ReportTools.tsx';
import { ServiceReportPage } from './service/ServiceReportPage.tsx';
import { type ReportState, useReport } from './use-report.ts';

export function ReportScreen() {
  const address = useAddress(reportAddress);
  const { span } = address.value;
  const choose = (next: ReportSpan | ServiceDays) => address.change({ span: next });
  return span.kind === 'days' ? (
    <ServiceReportPage days={span} choose={choose} />
  ) : (
    <ShiftReportPage span={span} choose={choose} />
  );
}

interface ShiftReportProps {
  readonly span: ReportSpan;
  readonly choose: (span: ReportSpan | ServiceDays) => void;
}

function ShiftReportPage({ span, choose }: ShiftReportProps) {
  const read = useReport(span);
  const [isMasked, setMasked] = useState(true);
  return (
    <ScreenLayout
      title="Shift report"
      query={<ReportTools span={span} choose={choose} read={read} isMasked={isMasked} setMasked={setMasked} />}
    >
      <ReportContent read={read} isMasked={isMasked} />
    </ScreenLayout>
  );
}

function ReportContent({ read, isMasked }: { read: ReportState; isMasked: boolean }) {
  const { response, error, isConnectionLost, reload } = read;
  if (error !== null) return <FailedState title="The report could not be made." error={error} retry={reload} />;
  if (response === null && isConnectionLost)
    return <EmptyState title="This page is not connected." detail="The report loads when it is connected again." />;
  if (response === null) return <EmptyState title="Making the report …" />;
  const { report, masked } = response;
  const shown = (
    <LinkedSpan value={{ from: report.from, to: report.to }}>
      <ReportSheet report={report} />
    </LinkedSpan>
  );
  return (
    <ScrollRegion className="full-height scrolls-down" label="Shift report">
      <HandedOver />
      {isMasked ? (
        // Renders both versions, so that the browser's own print command also prints the masked one.
        <>
          <div className="screen-only">{shown}</div>
          <div className="print-only">
            <ReportSheet report={masked} />
          </div>
        </>
      ) : (
        shown
      )}
    </ScrollRegion>
  );
}
