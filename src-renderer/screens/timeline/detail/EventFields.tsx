import type { EventSummary } from '../../../../src-shared/domain/event/event.ts';
import { withValue } from '../../../../src-shared/domain/filter/filter-edit.ts';
import type { ValueField } from '../../../../src-shared/domain/filter/filter.ts';
import { timelineAddress } from '../../../address/screen-addresses.ts';
import { useAddress } from '../../../address/use-address.ts';
import { Time } from '../../../components/Time.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { Value } from '../../../components/Value.tsx';
import { useWatch } from '../../../stores/use-stores.ts';
import { fullTimeText } from '../../../time/time-text.ts';
import { markWords } from '../../../words/event-words.ts';
import { absentFields, eventFields } from './event-fields.ts';
import pane from '../../../components/detail/DetailPane.module.css';
import styles from './EventPane.module.css';
import { FirstFew } from './FirstFew.tsx';
import { timeDifferenceWords } from './time-difference.ts';

export function EventFields({ event }: { event: EventSummary }) {
  const address = useAddress(timelineAddress);
  const filterBy = (field: ValueField, text: string) => (negated: boolean) =>
    address.change({ filter: withValue(address.value.filter, field, text, negated) });
  const absent = absentFields(event);
  return (
    <>
      <section>
        <h3 className={pane['heading']}>Fields</h3>
        <dl>
          {eventFields(event).map(({ name, value: text, field, remark }, index) => (
            <Value
              key={`${index} ${name}`}
              name={name}
              value={text}
              remark={remark}
              filter={field === null ? undefined : filterBy(field, text)}
            />
          ))}
          <Value name="Received" value={fullTimeText(event.receivedAt, 'utc')}>
            <Time at={event.receivedAt} precision="millis" zoned />
          </Value>
          <ProviderTime event={event} />
        </dl>
        {absent.length > 0 && <p className="meta space-above-1">Not in this event: {absent.join(', ')}</p>}
      </section>
      {event.marks.length > 0 && (
        <section>
          <h3 className={pane['heading']}>Unusual</h3>
          <FirstFew
            items={event.marks}
            first={6}
            className={styles['marks']}
            renderItem={(mark) => <Untrusted text={markWords(mark)} />}
          />
        </section>
      )}
    </>
  );
}

function ProviderTime({ event: { createdAt, createdDateTime, receivedAt } }: { event: EventSummary }) {
  const offsetMs = useWatch((state) => state.shown?.providerClockOffsetMs ?? null);
  if (createdDateTime === null) return null;
  return (
    <Value
      name="Provider time"
      value={createdDateTime}
      remark={createdAt === null ? null : timeDifferenceWords(createdAt, receivedAt, offsetMs)}
    >
      {createdAt === null ? <Untrusted text={createdDateTime} /> : <Time at={createdAt} precision="millis" zoned />}
    </Value>
  );
}
