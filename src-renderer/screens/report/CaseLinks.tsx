import { useState } from 'react';
import type { Span } from '../../../src-shared/domain/coverage/coverage-figures.ts';
import type { ReportCases } from '../../../src-shared/domain/report-cases.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { caseId } from '../../../src-shared/words/report-words.ts';
import { counted, numberText } from '../../../src-shared/words/store-words.ts';
import type { ReportCaseList } from '../../../src-shared/api/reports.ts';
import { caseHref } from '../../address/case-links.ts';
import { Button } from '../../components/controls/Button.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { Time } from '../../components/Time.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useWatchQuery } from '../../stores/queries/use-watch-query.ts';
import { useStores } from '../../stores/use-stores.ts';
import styles from './Report.module.css';

const PAGE = 100;

export function CaseLinks({ cases, span: { from, to } }: { cases: ReportCases; span: Span }) {
  const { backend } = useStores();
  const [shown, setShown] = useState(PAGE);
  const { value, error } = useWatchQuery<ReportCaseList>(JSON.stringify([cases, from, to]), ({ watch }) =>
    backend.reports.cases.query({ watch, from, to, ...cases }),
  );
  if (error !== null) return <ErrorNote intro="The cases could not be read." error={error} />;
  if (value === null) return <output className="meta after-a-moment">Reading the cases …</output>;
  return (
    <>
      <ul ref={scrollIntoView} className={styles['cases']} aria-label="Cases">
        {value.cases.slice(0, shown).map((one, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a list does not change, and may have a case twice
          <li key={at}>
            <a href={caseHref(one.key)}>
              <Untrusted as="code" text={caseId(one.key)} />
            </a>{' '}
            <span className="meta">
              <When one={one} />
            </span>
          </li>
        ))}
      </ul>
      {shown < value.cases.length && (
        <Button size="compact-xs" onClick={() => setShown(shown + PAGE)}>
          {`Show ${Math.min(PAGE, value.cases.length - shown)} more of ${numberText(value.cases.length - shown)}`}
        </Button>
      )}
      {shown >= value.cases.length && value.more > 0 && (
        <p className="meta">and {counted(value.more, 'older case')}. A shorter span lists all.</p>
      )}
    </>
  );
}

/** The number may be far from its list, in the headline. */
function scrollIntoView(list: HTMLElement | null): void {
  list?.scrollIntoView({ block: 'nearest' });
}

type ListedCase = ReportCaseList['cases'][number];

function When({ one: { as, from, to } }: { one: ListedCase }) {
  switch (as) {
    case 'reported':
      return <Time at={from} />;
    case 'came':
      return (
        <>
          came from another cause <Time at={from} />
        </>
      );
    case 'left':
      return (
        <>
          now under another cause
          {to !== null && (
            <>
              {' '}
              since <Time at={to} />
            </>
          )}
        </>
      );
    case 'open':
      return (
        <>
          <Time at={from} />
          {to === null ? ', open' : ' – '}
          {to !== null && <Time at={to} />}
        </>
      );
    default:
      return assertNever(as);
  }
}
