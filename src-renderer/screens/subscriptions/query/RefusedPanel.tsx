/** Shows the response of the service as text, an alternative if the document shows one, and the stored refusals. */
import { CircleX } from 'lucide-react';
import type { NotAccepted, RequestDetail, SearchSummary } from '../../../../src-shared/api/searches.ts';
import { SEARCH_PATH, withoutFieldPrefix } from '../../../../src-shared/service/search-body.ts';
import { searchCurl } from '../../../../src-shared/service/search-curl.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { ScrollRegion } from '../../../components/ScrollRegion.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { copiedWords, useCopyText } from '../../../components/controls/use-copy.ts';
import { useWatchQuery } from '../../../stores/queries/use-watch-query.ts';
import { useAppearance, useStores, useWatch } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { notAcceptedText, undocumentedPartWords, queryErrorWords } from '../../../words/search-words.ts';
import { rewriteWithBetween } from './rewrite-with-between.ts';
import { formatBody } from './format-body.ts';
import styles from './RefusedPanel.module.css';

interface RefusedPanelProps {
  readonly failed: SearchSummary | null;
  readonly remembered: readonly NotAccepted[];
  readonly runSearch: (body: string) => void;
}

export function RefusedPanel({ failed, remembered, runSearch }: RefusedPanelProps) {
  return (
    <ScrollRegion className={styles['side']} label="Answer of the service">
      {failed?.state.kind === 'failed' && (
        <Refusal key={failed.id} search={failed} state={failed.state} submit={runSearch} />
      )}
      <Remembered remembered={remembered} />
    </ScrollRegion>
  );
}

/** Longer JSON is shown as received, because formatting it takes too long. */
const MAX_FORMATTED_LENGTH = 50_000;

function Refusal(props: {
  search: SearchSummary;
  state: Extract<SearchSummary['state'], { kind: 'failed' }>;
  submit: (body: string) => void;
}) {
  const { search, state, submit } = props;
  const request = useRefusedRequest(state.request);
  const { copied, copy } = useCopyText();
  const { title, detail } = queryErrorWords(state.error, request);
  const other =
    state.error.code === 'SERVICE_FAILED' && state.error.facts.problem === 'refused'
      ? rewriteWithBetween(search.body)
      : null;
  const responseText = request?.answer ?? '';
  const curl = () =>
    searchCurl({ baseUrl: request?.url.replace(SEARCH_PATH, '') ?? '', body: request?.body ?? search.body });
  return (
    <section className={styles['card']} aria-label="The query returned no rows">
      <h2 className="breaks section-size">{visibleText(title)}</h2>
      {detail !== '' && <p>{detail}</p>}
      {responseText !== '' && (
        <pre className={`mono ${styles['response']}`}>
          <bdi dir="ltr">
            {visibleText(
              responseText.length <= MAX_FORMATTED_LENGTH ? formatBody(responseText).trimEnd() : responseText,
              '\n',
            )}
          </bdi>
        </pre>
      )}
      {request !== null && request.answerLength > responseText.length && (
        <p className="meta">
          The first {numberText(responseText.length)} of {numberText(request.answerLength)} characters are stored.
        </p>
      )}
      <div className="wraps gap-2 flex">
        {other !== null && <Button onClick={() => submit(other)}>Search with “between”</Button>}
        <Button disabled={request === null} onClick={() => copy(curl())}>
          {copiedWords(copied, 'Copy as curl')}
        </Button>
      </div>
    </section>
  );
}

function Remembered({ remembered }: { remembered: readonly NotAccepted[] }) {
  const { subscriptions } = useStores();
  const zone = useAppearance((state) => state.zone);
  const profile = useWatch(({ shown }) => shown?.profile.name ?? '');
  return remembered.map((part) => {
    const { kind, name } = part;
    return (
      <p key={`${kind} ${name}`} className={`meta ${styles['remembered']}`}>
        <CircleX size={14} aria-hidden="true" />
        <span>
          Remembered for <Untrusted text={profile} />: {undocumentedPartWords(kind)}{' '}
          <b className="loud regular mono-face">
            <Untrusted text={withoutFieldPrefix(name)} />
          </b>{' '}
          is {notAcceptedText(part, zone)}. You can still use it.{' '}
          <button
            type="button"
            className="link-button loud same-size"
            onClick={() => void subscriptions.forgetNotAccepted({ kind, name })}
          >
            Forget
          </button>
        </span>
      </p>
    );
  });
}

function useRefusedRequest(number: number | null): RequestDetail | null {
  const { backend } = useStores();
  const { value } = useWatchQuery<RequestDetail>(number === null ? null : String(number), async ({ watch }) =>
    number === null ? null : backend.subscriptions.request.query({ watch, number }),
  );
  return value;
}
