/**
 * An event from what it means to what was received: plain words, fields, marks, raw text. All of its text is untrusted
 * and is shown as text.
 */
import type { EventDetail as Event } from '../../../src-shared/api/timeline.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { OutcomeMark } from '../../components/OutcomeMark.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { useAppearance } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { bothZonesText, fullTimeText, lengthText } from '../../time/time-text.ts';
import { errorMeaning, markWords } from '../../words/event-words.ts';
import { isPulse, summarize } from '../../words/summarize.ts';
import styles from './EventDetail.module.css';
import { RawText } from './RawText.tsx';

export function EventDetail({ event }: { event: Event }) {
  return (
    <ScrollRegion className={styles['scroll']} label="Event in full">
      <header className={styles['head']}>
        {event.outcome !== null && !isPulse(event.kind) && <OutcomeMark outcome={event.outcome} />}
        <h2 className={styles['title']}>{summarize(event)}</h2>
        <p className={styles['subtitle']}>
          {[visibleText(event.kind), event.operation === '-' ? null : event.operation, `no. ${event.seq}`]
            .filter((part) => part !== null && part !== '')
            .map((part) => visibleText(part ?? ''))
            .join(' · ')}
        </p>
      </header>
      <Meanings codes={event.errorCodes} />
      <Times event={event} />
      <Fields event={event} />
      {event.marks.length > 0 && (
        <section>
          <h3 className={styles['heading']}>Marks</h3>
          <ul className={styles['marks']}>
            {event.marks.map((mark) => (
              <li key={`${mark.code} ${mark.detail}`}>{visibleText(markWords(mark))}</li>
            ))}
          </ul>
        </section>
      )}
      <RawText
        raw={event.raw}
        rawLength={event.rawLength}
        isLost={event.marks.some(({ code }) => code === 'text-lost')}
      />
    </ScrollRegion>
  );
}

/** A bulk request may fail in many ways; the rest stands among the fields. */
const MEANINGS_SHOWN = 4;

function Meanings({ codes }: { codes: readonly string[] }) {
  if (codes.length === 0) return null;
  return (
    <section className={styles['meanings']}>
      {codes.slice(0, MEANINGS_SHOWN).map((code) => (
        <p key={code}>
          {errorMeaning(code) ?? "This code is not in the provider's document."}
          <code>{visibleText(code)}</code>
        </p>
      ))}
    </section>
  );
}

function Times({ event }: { event: Event }) {
  const zone = useAppearance((state) => state.zone);
  const difference = event.createdAt === null ? null : event.receivedAt - event.createdAt;
  return (
    <section>
      <h3 className={styles['heading']}>Time</h3>
      <dl className={styles['fields']}>
        <dt>Received</dt>
        <dd title={bothZonesText(event.receivedAt)}>{fullTimeText(event.receivedAt, zone)}</dd>
        <dt>Provider's time</dt>
        <dd title={event.createdDateTime === null ? undefined : visibleText(event.createdDateTime)}>
          {event.createdAt === null
            ? visibleText(event.createdDateTime ?? 'not given')
            : fullTimeText(event.createdAt, zone)}
          {difference !== null && Math.abs(difference) >= 1_000 && (
            <span className={styles['remark']}>
              {' '}
              {lengthText(Math.abs(difference))} {difference > 0 ? 'before' : 'after'} we received it
            </span>
          )}
        </dd>
      </dl>
    </section>
  );
}

function Fields({ event }: { event: Event }) {
  const all: readonly (readonly [name: string, value: string | null])[] = [
    ['EID', event.eid],
    ['ICCID', event.iccid],
    ['Request', event.requestId],
    ['Country', event.countryCode],
    ['Error codes', event.errorCodes.length === 0 ? null : event.errorCodes.join(', ')],
    ['State', event.state],
    ['Operation', event.operation],
    ['Kind', event.kind],
    ['Resources', event.resourceCount === null ? null : String(event.resourceCount)],
    ['Failed', event.failedCount === null ? null : String(event.failedCount)],
    ['Domain', event.principal],
    ['Event id', event.id],
    ['Received again', event.repeats === 0 ? null : `${event.repeats} times`],
  ];
  const absent = all.filter(([name, value]) => value === null && name !== 'Received again').map(([name]) => name);
  return (
    <section>
      <h3 className={styles['heading']}>Fields</h3>
      <dl className={styles['fields']}>
        {all.map(([name, value]) =>
          value === null ? null : (
            <div key={name} className={styles['field']}>
              <dt>{name}</dt>
              <dd>
                <span className={styles['value']}>{visibleText(value)}</span>
                <CopyButton text={value} label={`Copy ${name}`} />
              </dd>
            </div>
          ),
        )}
      </dl>
      {absent.length > 0 && <p className={styles['absent']}>Not in this event: {absent.join(', ')}</p>}
    </section>
  );
}
