import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { GlyphShape } from '../../components/Glyph.tsx';
import { counted, numberText } from '../../../src-shared/words/store-words.ts';
import { withinSentence } from '../../../src-shared/words/within-sentence.ts';
import { hrefOf } from '../../address/use-address.ts';
import { CommandKeys } from '../../components/CommandKeys.tsx';
import { useCommand } from '../../commands/use-commands.ts';
import { Button, ButtonLink } from '../../components/controls/Button.tsx';
import { Glyph } from '../../components/Glyph.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useStores } from '../../stores/use-stores.ts';
import { useTimeText } from '../../stores/use-time-text.ts';
import { visibleText } from '../../text/visible-text.ts';
import { fixedSpan } from '../../time/report-span.ts';
import { lengthText, ZONED_MINUTE } from '../../time/time-text.ts';
import { failureWords } from '../../words/error-words.ts';
import { awaySummary, type AwaySummary } from './away-summary.ts';
import styles from './SinceLeft.module.css';
import type { SinceLeftState } from './use-since-left.ts';

export function SinceLeft({ state: { away, report, trouble } }: { state: SinceLeftState }) {
  const { away: looked } = useStores();
  const minuteText = useTimeText({ precision: 'minute' });
  const zonedText = useTimeText(ZONED_MINUTE);
  const clockText = useTimeText({ date: 'never', precision: 'minute' });
  const since = report === null ? null : awaySummary(report, zonedText);
  useCommand({
    id: 'watch.have-read',
    title: 'I have read what happened since I left',
    group: 'Watch',
    keys: ['Shift+X'],
    icon: Check,
    run: () => looked.markRead(),
  });
  return (
    <section className="panel shrinks" aria-label="Since you left">
      <header className="panel-head meta gap-2 nowrap">
        <h3 className="loud">Since you left</h3>
        <span>
          {minuteText(away.from)} – {zonedText(away.to)}
        </span>
      </header>
      <div className={styles['body']}>
        {trouble !== null && <p className="quiet">It could not be read. {visibleText(failureWords(trouble))}</p>}
        {since === null && trouble === null && <p className="quiet">Reading …</p>}
        {since !== null && (
          <>
            {report !== null && <Span report={report} />}
            <Counts summary={since} />
            {!since.isComplete && <p className="quiet">Some events are not processed yet; this is incomplete.</p>}
            <ul className={`${styles['lines']} unmarked`}>
              {since.lines.map((line, index) => (
                <li key={index}>
                  <span className="quiet">{line.at === null ? 'new' : clockText(line.at)}</span>
                  <span className="shrinks breaks">
                    {line.operatorName !== null && (
                      <>
                        <Untrusted text={line.operatorName} />{' '}
                      </>
                    )}
                    {line.href === null ? line.words : <a href={line.href}>{line.words}</a>}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
        <p className="wraps gap-1 flex">
          <Button icon={Check} rightSection={<CommandKeys id="watch.have-read" />} onClick={() => looked.markRead()}>
            I have read this
          </Button>
          <ButtonLink variant="subtle" href={hrefOf('report', { span: since?.span ?? fixedSpan(away) })}>
            Shift report
          </ButtonLink>
        </p>
      </div>
    </section>
  );
}

const ROWS = {
  opened: { shape: 'triangle', outcome: 'failed', words: 'failed' },
  endedWell: { shape: 'dot', outcome: 'succeeded', words: 'recovered' },
  open: { shape: 'ring', outcome: undefined, words: 'still open' },
} as const;

/** Each number opens the cases that it counts, or the gaps, in the shift report of the absence. */
function Counts({ summary: { span, counts, unassigned, gaps, blindMs, reason } }: { summary: AwaySummary }) {
  return (
    <ul className={`${styles['counts']} unmarked`}>
      {counts.map(({ column, localizations, requests }) => {
        const { shape, outcome, words } = ROWS[column];
        const casesHref = (of: 'localization' | 'request') => hrefOf('report', { span, cases: { column, of } });
        return (
          <Count
            key={column}
            shape={shape}
            outcome={localizations + requests === 0 ? undefined : outcome}
            count={localizations}
            href={casesHref('localization')}
            words={`${localizations === 1 ? 'eUICC' : 'eUICCs'} ${words}`}
          >
            {requests > 0 && <a href={casesHref('request')}>{counted(requests, 'request')}</a>}
            {column === 'open' && unassigned > 0 && ` · ${numberText(unassigned)} unassigned`}
          </Count>
        );
      })}
      <Count shape="hatched" count={gaps} href={hrefOf('report', { span })} words={gaps === 1 ? 'gap' : 'gaps'}>
        {gaps > 0 && `${lengthText(blindMs)}${reason === null ? '' : `, ${withinSentence(reason)}`}`}
      </Count>
    </ul>
  );
}

function Count(props: {
  shape: GlyphShape;
  outcome?: 'failed' | 'succeeded' | undefined;
  count: number;
  words: string;
  href: string;
  children?: ReactNode;
}) {
  return (
    <li data-zero={props.count === 0}>
      <span className="grid loud hued" data-outcome={props.outcome}>
        <Glyph shape={props.shape} />
      </span>
      <a href={props.href}>
        <b>{numberText(props.count)}</b> {props.words}
      </a>
      <span className={`${styles['aside']} shrinks breaks`}>{props.children}</span>
    </li>
  );
}

function Span({ report: { from, to, coverage } }: { report: NonNullable<SinceLeftState['report']> }) {
  const share = (at: number) => ((at - from) / Math.max(1, to - from)) * 100;
  return (
    <div className={styles['span']} aria-hidden="true">
      {coverage.gaps.map((gap) => (
        <i
          key={gap.from}
          style={{
            left: `${Math.max(0, share(gap.from))}%`,
            width: `${Math.min(100, share(gap.to ?? to)) - Math.max(0, share(gap.from))}%`,
          }}
        />
      ))}
    </div>
  );
}
