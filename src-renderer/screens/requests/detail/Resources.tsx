/**
 * Ten thousand scroll as fast as ten. The marked line shows the provider's sentence and links to its other occurrences.
 */
import { Package } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { CaseSummary, ChangeRequestDetail, RequestResource } from '../../../../src-shared/api/cases.ts';
import { onlyValue } from '../../../../src-shared/domain/filter/filter-edit.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { GridList } from '../../../grid/GridList.tsx';
import type { GridItem } from '../../../grid/grid-model.ts';
import { useList } from '../../../grid/use-list.ts';
import { Keycap } from '../../../components/Keycap.tsx';
import { OutcomeMark } from '../../../components/OutcomeMark.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useHiddenScreen } from '../../../rules/use-page-rules.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { failureWords } from '../../../words/error-words.ts';
import { parseResourceFilter, type ResourceFilter } from '../find-words.ts';
import pane from '../../../components/detail/DetailPane.module.css';
import styles from './RequestPane.module.css';
import { resourceColumns } from './resource-columns.tsx';
import { type ResourceQuery, resourceSource } from './resource-list.ts';

const RESOURCES_GRID = 'request-resources';
/** Up to this number, all rows are shown without scrolling. */
const MAX_UNSCROLLED_ROWS = 9;

interface ResourcesProps {
  readonly summary: CaseSummary;
  readonly requestDetail: ChangeRequestDetail;
  readonly shown: string;
  readonly show: (shown: string) => void;
  readonly pack: (() => void) | null;
}

export function Resources({ summary, requestDetail, shown: text, show, pack }: ResourcesProps) {
  const noneFailed = requestDetail.causes.length === 0;
  // If none failed, the default is all.
  const shown = useMemo(() => parseResourceFilter(text === '' && noneFailed ? 'all' : text), [text, noneFailed]);
  const { backend } = useStores();
  const watch = useWatch((state) => state.shown?.watch ?? null);
  const { list: resources, state } = useList(
    useMemo(() => resourceSource(backend), [backend]),
    watch === null ? null : { watch, key: summary.key, seq: requestDetail.seq, ...resourceScope(shown) },
  );
  const { lines: rows, total } = state.window;
  const error = state.phase.kind === 'failed' ? state.phase.error : null;
  const [cursor, setCursor] = useState<string | null>(null);
  const items = useMemo(
    () => rows.map((row): GridItem<RequestResource> => ({ kind: 'row', key: String(row.place), row })),
    [rows],
  );
  const marked = rows.find(({ place }) => String(place) === cursor) ?? null;
  const failed = shown.kind === 'failed' ? total : (summary.request?.failed ?? null);
  const room: Record<string, number> = {
    '--shown': Math.max(2, Math.min(total ?? MAX_UNSCROLLED_ROWS, MAX_UNSCROLLED_ROWS)) + (marked === null ? 0 : 2),
  };
  return (
    <section
      className={styles['resources']}
      aria-label="Resources"
      data-many={total === null || total > MAX_UNSCROLLED_ROWS || undefined}
      style={room}
    >
      <header className="panel-head wraps gap-2">
        <h3 className="small">Resources</h3>
        {!noneFailed && (
          <ResourceFilterButton isOn={shown.kind === 'failed'} choose={() => show('')}>
            <OutcomeMark outcome="failed" />
            <span aria-hidden="true">Failed</span> {failed === null ? '' : numberText(failed)}
          </ResourceFilterButton>
        )}
        <ResourceFilterButton isOn={shown.kind === 'all'} choose={() => show('all')}>
          All {numberText(requestDetail.listed)}
        </ResourceFilterButton>
        {shown.kind === 'cause' && (
          <ResourceFilterButton isOn choose={() => show('')}>
            {shown.cause.code === null ? 'Without a code' : <Untrusted text={shown.cause.code} truncate="end" />}
            {total !== null && ` ${numberText(total)}`}
          </ResourceFilterButton>
        )}
        {pack !== null && (
          <Button className="to-end" icon={Package} rightSection={<Keycap name="P" />} onClick={pack}>
            Support pack
          </Button>
        )}
      </header>
      <GridList
        name={RESOURCES_GRID}
        noun="resource"
        isSecond
        items={items}
        cursor={cursor}
        setCursor={setCursor}
        opened={null}
        open={setCursor}
        toStart={() => resources.show('start')}
        toEnd={() => resources.show('end')}
        label="Resources of the request"
        columns={resourceColumns}
        total={total}
        hidesStatusLine
        placeholder={
          <p className="centered quiet full-height pad-3">
            {error === null ? insteadWords(requestDetail, total) : visibleText(failureWords(error))}
          </p>
        }
        landing={state.landing?.at === 'cursor' ? null : state.landing}
        onNear={resources.extend}
        isPaused
      />
      {marked !== null && <SelectedResource row={marked} />}
    </section>
  );
}

function resourceScope(shown: ResourceFilter): Pick<ResourceQuery, 'failed' | 'cause'> {
  return { failed: shown.kind === 'failed', cause: shown.kind === 'cause' ? shown.cause : null };
}

function insteadWords(requestDetail: ChangeRequestDetail, total: number | null): string {
  if (total === null) return 'Reading …';
  return requestDetail.listed === 0 ? 'The event lists no resources.' : 'No listed resource matches.';
}

function ResourceFilterButton(props: { isOn: boolean; choose: () => void; children: React.ReactNode }) {
  return (
    <button type="button" className={styles['shown']} aria-pressed={props.isOn} onClick={props.choose}>
      {props.children}
    </button>
  );
}

function SelectedResource({ row }: { row: RequestResource }) {
  const isHidden = useHiddenScreen('subscriptions') !== null;
  const { iccid, imsi, msisdn, resourceId, sentence, state, target } = row;
  const find = iccid ?? imsi ?? msisdn;
  const ids = [
    { name: 'ICCID', field: 'iccid', value: iccid },
    { name: 'IMSI', field: 'imsi', value: imsi },
    { name: 'MSISDN', field: 'msisdn', value: msisdn },
    { name: 'Resource', field: 'resource', value: resourceId },
  ] as const;
  return (
    <footer className="small ruled pad-2-3" aria-label="The selected resource">
      <p>
        {state === null ? 'State not given' : <Untrusted text={state} />}
        {target !== null && (
          <>
            {' '}
            · to <Untrusted text={target} />
          </>
        )}
        {sentence !== null && (
          <>
            {' '}
            · provider says “<Untrusted text={sentence} />”
          </>
        )}
      </p>
      <nav className={pane['links']} aria-label="Related">
        {ids.map(
          ({ name, field, value }) =>
            value !== null && (
              <a key={name} href={hrefOf('timeline', { filter: onlyValue(field, value) })}>
                History of {name}
              </a>
            ),
        )}
        {find !== null && !isHidden && <a href={hrefOf('subscriptions', { find })}>Find the subscription</a>}
      </nav>
    </footer>
  );
}
