/** Shows one request: its response formatted or as received, its headers, or a curl command that repeats it. */
import { useEffect, useState } from 'react';
import type { RequestDetail, RequestSummary } from '../../../../src-shared/api/searches.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { requestCurl } from '../../../../src-shared/service/search-curl.ts';
import { asError } from '../../../backend/backend-error.ts';
import { CopyButton } from '../../../components/controls/CopyButton.tsx';
import { ScrollRegion } from '../../../components/ScrollRegion.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useAppearance, useStores, useWatch } from '../../../stores/use-stores.ts';
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
  const { detail, trouble } = useHttpRequest(number, summary === null ? 'gone' : requestStatus(summary));
  if (detail === null)
    return (
      <p className={styles['none']} role={trouble === null ? undefined : 'alert'}>
        {trouble === null ? '' : visibleText(failureWords(trouble))}
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

interface LoadedRequest {
  readonly status: string;
  readonly detail: RequestDetail | null;
  readonly trouble: Error | null;
}

/** Reads again when the request has ended, because a running one has no response. */
function useHttpRequest(number: number, status: string) {
  const { backend } = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  const [loaded, setLoaded] = useState<LoadedRequest>({ status: '', detail: null, trouble: null });
  useEffect(() => {
    if (watch === null || isLost) return undefined;
    let isCurrent = true;
    backend.subscriptions.request.query({ watch, number }).then(
      (detail) => isCurrent && setLoaded({ status, detail, trouble: null }),
      // Keeps the old detail: the backend may no longer hold the request.
      (error: unknown) => isCurrent && setLoaded(({ detail }) => ({ status, detail, trouble: asError(error) })),
    );
    return () => {
      isCurrent = false;
    };
  }, [backend, watch, isLost, number, status]);
  return loaded;
}

function Response({ detail }: { detail: RequestDetail }) {
  const missing = missingResponseWords(detail);
  return missing === null && detail.answer !== '' ? (
    <ResponseBody detail={detail} />
  ) : (
    <p className={styles['none']}>{missing ?? 'The answer has no body.'}</p>
  );
}

function Headers({ detail }: { detail: RequestDetail }) {
  const text = detail.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <ScrollRegion label="Headers of the answer" className={styles['view']}>
      <p className={styles['remark']}>
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
      <p className={styles['remark']}>Headers that may hold a secret show only their name.</p>
    </ScrollRegion>
  );
}

function Curl({ detail }: { detail: RequestDetail }) {
  const zone = useAppearance((state) => state.zone);
  const curl = requestCurl(detail);
  const details = [requestStatus(detail), responseSummary(detail), fullTimeText(detail.at, zone), requestTime(detail)];
  return (
    <ScrollRegion label="As curl" className={styles['view']}>
      <pre className={styles['code']}>
        <Untrusted text={curl} allowed={'\n'} />
      </pre>
      <p className={styles['remark']}>
        <CopyButton text={curl} label="Copy as curl" word="Copy" />
        {visibleText(details.filter((word) => word !== '').join(' · '))}
      </p>
      <p className={styles['remark']}>The token is a variable here and in every copy.</p>
    </ScrollRegion>
  );
}
