/** Shows who created the request and when, to the nanosecond, its company, and what operators did about it. */
import type { CaseDetail, CaseSummary, ChangeRequestDetail } from '../../../../src-shared/api/cases.ts';
import { caseCountOf, actionWords } from '../../../../src-shared/words/ownership-words.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { onlyValue } from '../../../../src-shared/domain/filter/filter-edit.ts';
import { Time } from '../../../components/Time.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useAppearance } from '../../../stores/use-stores.ts';
import { clockText, zoneText } from '../../../time/time-text.ts';
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
    ['Created', timeCreated, true],
    ['Last updated', lastUpdated, true],
    ['Company', [companyName, companyId].filter((part) => part !== null).join(' · ') || null, false],
    ['Ticket', ticket, false],
  ] as const;
  return (
    <section className={styles['card']} aria-label="Who and when">
      <dl className={styles['facts']}>
        {rows.map(([name, value, always]) =>
          value === null && !always ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value === null ? <span className="meta">not given</span> : <Untrusted text={value} />}</dd>
            </div>
          ),
        )}
        <div>
          <dt>Received</dt>
          <dd>
            <Time at={lastAt} date="always" precision="millis" zoned />
            {firstAt !== lastAt && (
              <span className="meta">
                {' '}
                · first <Time at={firstAt} date="always" zoned />
              </span>
            )}
          </dd>
        </div>
        {targets.length > 1 && (
          <div>
            <dt>Targets</dt>
            <dd>
              {targets.map(({ type, value, count }, index) => (
                <span key={`${type} ${value}`}>
                  {index > 0 && ', '}
                  <Untrusted text={value} /> <span className="meta">{numberText(count)}</span>
                </span>
              ))}
            </dd>
          </div>
        )}
        {requestId !== null && (
          <div>
            <dt>Events</dt>
            <dd>
              <a href={hrefOf('timeline', { filter: onlyValue('request', requestId) })}>History of this request</a>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

export function RequestActionLog({ detail: { facts, moreFacts } }: { detail: CaseDetail }) {
  const zone = useAppearance((appearance) => appearance.zone);
  if (facts.length === 0) return null;
  const time = (at: number) => `${clockText(at, zone)} ${zoneText(at, zone)}`;
  return (
    <section className={styles['card']} aria-label="Owner and notes">
      <header className={styles['card-head']}>
        <h3>Owner and notes</h3>
      </header>
      <ul className={styles['action-log']}>
        {facts.map((entry) => (
          <li key={entry.id}>
            <span className="meta">
              <Time at={entry.at} />
            </span>
            <span>
              <Untrusted text={entry.author.name} /> {actionWords(entry.deed, caseCountOf(entry), time)}
              {entry.deed.kind === 'pack' && entry.deed.ticket !== null && (
                <>
                  {' '}
                  <Untrusted text={entry.deed.ticket} />
                </>
              )}
              {entry.text !== '' && (
                <span className={styles['note']}>
                  <Untrusted text={entry.text} allowed={'\n'} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {moreFacts > 0 && <p className="meta">{numberText(moreFacts)} older ones are not shown.</p>}
    </section>
  );
}
