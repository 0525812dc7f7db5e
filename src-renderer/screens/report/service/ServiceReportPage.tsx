/** The service report of complete days, with the reasons that people write into it. */
import { useState } from 'react';
import type { ServiceReport } from '../../../../src-shared/api/quality/service-report.ts';
import { serviceDocument } from '../../../../src-shared/words/quality/service-report-blocks.ts';
import { EmptyState, FailedState } from '../../../components/EmptyState.tsx';
import { ScreenLayout } from '../../../components/layout/ScreenLayout.tsx';
import { ScrollRegion } from '../../../components/ScrollRegion.tsx';
import type { ReportSpan, ServiceDays } from '../../../time/report-span.ts';
import { DocumentSheet } from '../ReportSheet.tsx';
import { Reasons } from './Reasons.tsx';
import { ServiceTools } from './ServiceTools.tsx';
import { type ServiceRead, useServiceReport } from './use-service-report.ts';

interface ServiceReportPageProps {
  readonly days: ServiceDays;
  readonly choose: (span: ReportSpan | ServiceDays) => void;
}

export function ServiceReportPage({ days, choose }: ServiceReportPageProps) {
  const read = useServiceReport(days);
  const [isMasked, setMasked] = useState(true);
  return (
    <ScreenLayout
      title="Service report"
      query={<ServiceTools days={days} choose={choose} read={read} isMasked={isMasked} setMasked={setMasked} />}
    >
      <Content read={read} isMasked={isMasked} />
    </ScreenLayout>
  );
}

function Content({ read, isMasked }: { read: ServiceRead; isMasked: boolean }) {
  const { last, value, error, retry } = read;
  if (error !== null) return <FailedState title="The report could not be made." error={error} retry={retry} />;
  // The report before stays until this one is made.
  const shown = value ?? last;
  if (shown === null) return <EmptyState title="Making the report …" />;
  return (
    <ScrollRegion className="full-height scrolls-down" label="Service report">
      <div className={isMasked ? 'screen-only' : undefined}>
        <Sheet report={shown.report} />
      </div>
      {isMasked && (
        <div className="print-only">
          <Sheet report={shown.masked} />
        </div>
      )}
      <Reasons report={shown.report} read={read} />
    </ScrollRegion>
  );
}

function Sheet({ report }: { report: ServiceReport }) {
  const shown = serviceDocument(report);
  return <DocumentSheet shown={shown} headline={shown.headline} beside={0} />;
}
