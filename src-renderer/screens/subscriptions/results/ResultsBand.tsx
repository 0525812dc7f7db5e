import { History, Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { Time } from '../../../components/Time.tsx';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';
import { useAppearance, useNow } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { lengthText, shortTimeText, zoneText } from '../../../time/time-text.ts';
import { errorWords, failureWords } from '../../../words/error-words.ts';
import {
  searchEndRemark,
  lapsedWords,
  resultWarnings,
  resultsSentence,
  rowsText,
} from '../../../words/results-words.ts';
import { ActionButton } from './ActionButton.tsx';
import type { Band } from './band.ts';
import styles from './Band.module.css';
import { LoadingBand } from './LoadingBand.tsx';
import { TimeLeft } from './TimeLeft.tsx';
import { Ring } from './TokenRing.tsx';
import type { ResultActions } from './use-result-actions.ts';

interface ResultsBandProps {
  readonly band: Exclude<Band, { readonly kind: 'none' }>;
  readonly limit: number | null;
  readonly actions: ResultActions;
  readonly tools: ReactNode;
}

export function ResultsBand({ band, limit, actions, tools }: ResultsBandProps) {
  const parts = useBandParts(band, limit, actions);
  return (
    <section className={`${styles['band']} screen-only`} data-kind={band.kind} aria-label="State of the results">
      {parts.mark !== undefined && <span className={styles['mark']}>{parts.mark}</span>}
      <div className="fill" role={parts.isUrgent === true ? 'alert' : undefined}>
        {parts.words}
      </div>
      <div className="row fixed gap-2">
        {tools}
        {parts.actions}
      </div>
    </section>
  );
}

interface BandParts {
  readonly mark?: ReactNode;
  readonly words: ReactNode;
  readonly actions?: ReactNode;
  readonly isUrgent?: boolean;
}

function useBandParts(band: ResultsBandProps['band'], limit: number | null, actions: ResultActions): BandParts {
  const zone = useAppearance((state) => state.zone);
  switch (band.kind) {
    case 'refused':
      return {
        isUrgent: true,
        words: <BandText sentence="This was not done." note={[visibleText(failureWords(band.error))]} />,
        actions: <ActionButton name="Close" run={actions.dismissRefusal} />,
      };
    case 'here':
    case 'stored': {
      const { search } = band;
      const { state } = search;
      const end = state.kind === 'ended' ? state.by : state.kind === 'stored' ? state.end : null;
      const notes = [
        band.kind === 'here' && band.isMissing
          ? 'The search of this link is not stored here; the newest is shown.'
          : '',
        ...resultWarnings(search),
        end === null ? '' : (searchEndRemark(end) ?? ''),
      ];
      if (band.kind === 'here')
        return {
          words: (
            <BandText sentence={resultsSentence(search)} note={notes}>
              {search.askedAt !== null && (
                <>
                  Answered <Time at={search.askedAt} zoned />.{' '}
                </>
              )}
            </BandText>
          ),
        };
      return {
        mark: <History size={16} aria-hidden="true" />,
        words: (
          <BandText
            sentence={
              <>
                Stored <Time at={band.askedAt} date="always" zoned />, <Age at={band.askedAt} /> ago. Not live.
              </>
            }
            note={[
              state.kind === 'stored' && state.end === null
                ? `${resultsSentence(search)} They can be searched, sorted and exported.`
                : `All ${rowsText(search.rows)} of this search are loaded and can be searched, sorted and exported.`,
              'Later changes are unknown.',
              ...notes,
            ]}
          />
        ),
        actions: <ActionButton name="Search again" run={actions.startOver} unavailable={actions.unavailable} />,
      };
    }
    case 'before': {
      const { state } = band.search;
      const waits = state.kind === 'asking' ? state.waitsUntil : null;
      return {
        words: (
          <BandText
            sentence={
              <>
                Results of the previous query
                {band.listed.askedAt !== null && (
                  <>
                    , <Time at={band.listed.askedAt} zoned />
                  </>
                )}
              </>
            }
            note={[
              waits !== null ? '' : band.isLoading ? 'The new query is running …' : 'The new query returned none.',
            ]}
          >
            {waits !== null && (
              <>
                The service asks to wait before the new query (Retry-After): <TimeLeft until={waits} />.
              </>
            )}
          </BandText>
        ),
        actions: band.isLoading && <ActionButton name="Cancel" run={() => actions.cancel(band.search.id)} />,
      };
    }
    case 'loading':
      return {
        words: <LoadingBand search={band.search} limit={limit} />,
        actions: <LoadingActs band={band} actions={actions} />,
      };
    case 'lapsed':
      return {
        mark: <Ring share={null} />,
        words: (
          <BandText
            sentence={`The page token lapsed at ${clock(band.at)}, two minutes after the last request.`}
            note={[lapsedWords(band.search)]}
          />
        ),
        actions: (
          <>
            <ActionButton
              name={`Continue from ${numberText(band.search.rows)}`}
              run={actions.next}
              unavailable={actions.unavailable}
              keycap="N"
              variant="filled"
            />
            <ActionButton
              name="Start over"
              run={actions.startOver}
              unavailable={actions.unavailable}
              className={styles['optional']}
            />
          </>
        ),
      };
    case 'stopped':
      return {
        isUrgent: band.error !== null,
        words: (
          <BandText
            sentence={band.error === null ? 'Loading was cancelled.' : 'The next page was not received.'}
            note={[
              band.error === null ? '' : visibleText(errorWords(band.error)),
              `The loaded ${rowsText(band.search.rows)} stay.`,
            ]}
          />
        ),
      };
    case 'waiting':
      return {
        words: (
          <BandText
            sentence={
              <>
                The service asks to wait: <TimeLeft until={band.until} />
              </>
            }
            note={['Its last answer said so (Retry-After); the page is requested again by itself.']}
          />
        ),
      };
    default:
      return assertNever(band);
  }
  function clock(at: number): string {
    return `${shortTimeText(at, at, zone)} ${zoneText(at, zone)}`;
  }
}

function LoadingActs({ band, actions }: { band: Extract<Band, { kind: 'loading' }>; actions: ResultActions }) {
  const isPaused = band.search.state.kind === 'loading' && band.search.state.isPaused;
  const Icon = isPaused ? Play : Pause;
  return (
    <>
      <ActionButton name={isPaused ? 'Continue' : 'Pause'} run={actions.pause} keycap="P" icon={Icon} />
      <ActionButton name="Cancel" run={() => actions.cancel(band.search.id)} />
    </>
  );
}

/** @param note sentences; the tooltip shows those that do not fit */
function BandText(props: { sentence: ReactNode; note: readonly string[]; children?: ReactNode }) {
  const note = props.note.filter((words) => words !== '').join(' ');
  return (
    <>
      <p className={styles['sentence']}>{props.sentence}</p>
      <Tooltip label={note === '' ? null : note}>
        <p className={styles['note']}>
          {props.children}
          {note}
        </p>
      </Tooltip>
    </>
  );
}

function Age({ at }: { at: number }) {
  return lengthText(Math.max(0, useNow(60_000) - at));
}
