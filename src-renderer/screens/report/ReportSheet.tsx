/** The report for reading, printing and hand-over. All names and notes in it are untrusted text. */
import { Fragment, type ReactNode } from 'react';
import type { ShiftReport } from '../../../src-shared/api/reports.ts';
import { isReportColumn } from '../../../src-shared/domain/report-cases.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import {
  type CauseRow,
  type ReportBlock,
  type ReportDocument,
  reportDocument,
  type ReportTarget,
  type ReportSection,
  type StyledText,
} from '../../../src-shared/words/report-blocks.ts';
import { headlineParts } from '../../../src-shared/words/report-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { Glyph } from '../../components/Glyph.tsx';
import { OutcomeMark } from '../../components/OutcomeMark.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { CaseLinks } from './CaseLinks.tsx';
import { useReportLinks } from './report-links.ts';
import styles from './Report.module.css';

export function ReportSheet({ report }: { report: ShiftReport }) {
  return <DocumentSheet shown={reportDocument(report)} headline={<Headline report={report} />} beside={2} />;
}

interface DocumentSheetProps {
  readonly shown: ReportDocument;
  readonly headline: ReactNode;
  /** Number of its last sections, which are side by side. */
  readonly beside: number;
}

export function DocumentSheet({ shown: { about, incomplete, sections }, headline, beside }: DocumentSheetProps) {
  const first = sections.length - beside;
  return (
    <article className={styles['sheet']}>
      <h2 className={styles['headline']}>{headline}</h2>
      <p className="quiet">
        <Untrusted text={about.join(' · ')} />
      </p>
      {incomplete !== null && <p className="strong">{incomplete}</p>}
      {sections.slice(0, first).map((section) => (
        <Section key={section.title} section={section} />
      ))}
      {beside > 0 && (
        <div className={styles['columns']}>
          {sections.slice(first).map((section) => (
            <Section key={section.title} section={section} />
          ))}
        </div>
      )}
    </article>
  );
}

function Headline({ report }: { report: ShiftReport }) {
  const links = useReportLinks();
  return headlineParts(report).map(({ text, counts }, at) => {
    if (links === null || counts === null) return text;
    const target: ReportTarget =
      counts === 'coverage' ? { kind: 'coverage', at: null } : { kind: 'cases', cases: counts };
    return (
      // oxlint-disable-next-line react/no-array-index-key -- a report does not change
      <a key={at} href={links.href(target)}>
        {text}
      </a>
    );
  });
}

function Section({ section: { title, blocks } }: { section: ReportSection }) {
  return (
    <section>
      <h3 className={styles['title']}>{title}</h3>
      {blocks.map((block, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a report does not change
        <Block key={at} block={block} />
      ))}
    </section>
  );
}

function Block({ block }: { block: ReportBlock }) {
  switch (block.kind) {
    case 'bar':
      return <CoverageBar block={block} />;
    case 'sentences':
      return (
        <p className={styles['watched-text']}>
          {block.hasGap && <Glyph shape="hatched" />}
          <span>
            <Styled text={block.sentences.flat()} />
          </span>
        </p>
      );
    case 'remark':
      return <Remark text={block.text} />;
    case 'causes':
      return <CauseTable block={block} />;
    case 'table':
      return <PlainTable block={block} />;
    case 'items':
      return (
        <ul className={styles['items']}>
          {block.items.map(({ outcome, text }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two items may have the same text
            <li key={at}>
              <OutcomeMark outcome={outcome} />
              <span>
                <Styled text={text} />
              </span>
            </li>
          ))}
        </ul>
      );
    case 'actions':
      return (
        <dl className={styles['action-list']}>
          {block.actions.map(({ when, author, text }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two entries may have the same text
            <Fragment key={at}>
              <dt className="quiet">{when}</dt>
              <dd>
                <Untrusted text={author} />
              </dd>
              <dd>
                <Styled text={text} />
              </dd>
            </Fragment>
          ))}
        </dl>
      );
    default:
      return assertNever(block);
  }
}

