/**
 * What is asked of the service: one body in three views, and what can be done with it. It writes the draft and asks for
 * nothing by itself: whoever draws it is told when a person does.
 */
import { Activity, TextCursorInput } from 'lucide-react';
import { type ReactNode, useMemo, useRef } from 'react';
import type { SearchSummary, SubscriptionsState } from '../../../../src-shared/api/searches.ts';
import { Button } from '../../../components/Button.tsx';
import { Choice } from '../../../components/Choice.tsx';
import { Keycap } from '../../../components/Keycap.tsx';
import { Tip } from '../../../components/Tip.tsx';
import { searchViews } from '../../../stores/search-draft-store.ts';
import { useAppearance, useSearchDraft, useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { answerWords, bodyMistakeWords, requestOf } from '../../../words/search-words.ts';
import { Answer } from './Answer.tsx';
import { ChipsLine } from './ChipsLine.tsx';
import { JsonView } from './JsonView.tsx';
import { marksOf, refusedIn } from './marks.ts';
import { RefusedPanel } from './RefusedPanel.tsx';
import { SavedSearchDialogs } from './SavedSearchDialogs.tsx';
import { SavedSearchMenu } from './SavedSearchMenu.tsx';
import { SearchForm } from './SearchForm.tsx';
import styles from './SearchQuery.module.css';
import { Unreadable } from './Unreadable.tsx';
import { useQueryCommands, viewNames } from './use-query-commands.ts';

export interface SearchQueryProps {
  /** As the feed told it last; `null` until then. */
  readonly state: Pick<SubscriptionsState, 'notAccepted' | 'requests'> | null;
  /**
   * The search that was asked for last, also where its rows are not (yet) those that are shown: its answer or refusal is
   * told here. `null`: none was.
   */
  readonly asked: SearchSummary | null;
  /** Why nothing can be asked now, in few words, on the button: "Search needs the service"; `null`: it can. */
  readonly unavailable: string | null;
  readonly onSearch: (body: string) => void;
  /** A list of ids is to be compared with what is stored. */
  readonly onCompare: () => void;
  /** The inspector of requests is open at the bottom. */
  readonly isInspecting: boolean;
  readonly onRequests: () => void;
  /** The button that opens the chooser of columns. */
  readonly columnChooser: ReactNode;
  /** Names of fields that answers have shown, to be offered where a field is named. */
  readonly seen: readonly string[];
}

const NONE: readonly never[] = [];

export function SearchQuery(props: SearchQueryProps) {
  const { state, asked, unavailable, onSearch, onCompare, isInspecting, onRequests, columnChooser, seen } = props;
  const { searchDraft } = useStores();
  const { text, view, read } = useSearchDraft((draft) => draft);
  const zone = useAppearance((appearance) => appearance.zone);
  const region = useRef<HTMLElement>(null);
  const notAccepted = state?.notAccepted ?? NONE;
  const requests = state?.requests ?? NONE;
  const marks = useMemo(() => marksOf(read, notAccepted), [read, notAccepted]);
  const remembered = useMemo(() => refusedIn(read, notAccepted), [read, notAccepted]);
  const failed = asked?.state.kind === 'failed' && asked.pages === 0 ? asked : null;
  const cannot =
    unavailable ?? (read.kind === 'mistake' ? `Mend the JSON first. ${visibleText(bodyMistakeWords(read))}` : null);
  const answer = <Answer answer={answerWords(asked, requestOf(asked, requests), zone)} />;

  function search(): void {
    if (cannot !== null) return;
    // What is written and not understood is not what would be asked.
    const wrong = region.current?.querySelector<HTMLElement>('[data-query] input[aria-invalid="true"]');
    if (wrong == null) onSearch(searchDraft.getState().text);
    else wrong.focus();
  }
  useQueryCommands({
    region,
    unavailable: cannot,
    search,
    compare: onCompare,
    isInspecting,
    inspect: onRequests,
  });

  return (
    <search ref={region} className={styles['region']} aria-label="Query">
      <div className={styles['head']}>
        <Choice
          label="How the query is shown"
          options={searchViews.map((value, index) => ({
            value,
            name: viewNames[value],
            tip: `Show it as ${viewNames[value]} (Ctrl+${index + 1})`,
          }))}
          value={view}
          choose={(next) => searchDraft.show(next)}
        />
        <SavedSearchMenu text={text} />
        <span className={styles['gap']} />
        <Tip label="Compare a list of ids with what is loaded or stored" command="search.compare">
          <button type="button" className={styles['action'] ?? ''} aria-label="Compare ids" onClick={onCompare}>
            <TextCursorInput size={14} aria-hidden="true" />
            <span className={styles['word']}>Compare ids</span>
          </button>
        </Tip>
        <Tip label="The last requests and their answers" command="search.requests">
          <button
            type="button"
            className={styles['action'] ?? ''}
            aria-pressed={isInspecting}
            aria-label={`Requests ${requests.length}`}
            onClick={onRequests}
          >
            <Activity size={14} aria-hidden="true" />
            <span className={styles['word']}>Requests</span> <span>{requests.length}</span>
          </button>
        </Tip>
        <Tip label={unavailable === null ? cannot : null}>
          <Button className={styles['search'] ?? ''} disabled={cannot !== null} onClick={search}>
            {unavailable ?? (
              <>
                Search{' '}
                <span className={styles['keys']}>
                  <Keycap name="Ctrl Enter" />
                </span>
              </>
            )}
          </Button>
        </Tip>
      </div>
      <div className={styles['query']} data-query data-view={view}>
        {view === 'json' ? (
          <>
            <JsonView text={text} read={read} notAccepted={notAccepted} />
            {(failed !== null || remembered.length > 0) && (
              <RefusedPanel failed={failed} remembered={remembered} ask={ask} />
            )}
          </>
        ) : read.kind === 'mistake' ? (
          <Unreadable text={text} mistake={read} view={view} />
        ) : view === 'form' ? (
          <SearchForm
            parts={read.parts}
            marks={marks}
            seen={seen}
            columnChooser={columnChooser}
            answer={answer}
            ask={search}
          />
        ) : (
          <ChipsLine
            parts={read.parts}
            marks={marks}
            seen={seen}
            answer={answer}
            isOff={unavailable !== null}
            ask={search}
          />
        )}
      </div>
      <SavedSearchDialogs />
    </search>
  );

  function ask(body: string): void {
    searchDraft.take(body);
    if (unavailable === null) onSearch(body);
  }
}
