/** The cases behind a number of the report, each with a link. */
import { caseSubject } from '../../../src-shared/domain/cases/case-keys.ts';
import type { Span } from '../../../src-shared/domain/coverage/coverage-figures.ts';
import type { ReportCases } from '../../../src-shared/domain/report-cases.ts';
import { counted } from '../../../src-shared/words/store-words.ts';
import type { ReportCaseList } from '../../../src-shared/api/reports.ts';
import { caseHref } from '../../address/case-links.ts';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { Time } from '../../components/Time.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useWatchQuery } from '../../stores/queries/use-watch-query.ts';
import { useStores } from '../../stores/use-stores.ts';
import styles from './Report.module.css';

export function CaseLinks({ cases, span: { from, to } }: { cases: ReportCases; span: Span }) {
  const { backend } = useStores();
  const { value, error } = useWatchQuery<ReportCaseList>(JSON.stringify([cases, from, to]), ({ watch }) =>
    backend.reports.cases.query({ watch, from, to, ...cases }),
  );
  if (error !== null) return <ErrorNote intro="The cases could not be read." error={error} />;
  if (value === null) return <output className="meta after-a-moment">Reading the cases …</output>;
  return (
    <>
      <ul className={styles['cases']} aria-label="Cases">
        {value.cases.map((one) => (
          <li key={`${one.key} ${one.from}`}>
            <a href={caseHref(one.key)}>
              <Untrusted as="code" text={caseName(one)} />
            </a>{' '}
            <span className="meta">
              <Time at={one.from} />
              {one.to === null ? ', open' : ' – '}
              {one.to !== null && <Time at={one.to} />}
            </span>
          </li>
        ))}
      </ul>
      {value.more > 0 && <p className="meta">and {counted(value.more, 'older case')}. A shorter span lists all.</p>}
    </>
  );
}

function caseName({ key }: ReportCaseList['cases'][number]): string {
  const subject = caseSubject(key);
  if (subject.kind === 'eid') return subject.eid;
  return subject.kind === 'request' ? subject.requestId : `event ${subject.seq}`;
}
