/** The report for reading, printing and hand-over. All names and notes in it are untrusted text. */
import { Fragment, type ReactNode } from 'react';
import type { CauseLine, ShiftReport } from '../../../src-shared/api/reports.ts';
import { zonedWords } from '../../../src-shared/words/zoned-time-words.ts';
import {
  incompleteReportWords,
  causeLineWords,
  countryCounts,
  actionLineWords,
  handOverTitle,
  handOverWords,
  headlineWords,
  lineColumns,
  lineOutcome,
  madeWords,
  openRequestWords,
  outcomeCounts,
  requestCauses,
  spanWords,
  sum,
} from '../../../src-shared/words/report-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { OutcomeMark } from '../../components/OutcomeMark.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import styles from './Report.module.css';
import { WatchedSection } from './WatchedSection.tsx';

export function ReportSheet({ report }: { report: ShiftReport }) {
  const incompleteText = incompleteReportWords(report);
  return (
    <article className={styles['sheet']}>
      <h2 className={styles['headline']}>{headlineWords(report)}</h2>
      <p className={styles['quiet']}>
        {spanWords(report)} · <Untrusted text={report.domain ?? report.profile} /> ·{' '}
        <Untrusted text={madeWords(report)} />
      </p>
      {incompleteText !== null && <p className={styles['incomplete']}>{incompleteText}</p>}
      <ReportSection title="Were we watching?">
        <WatchedSection report={report} />
      </ReportSection>
      <ReportSection title="Failures by cause">
        <CauseTable lines={report.localizations} unit="eUICCs" none="No localization failed." />
      </ReportSection>
      <ReportSection title="Requests">
        <Requests report={report} />
      </ReportSection>
      <div className={styles['columns']}>
        <ReportSection title="Who did what">
          <ActionsSection report={report} />
        </ReportSection>
        <ReportSection title="For the next shift">
          <HandOver report={report} />
        </ReportSection>
      </div>
    </article>
  );
}

function ReportSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={styles['title']}>{title}</h3>
      {children}
    </section>
  );
}

function CauseTable({ lines, unit, none }: { lines: readonly CauseLine[]; unit: string; none: string }) {
  if (lines.length === 0) return <p className={styles['none']}>{none}</p>;
  const columns = lineColumns(lines);
  return (
    <table className={styles['causes']}>
      <thead>
        <tr>
          <th>
            <span className="visually-hidden">Cause</span>
          </th>
          {columns.map(({ id, name }) => (
            <th key={id} className={styles['number']}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.key}>
            <td>
              <span className={styles['cause']}>
                <OutcomeMark outcome={lineOutcome(line)} />
                <span>
                  <Untrusted text={causeLineWords(line)} />{' '}
                  <span className={styles['countries']}>
                    <Untrusted text={countryCounts(line.countries)} />
                  </span>
                </span>
              </span>
            </td>
            {columns.map(({ id }) => (
              <td key={id} className={styles['number']} data-zero={line[id] === 0} data-open={id === 'open'}>
                {numberText(line[id])}
              </td>
            ))}
          </tr>
        ))}
        <tr className={styles['sum']}>
          <td>
            <span className={styles['cause']}>{unit}</span>
          </td>
          {columns.map(({ id }) => (
            <td key={id} className={styles['number']}>
              {numberText(sum(lines, id))}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

function Requests({ report }: { report: ShiftReport }) {
  const { openRequests, moreOpenRequests, zone } = report;
  const counts = outcomeCounts(report);
  return (
    <>
      {report.requests.length > 0 && <CauseTable lines={report.requests} unit="Requests" none="" />}
      {openRequests.map((request) => (
        <p key={request.key} className={styles['request']}>
          <OutcomeMark outcome={request.outcome} />
          <span>
            <strong>Open:</strong> <Untrusted text={openRequestWords(request, zone)} />{' '}
            <span className={styles['countries']}>
              <Untrusted text={requestCauses(request)} />
            </span>
          </span>
        </p>
      ))}
      {moreOpenRequests > 0 && <p className={styles['none']}>{numberText(moreOpenRequests)} more are open.</p>}
      <p className={styles['none']}>{counts === '' ? 'No requests were reported.' : `In the span: ${counts}.`}</p>
    </>
  );
}

function ActionsSection({ report: { deeds, moreDeeds, zone, from, to } }: { report: ShiftReport }) {
  if (deeds.length === 0) return <p className={styles['none']}>No actions in Watchfloor.</p>;
  const words = zonedWords(zone);
  const isLong = words.day(from) !== words.day(to);
  return (
    <>
      {moreDeeds > 0 && <p className={styles['none']}>{numberText(moreDeeds)} earlier actions are not listed.</p>}
      <dl className={styles['action-list']}>
        {deeds.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a report does not change, and two entries may have the same text
          <Fragment key={index}>
            <dt className={styles['quiet']}>
              {isLong && `${words.day(line.at)} `}
              {words.minute(line.at)}
            </dt>
            <dd>
              <Untrusted text={line.author.name} />
            </dd>
            <dd>
              <Untrusted text={actionLineWords(line, zone)} />
              {line.text !== '' && (
                <span className={styles['quiet']}>
                  {' '}
                  <Untrusted text={line.text} />
                </span>
              )}
            </dd>
          </Fragment>
        ))}
      </dl>
    </>
  );
}

function HandOver({ report: { handOver } }: { report: ShiftReport }) {
  if (handOver.length === 0) return <p className={styles['none']}>Nothing is open.</p>;
  return (
    <ul className={styles['hand-over']}>
      {handOver.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- as above
        <li key={index}>
          <OutcomeMark outcome={lineOutcome(line)} />
          <span>
            <strong>
              <Untrusted text={`${handOverTitle(line)}.`} />
            </strong>{' '}
            <Untrusted text={handOverWords(line)} />
            {line.note !== null && (
              <>
                {' '}
                <Untrusted text={line.note.text} />
              </>
            )}
            {line.owner !== null && (
              <span className={styles['quiet']}>
                {' '}
                <Untrusted text={line.owner.name} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
