/** Shows one request: its response formatted or as received, its headers, or a curl command that repeats it. */
import type { RequestDetail, RequestSummary } from '../../../../src-shared/api/searches.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { requestCurl } from '../../../../src-shared/service/search-curl.ts';
import { CopyButton } from '../../../components/controls/CopyButton.tsx';
import { ScrollRegion } from '../../../components/ScrollRegion.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useWatchQuery } from '../../../stores/queries/use-watch-query.ts';
import { useAppearance, useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { fullTimeText } from '../../../time/time-text.ts';
import { failureWords } from '../../../words/error-words.ts';
import { responseSummary, missingResponseWords, requestStatus, requestTime } from '../../../words/request-words.ts';
import { ResponseBody } from './ResponseBody.tsx';
import styles from './Inspector.module.css';

export type HttpRequestTab = 'answer' | 'headers' | 'curl';

interface HttpRequestViewProps {
  readonly number: number;
  /** Summary from the list; null if the list no longer holds the request. */
  readonly summary: RequestSummary | null;
  readonly part: HttpRequestTab;
}

export function HttpRequestView({ number, summary, part }: HttpRequestViewProps) {
  const { backend } = useStores();
  const { value: detail, error } = useWatchQuery<RequestDetail>(
    String(number),
    ({ watch }) => backend.subscriptions.request.query({ watch, number }),
    // A running request has no response, so it is read again when it has ended.
    { revision: summary === null ? 'gone' : requestStatus(summary) },
  );
  if (detail === null)
    return (
      <p className="meta pad-3" role={error === null ? undefined : 'alert'}>
        {error === null ? '' : visibleText(failureWords(error))}
      </p>
    );
  switch (part) {
    case 'answer':
      return <Response detail={detail} />;
    case 'headers':
      return <Headers detail={detail} />;
    case 'curl':
      return <Curl detail={detail} />;
    default:
      return assertNever(part);
  }
}

function Response({ detail }: { detail: RequestDetail }) {
  const missing = missingResponseWords(detail);
  return missing === null && detail.answer !== '' ? (
    <ResponseBody detail={detail} />
  ) : (
    <p className="meta pad-3">{missing ?? 'The answer has no body.'}</p>
  );
}

function Headers({ detail }: { detail: RequestDetail }) {
  const text = detail.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <ScrollRegion label="Headers of the answer" className={styles['view']}>
      <p className={`meta ${styles['remark']}`}>
        {missingResponseWords(detail) ?? responseSummary(detail)}
        {detail.headers.length > 0 && <CopyButton text={text} label="Copy the headers" word="Copy" />}
      </p>
      <dl className={styles['headers']}>
        {detail.headers.map(([name, value], index) => (
          // Header names may repeat.
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes
          <div key={index}>
            <dt>
              <Untrusted text={name} />
            </dt>
            <dd>
              <Untrusted text={value} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={`meta ${styles['remark']}`}>Headers that may hold a secret show only their name.</p>
    </ScrollRegion>
  );
}

function Curl({ detail }: { detail: RequestDetail }) {
  const zone = useAppearance((state) => state.zone);
  const curl = requestCurl(detail);
  const details = [requestStatus(detail), responseSummary(detail), fullTimeText(detail.at, zone), requestTime(detail)];
  return (
    <ScrollRegion label="As curl" className={styles['view']}>
      <pre className={`mono ${styles['code']}`}>
        <Untrusted text={curl} allowed={'\n'} />
      </pre>
      <p className={`meta ${styles['remark']}`}>
        <CopyButton text={curl} label="Copy as curl" word="Copy" />
        {visibleText(details.filter((word) => word !== '').join(' · '))}
      </p>
      <p className={`meta ${styles['remark']}`}>The token is a variable here and in every copy.</p>
    </ScrollRegion>
  );
}
