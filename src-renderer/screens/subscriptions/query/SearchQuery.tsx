/** Shows one body in three views. Writes the draft; the parent sends the requests in the callbacks. */
import { Activity, TextCursorInput } from 'lucide-react';
import { type ReactNode, useMemo, useRef } from 'react';
import type { SearchSummary, SubscriptionsSnapshot } from '../../../../src-shared/api/searches.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { SegmentedControl } from '../../../components/controls/SegmentedControl.tsx';
import { Keycap } from '../../../components/Keycap.tsx';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';
import { searchViews, type SearchView } from '../../../stores/subscriptions/search-draft-store.ts';
import { useAppearance, useSearchDraft, useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { searchStatusWords, bodyMistakeWords, requestOf } from '../../../words/search-words.ts';
import { SearchStatus } from './SearchStatus.tsx';
import { ChipsLine } from './ChipsLine.tsx';
import { JsonView } from './JsonView.tsx';
import { marksOf, refusedIn } from './marks.ts';
import { RefusedPanel } from './RefusedPanel.tsx';
import { SavedSearchDialogs } from './SavedSearchDialogs.tsx';
import { SavedSearchMenu } from './SavedSearchMenu.tsx';
import { SearchForm } from './SearchForm.tsx';
import styles from './SearchQuery.module.css';
import { InvalidBody } from './InvalidBody.tsx';

export interface SearchQueryProps {
  readonly state: Pick<SubscriptionsSnapshot, 'notAccepted' | 'requests'> | null;
  /** Even if its rows are not shown (yet): its answer or refusal appears here. */
  readonly lastSearch: SearchSummary | null;
  /** Short reason why no request can be sent, for the button: "Search needs the service"; null if it can. */
  readonly unavailable: string | null;
  readonly onSearch: (body: string) => void;
  readonly onCompare: () => void;
  readonly isInspecting: boolean;
  readonly onRequests: () => void;
  readonly columnChooser: ReactNode;
  readonly receivedFields: readonly string[];
}

const NONE: readonly never[] = [];
const viewNames: Readonly<Record<SearchView, string>> = { form: 'Form', chips: 'Chips', json: 'JSON' };

export function SearchQuery(props: SearchQueryProps) {
  const {
    state,
    lastSearch,
    unavailable,
    onSearch,
    onCompare,
    isInspecting,
    onRequests,
    columnChooser,
    receivedFields,
  } = props;
  const { searchDraft } = useStores();
  const { text, view, parsed } = useSearchDraft((draft) => draft);
  const zone = useAppearance((appearance) => appearance.zone);
  const region = useRef<HTMLElement>(null);
  const notAccepted = state?.notAccepted ?? NONE;
  const requests = state?.requests ?? NONE;
  const marks = useMemo(() => marksOf(parsed, notAccepted), [parsed, notAccepted]);
  const remembered = useMemo(() => refusedIn(parsed, notAccepted), [parsed, notAccepted]);
  const failed = lastSearch?.state.kind === 'failed' && lastSearch.pages === 0 ? lastSearch : null;
  const cannot =
    unavailable ?? (parsed.kind === 'mistake' ? `Fix the JSON first. ${visibleText(bodyMistakeWords(parsed))}` : null);
  const status = <SearchStatus status={searchStatusWords(lastSearch, requestOf(lastSearch, requests), zone)} />;

  function search(): void {
    if (cannot !== null) return;
    // An input with text that cannot be parsed differs from the body, so focus it instead of searching.
    const wrong = region.current?.querySelector<HTMLElement>('[data-query] input[aria-invalid="true"]');
    if (wrong == null) onSearch(searchDraft.getState().text);
    else wrong.focus();
  }
  const shared = { marks, receivedFields, status, submit: search };
  useCommands([
    {
      id: 'search.run',
      title: 'Search the inventory',
      group: 'Filter',
      keys: ['Ctrl+Enter'],
      whileTyping: true,
      unavailable: cannot,
      run: search,
    },
    {
      id: 'search.write',
      title: 'Write the query',
      group: 'Filter',
      keys: ['/'],
      run: () => region.current?.querySelector<HTMLElement>('[data-query] :is(input, textarea)')?.focus(),
    },
    ...searchViews.map((target, index) => ({
      id: `search.${target}`,
      title: `Show the query as ${viewNames[target]}`,
      group: 'View' as const,
      keys: [`Ctrl+${index + 1}`],
      whileTyping: true,
      run: () => searchDraft.show(target),
    })),
    {
      id: 'search.compare',
      title: 'Compare a list of ids',
      group: 'List',
      run: onCompare,
    },
    {
      id: 'search.requests',
      title: isInspecting ? 'Close the HTTP log' : 'Show the HTTP log',
      group: 'View',
      synonyms: ['HTTP log', 'requests', 'answers'],
      keys: ['Shift+R'],
      run: onRequests,
    },
  ]);

  return (
    <search ref={region} className={styles['region']} aria-label="Query">
      <div className={styles['head']}>
        <SegmentedControl
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
        <span className="grows" />
        <Tooltip label="Compare a list of ids with what is loaded or stored" command="search.compare">
          <button type="button" className="quiet-button" aria-label="Compare ids" onClick={onCompare}>
            <TextCursorInput size={14} aria-hidden="true" />
            <span className={styles['word']}>Compare ids</span>
          </button>
        </Tooltip>
        <Tooltip label="The last HTTP requests to the service and their answers" command="search.requests">
          <button
            type="button"
            className="quiet-button"
            aria-pressed={isInspecting}
            aria-label={`HTTP log ${requests.length}`}
            onClick={onRequests}
          >
            <Activity size={14} aria-hidden="true" />
            <span className={styles['word']}>HTTP log</span> <span>{requests.length}</span>
          </button>
        </Tooltip>
        <Tooltip label={unavailable === null ? cannot : null}>
          <Button variant="filled" className="fixed" disabled={cannot !== null} onClick={search}>
            {unavailable ?? (
              <>
                Search{' '}
                <span className={styles['keys']}>
                  <Keycap name="Ctrl Enter" />
                </span>
              </>
            )}
          </Button>
        </Tooltip>
      </div>
      <div className={styles['query']} data-query data-view={view}>
        {view === 'json' ? (
          <>
            <JsonView text={text} read={parsed} notAccepted={notAccepted} />
            {(failed !== null || remembered.length > 0) && (
              <RefusedPanel failed={failed} remembered={remembered} runSearch={submit} />
            )}
          </>
        ) : parsed.kind === 'mistake' ? (
          <InvalidBody text={text} mistake={parsed} view={view} />
        ) : view === 'form' ? (
          <SearchForm {...shared} parts={parsed.parts} columnChooser={columnChooser} />
        ) : (
          <ChipsLine {...shared} parts={parsed.parts} isDisabled={unavailable !== null} />
        )}
      </div>
      <SavedSearchDialogs />
    </search>
  );

  function submit(body: string): void {
    searchDraft.setBody(body);
    if (unavailable === null) onSearch(body);
  }
}
