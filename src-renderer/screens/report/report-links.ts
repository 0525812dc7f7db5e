import { createContext, useContext } from 'react';
import type { Span } from '../../../src-shared/domain/coverage/coverage-figures.ts';
import type { ReportCases } from '../../../src-shared/domain/report-cases.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { DAY_MS } from '../../../src-shared/lib/durations.ts';
import type { ReportTarget } from '../../../src-shared/words/report-blocks.ts';
import { caseHref, causeHref } from '../../address/case-links.ts';
import { reportAddress } from '../../address/screen-addresses.ts';
import { hrefOf, useAddress } from '../../address/use-address.ts';
import { useStores } from '../../stores/use-stores.ts';

/** Span of the shown report; null for a report that is only printed, which has no links. */
export const LinkedSpan = createContext<Span | null>(null);

export function useReportLinks() {
  const span = useContext(LinkedSpan);
  const stores = useStores();
  const { span: name, cases: listed } = useAddress(reportAddress).value;
  if (span === null) return null;
  const isListed = (cases: ReportCases) => cases.of === listed?.of && cases.column === listed.column;
  const href = (target: ReportTarget): string => {
    switch (target.kind) {
      case 'case':
        return caseHref(target.key);
      case 'group':
        return causeHref(target.cause, target.key);
      case 'cases':
        return hrefOf('report', { span: name, cases: isListed(target.cases) ? null : target.cases });
      case 'coverage':
        return hrefOf('coverage', {
          at: target.at,
          span: stores.now() - (target.at ?? span.from) > DAY_MS ? '30d' : '24h',
        });
      default:
        return assertNever(target);
    }
  };
  return { span, isListed, href };
}
