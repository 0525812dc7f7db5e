import { History, Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { numberText, rowsText } from '../../../../src-shared/words/store-words.ts';
import { Time } from '../../../components/Time.tsx';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';
import { useAppearance, useNow } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { lengthText, shortTimeText, type Zone, zoneText } from '../../../time/time-text.ts';
import { errorWords, failureWords } from '../../../words/error-words.ts';
import { searchEndRemark, lapsedWords, resultWarnings, resultsSentence } from '../../../words/results-words.ts';
import { ActionButton } from './ActionButton.tsx';
import type { Band } from './band.ts';
import styles from './Band.module.css';
import { MixedAge, SearchAge } from './SearchAge.tsx';
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
  const zone = useAppearance((state) => state.zone);
  const content = bandContent(band, zone, actions);
  return (
    <section className={`${styles['band']} screen-only`} data-kind={band.kind} aria-label="State of the results">
      {content.mark !== undefined && <span className={styles['mark']}>{content.mark}</span>}
      <div className="fill" role={content.isUrgent === true ? 'alert' : undefined}>
        {band.kind === 'loading' ? <LoadingBand search={band.search} limit={limit} /> : <BandText {...content} />}
      </div>
      <div className="row fixed gap-2">
        {tools}
        {content.actions}
      </div>
    </section>
  );
}

interface BandContent {
  readonly mark?: ReactNode;
  readonly sentence?: ReactNode;
  readonly lead?: ReactNode;
  /** Sentences; the tooltip shows those that do not fit. */
  readonly note?: readonly string[];
  readonly actions?: ReactNode;
  readonly isUrgent?: boolean;
}

function bandContent(band: ResultsBandProps['band'], zone: Zone, actions: ResultActions): BandContent {
  switch (band.kind) {
    case 'refused':
      return {
        isUrgent: true,
        sentence: 'This was not done.',
        note: [visibleText(failureWords(band.error))],
        actions: <ActionButton name="Close" run={actions.dismissRefusal} />,
      };
    case 'here':
      return {
        sentence: resultsSentence(band.search),
        lead: <SearchAge search={band.search} />,
        note: [
          band.isMissing ? 'The search of this link is not stored here; the newest is shown.' : '',
          ...remarks(band.search),
        ],
      };
    case 'stored': {
      const { state, rows } = band.search;
      return {
        mark: <History size={16} aria-hidden="true" />,
        sentence: (
          <>
            Stored <Time at={band.askedAt} date="always" zoned />, <Age at={band.askedAt} /> ago. Not live.
          </>
        ),
        lead: <MixedAge search={band.search} />,
        note: [
          state.kind === 'stored' && state.end === null
            ? `${resultsSentence(band.search)} They can be searched, sorted and exported.`
            : `All ${rowsText(rows)} of this search are loaded and can be searched, sorted and exported.`,
          'Later changes are unknown.',
          ...remarks(band.search),
        ],
        actions: <ActionButton name="Search again" run={actions.startOver} unavailable={actions.unavailable} />,
      };
    }
    case 'before': {
      const { state } = band.search;
      const waits = state.kind === 'asking' ? state.waitsUntil : null;
      return {
        sentence: (
          <>
            Results of the previous query
            {band.listed.askedAt !== null && (
              <>
                , <Time at={band.listed.askedAt} zoned />
              </>
            )}
          </>
        ),
        lead: waits !== null && (
          <>
            The service asks to wait before the new query (Retry-After): <TimeLeft until={waits} />.
          </>
        ),
        note: [waits !== null ? '' : band.isLoading ? 'The new query is running …' : 'The new query returned none.'],
        actions: band.isLoading && <ActionButton name="Cancel" run={() => actions.cancel(band.search.id)} />,
      };
    }
    case 'loading':
      return { actions: <LoadingActs band={band} actions={actions} /> };
    case 'lapsed':
      return {
        mark: <Ring share={null} />,
        sentence: `The page token lapsed at ${shortTimeText(band.at, band.at, zone)} ${zoneText(band.at, zone)}, two minutes after the last request.`,
        lead: <SearchAge search={band.search} />,
        note: [lapsedWords(band.search)],
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
        sentence: band.error === null ? 'Loading was cancelled.' : 'The next page was not received.',
        lead: <SearchAge search={band.search} />,
        note: [
          band.error === null ? '' : visibleText(errorWords(band.error)),
          `The loaded ${rowsText(band.search.rows)} stay.`,
        ],
      };
    case 'waiting':
      return {
        sentence: (
          <>
            The service asks to wait: <TimeLeft until={band.until} />
          </>
        ),
        lead: <SearchAge search={band.search} />,
        note: ['Its last answer said so (Retry-After); the page is requested again by itself.'],
      };
    default:
      return assertNever(band);
  }
}

function remarks(search: SearchSummary): readonly string[] {
  const { state } = search;
  const end = state.kind === 'ended' ? state.by : state.kind === 'stored' ? state.end : null;
  return [...resultWarnings(search), end === null ? '' : (searchEndRemark(end) ?? '')];
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

function BandText({ sentence, lead, note = [] }: BandContent) {
  const words = note.filter((part) => part !== '').join(' ');
  return (
    <>
      <p className={styles['sentence']}>{sentence}</p>
      <Tooltip label={words === '' ? null : words}>
        <p className={styles['note']}>
          {lead}
          {words}
        </p>
      </Tooltip>
    </>
  );
}

function Age({ at }: { at: number }) {
  return lengthText(Math.max(0, useNow(60_000) - at));
}