/** A number of requests by outcome has its list below; the lists of other numbers are in the tables. */
function Remark({ text }: { text: StyledText }) {
  const links = useReportLinks();
  const listed = text
    .map(({ target }) => (target?.kind === 'cases' && links?.isListed(target.cases) === true ? target.cases : null))
    .find((cases) => cases !== null && !isReportColumn(cases.column));
  return (
    <>
      <p className={styles['none']}>
        <Styled text={text} />
      </p>
      {links !== null && listed != null && (
        <div className="screen-only">
          <CaseLinks key={listed.column} cases={listed} span={links.span} />
        </div>
      )}
    </>
  );
}

function CoverageBar({ block: { watched, gaps, times } }: { block: Extract<ReportBlock, { kind: 'bar' }> }) {
  const percent = (share: number) => `${(share * 100).toFixed(3)}%`;
  return (
    <>
      <div className={styles['bar']} aria-hidden="true">
        <i className={styles['watched']} style={{ left: percent(watched.start), width: percent(watched.length) }} />
        {gaps.map(({ start, length }) => (
          <i key={start} className={styles['gap']} style={{ left: percent(start), width: percent(length) }} />
        ))}
      </div>
      <div className="meta apart flex" aria-hidden="true">
        {times.map((time, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two ends of a day have the same time
          <span key={at}>{time}</span>
        ))}
      </div>
    </>
  );
}

function CauseTable({ block: { columns, rows, sums } }: { block: Extract<ReportBlock, { kind: 'causes' }> }) {
  return (
    <table className={styles['causes']}>
      <thead>
        <tr>
          <th>
            <span className="visually-hidden">Cause</span>
          </th>
          {columns.map((name) => (
            <th key={name} className={styles['number']}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...rows, sums].map((row, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a report does not change
          <CauseTableRow key={at} row={row} columns={columns.length} />
        ))}
      </tbody>
    </table>
  );
}

function PlainTable({ block: { columns, numbers, rows } }: { block: Extract<ReportBlock, { kind: 'table' }> }) {
  const className = (column: number) => (numbers.includes(column) ? styles['figure'] : undefined);
  return (
    <table className={styles['plain']}>
      <thead>
        <tr>
          {columns.map((name, column) => (
            // oxlint-disable-next-line react/no-array-index-key -- two columns may have the same name
            <th key={column} className={className(column)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a report does not change
          <tr key={at}>
            {row.map((cell, column) => (
              // oxlint-disable-next-line react/no-array-index-key -- the columns do not change
              <td key={column} className={className(column)}>
                <Styled text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CauseTableRow({ row: { outcome, text, numbers }, columns }: { row: CauseRow; columns: number }) {
  const links = useReportLinks();
  const listed = numbers.find(({ cases }) => cases !== null && links?.isListed(cases) === true)?.cases ?? null;
  return (
    <>
      <tr className={outcome === null ? styles['sum'] : undefined}>
        <td>
          <span className={styles['cause']}>
            {outcome !== null && <OutcomeMark outcome={outcome} />}
            <span>
              <Styled text={text} />
            </span>
          </span>
        </td>
        {numbers.map(({ value, isLoud, cases }, column) => (
          // oxlint-disable-next-line react/no-array-index-key -- the columns do not change
          <td key={column} className={styles['number']} data-zero={value === 0 && outcome !== null} data-loud={isLoud}>
            {links === null || cases === null ? (
              numberText(value)
            ) : (
              <a href={links.href({ kind: 'cases', cases })} aria-expanded={cases === listed}>
                {numberText(value)}
              </a>
            )}
          </td>
        ))}
      </tr>
      {links !== null && listed !== null && (
        <tr className="screen-only">
          <td colSpan={columns + 1} className={styles['listed']}>
            <CaseLinks key={listed.column} cases={listed} span={links.span} />
          </td>
        </tr>
      )}
    </>
  );
}

function Styled({ text }: { text: StyledText }) {
  const links = useReportLinks();
  return text.map((part, at) => {
    const words = <Untrusted text={part.text} />;
    const shown = links === null || part.target === undefined ? words : <a href={links.href(part.target)}>{words}</a>;
    return (
      // oxlint-disable-next-line react/no-array-index-key -- a report does not change
      <Fragment key={at}>
        {at > 0 && ' '}
        {part.style === 'plain' ? (
          shown
        ) : part.style === 'strong' ? (
          <strong>{shown}</strong>
        ) : (
          <span className="meta">{shown}</span>
        )}
      </Fragment>
    );
  });
}
