/** Shows who created the request and when, and its company. A copied time is the provider's, to the nanosecond. */
import type { ReactNode } from 'react';
import type { CaseSummary, ChangeRequestDetail } from '../../../../src-shared/api/cases.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { utcTime } from '../../../../src-shared/service/utc-time.ts';
import { onlyValue } from '../../../../src-shared/domain/filter/filter-edit.ts';
import { Time } from '../../../components/Time.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import styles from './RequestPane.module.css';

export function RequestOrigin({
  summary,
  requestDetail,
}: {
  summary: CaseSummary;
  requestDetail: ChangeRequestDetail;
}) {
  const { requestId, lastAt, firstAt, ticket } = summary;
  const { companyId, companyName, timeCreated, lastUpdated, targets } = requestDetail;
  const rows = [
    ['Company', [companyName, companyId].filter((part) => part !== null).join(' · ')],
    ['Ticket', ticket ?? ''],
  ] as const;
  return (
    <section className="panel" aria-label="Who and when">
      <dl className={styles['facts']}>
        <Fact name="Created">
          <ProviderTime text={timeCreated} />
        </Fact>
        <Fact name="Last updated">
          <ProviderTime text={lastUpdated} />
        </Fact>
        {rows.map(
          ([name, value]) =>
            value !== '' && (
              <Fact key={name} name={name}>
                <Untrusted text={value} />
              </Fact>
            ),
        )}
        <Fact name="Received">
          <Time at={lastAt} date="always" precision="millis" zoned />
          {firstAt !== lastAt && (
            <span className="meta">
              {' '}
              · first <Time at={firstAt} date="always" zoned />
            </span>
          )}
        </Fact>
        {targets.length > 1 && (
          <Fact name="Targets">
            {targets.map(({ type, value, count }, index) => (
              <span key={`${type} ${value}`}>
                {index > 0 && ', '}
                <Untrusted text={value} /> <span className="meta">{numberText(count)}</span>
              </span>
            ))}
          </Fact>
        )}
        {requestId !== null && (
          <Fact name="Events">
            <a href={hrefOf('timeline', { filter: onlyValue('request', requestId) })}>History of this request</a>
          </Fact>
        )}
      </dl>
    </section>
  );
}

function ProviderTime({ text }: { text: string | null }) {
  const at = text === null ? null : utcTime(text);
  if (text === null) return <span className="meta">not given</span>;
  if (at === null) return <Untrusted text={text} />;
  return (
    <span data-stored={text}>
      <Time at={at} date="always" precision="millis" zoned />
    </span>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="quiet">{name}</dt>
      <dd className="breaks">{children}</dd>
    </div>
  );
}
