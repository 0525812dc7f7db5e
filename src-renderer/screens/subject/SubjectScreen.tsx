/** Answers about one identifier: is it all right, since when, who must act, and how old that knowledge is. */
import { useEffect } from 'react';
import type { IdEvidence, Subject, SubjectId } from '../../../src-shared/api/ids/subject.ts';
import { contradictionWords, subjectAnswer, subjectIdNames } from '../../../src-shared/words/ids/subject-words.ts';
import { subjectAddress } from '../../address/screen-addresses.ts';
import { hrefOf, useAddress } from '../../address/use-address.ts';
import { caseHref } from '../../address/case-links.ts';
import { ButtonLink } from '../../components/controls/Button.tsx';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { EmptyState, FailedState } from '../../components/EmptyState.tsx';
import { LastReported } from '../../components/LastReported.tsx';
import { OutcomeMark } from '../../components/OutcomeMark.tsx';
import { ScreenLayout } from '../../components/layout/ScreenLayout.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { ShortId } from '../../components/ShortId.tsx';
import { Time } from '../../components/Time.tsx';
import { TitledPanel } from '../../components/TitledPanel.tsx';
import { onlyValue } from '../../../src-shared/domain/filter/filter-edit.ts';
import { noteRecentId } from '../../components/ids/recent-ids.ts';
import { useWatchQuery } from '../../stores/queries/use-watch-query.ts';
import { useAppearance, useNow, useStores, useWatch } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { shortTimeText } from '../../time/time-text.ts';
import { SubjectHistory } from './SubjectHistory.tsx';
import { SubjectSpan } from './SubjectSpan.tsx';
import styles from './Subject.module.css';

const MARKS = { hurts: 'failed', fine: 'succeeded', 'not-known': 'unknown' } as const;

export function SubjectScreen() {
  const { value: address } = useAddress(subjectAddress);
  const { id, since, until } = address;
  const { backend } = useStores();
  // Reads again after each commit of events: an answer must not be older than the page.
  const revision = useWatch(({ shown }) => shown?.extent.newestSeq ?? 0);
  const { value, error, retry } = useWatchQuery<Subject>(
    id === '' ? null : JSON.stringify([id, since, until]),
    ({ watch, signal }) => backend.ids.subject.query({ watch, value: id, from: since, to: until }, { signal }),
    { revision: Math.floor(revision / EVENTS_PER_READ) },
  );
  useEffect(() => {
    if (value !== null && value.ids.length > 0) noteRecentId(id);
  }, [id, value]);
  return (
    <ScreenLayout title="Id">
      {id === '' ? (
        <EmptyState title="No id is open." detail="Press Ctrl+K and type any part of an id." />
      ) : value === null && error !== null ? (
        <FailedState title="This id could not be read." error={error} retry={retry} />
      ) : value === null ? (
        <EmptyState title="Reading what is known of this id …" />
      ) : (
        <SubjectSheet subject={value} />
      )}
    </ScreenLayout>
  );
}

/** A busy stream stores thousands of events a minute; the history of one device seldom changes. */
const EVENTS_PER_READ = 20;

function SubjectSheet({ subject }: { subject: Subject }) {
  const time = useTimeText();
  const { mark, sentence } = subjectAnswer(subject, time);
  const [asked] = subject.ids;
  return (
    <ScrollRegion className={styles['sheet']} label="Id">
      <header className="row wraps gap-3">
        <h2 className="page-title">
          {asked === undefined ? 'Id' : subjectIdNames[asked.kind]} <bdi dir="ltr">{visibleText(subject.value)}</bdi>
        </h2>
        <CopyButton text={subject.value} label="Copy the id" />
        <ButtonLink href={timelineHref(subject)}>Events in the timeline</ButtonLink>
        {subject.case !== null && <ButtonLink href={caseHref(subject.case.key)}>Open its case</ButtonLink>}
      </header>
      <p className={styles['answer']} data-mark={mark}>
        <OutcomeMark outcome={MARKS[mark]} /> <bdi dir="ltr">{sentence}</bdi>
      </p>
      {subject.contradictions.map((each) => (
        <p key={`${each.of} ${each.kind}`} className="pretty">
          <bdi dir="ltr">{contradictionWords(each, time)}</bdi>
        </p>
      ))}
      <SubjectSpan />
      <Knowledge subject={subject} />
      <SubjectIds ids={subject.ids} />
      <SubjectHistory subject={subject} />
    </ScrollRegion>
  );
}

function timelineHref({ ids: [asked], value, from, to }: Subject): string {
  const terms = [
    ...onlyValue(asked?.kind === 'event' ? 'event' : 'id', value).terms,
    ...(from === null ? [] : [{ kind: 'since', time: { kind: 'at', at: from } } as const]),
    ...(to === null ? [] : [{ kind: 'until', time: { kind: 'at', at: to } } as const]),
  ];
  return hrefOf('timeline', { filter: { terms } });
}

function useTimeText(): (at: number) => string {
  const zone = useAppearance((state) => state.zone);
  const now = useNow(60_000);
  return (at) => shortTimeText(at, now, zone, { zoned: true });
}

function Knowledge({ subject: { lastEventAt, rows } }: { subject: Subject }) {
  const searchedAt = rows[0]?.askedAt ?? null;
  return (
    <p className="meta">
      <LastReported what="Last event" newestAt={lastEventAt} />. Last search that held it:{' '}
      {searchedAt === null ? 'none' : <Time at={searchedAt} zoned />}.
    </p>
  );
}

function SubjectIds({ ids }: { ids: readonly SubjectId[] }) {
  if (ids.length < 2) return null;
  return (
    <TitledPanel title="Identifiers" note="as events and searches name them together">
      <ul className={styles['ids']}>
        {ids.map(({ kind, value, joined }) => (
          <li key={`${kind} ${value}`}>
            <span className="quiet">{subjectIdNames[kind]}</span>
            <ShortId name={subjectIdNames[kind]} value={value} isFull />
            <span className="meta">{joined === null ? 'this one' : <Evidence evidence={joined} />}</span>
          </li>
        ))}
      </ul>
    </TitledPanel>
  );
}

function Evidence({ evidence: { seq, row, at, with: other } }: { evidence: IdEvidence & { readonly with: string } }) {
  return (
    <>
      with …<bdi dir="ltr">{visibleText(other.slice(-6))}</bdi> in{' '}
      {row === null ? (
        <a href={hrefOf('timeline', { event: seq, around: seq })}>event {seq}</a>
      ) : (
        <a href={hrefOf('subscriptions', { search: row.search, row: row.ordinal })}>a search</a>
      )}
      , <Time at={at} />
    </>
  );
}
