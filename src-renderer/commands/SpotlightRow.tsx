import { Building2, CardSim, ChevronRight, Filter, Fingerprint, List } from 'lucide-react';
import type { ReactNode } from 'react';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { Keycap } from '../components/Keycap.tsx';
import { OutcomeMark } from '../components/OutcomeMark.tsx';
import { useAppearance, useNow } from '../stores/use-stores.ts';
import { visibleText } from '../text/visible-text.ts';
import { lengthText, shortTimeText } from '../time/time-text.ts';
import { countryName } from '../../src-shared/words/country-words.ts';
import { summarize } from '../words/summarize.ts';
import type { FoundId, IdField } from './id-lookup.ts';
import { keycapsOf } from './key-strokes.ts';
import { splitAtMatch, type SpotlightEntry } from './spotlight-entries.ts';
import styles from './Spotlight.module.css';
import type { FoundSubscription } from './subscription-lookup.ts';

const idWords: Record<IdField, string> = { eid: 'eUICC', iccid: 'ICCID', request: 'request', event: 'event id' };

interface SpotlightRowProps {
  readonly entry: SpotlightEntry;
  readonly text: string;
  readonly selected: boolean;
  readonly copied: string;
}

export function SpotlightRow({ entry, text, selected, copied }: SpotlightRowProps) {
  switch (entry.kind) {
    case 'id':
      return (
        <>
          <Icon>
            {entry.id.newest.outcome === null ? (
              <Fingerprint size={14} />
            ) : (
              <OutcomeMark outcome={entry.id.newest.outcome} />
            )}
          </Icon>
          <span className={styles['id']}>
            <Matched label={entry.id.value} text={text} />
          </span>
          <span className={styles['facts']}>{copied === '' ? <IdDetails id={entry.id} /> : copied}</span>
          <Keys keys={selected ? 'Enter' : ''} />
        </>
      );
    case 'subscription':
      return (
        <>
          <Icon>
            <CardSim size={14} />
          </Icon>
          <span className={styles['id']}>
            <Matched label={entry.stored.value} text={text} />
          </span>
          <span className={styles['facts']}>
            {copied === '' ? <SubscriptionDetails stored={entry.stored} /> : copied}
          </span>
          <Keys keys={selected ? 'Enter' : ''} />
        </>
      );
    case 'rows':
      return (
        <>
          <Icon>
            <CardSim size={16} />
          </Icon>
          <span className={styles['title']}>
            Rows of the newest search that contain <Quoted text={entry.text} />
          </span>
          <Keys keys={selected ? 'Enter' : ''} />
        </>
      );
    case 'text':
      return (
        <>
          <Icon>
            <List size={16} />
          </Icon>
          <span className={styles['title']}>
            Timeline: text contains <Quoted text={entry.text} />
          </span>
          <Keys keys="Ctrl+Enter" />
        </>
      );
    case 'filter':
      return (
        <>
          <Icon>
            <Filter size={16} />
          </Icon>
          <span className={styles['title']}>
            Timeline: filter <Quoted text={entry.text} />
          </span>
          <Keys keys={selected ? 'Enter' : ''} />
        </>
      );
    case 'watch':
      return (
        <>
          <Icon>
            <Building2 size={16} />
          </Icon>
          <span className={styles['title']}>
            Show <bdi dir="ltr">{visibleText(entry.watch.name)}</bdi>
          </span>
          <span className={styles['facts']}>profile</span>
          <Keys keys={selected ? 'Enter' : ''} />
        </>
      );
    case 'command': {
      const { icon: Drawn = ChevronRight, title, keys, unavailable } = entry.command;
      return (
        <>
          <Icon>
            <Drawn size={16} />
          </Icon>
          <span className={styles['title']}>{title}</span>
          <span className={styles['facts']}>{unavailable ?? ''}</span>
          <Keys keys={keys[0] ?? ''} />
        </>
      );
    }
    default:
      return assertNever(entry);
  }
}

/** `eUICC · SE · Allocation failed 14:20:38` */
function IdDetails({ id: { field, newest } }: { id: FoundId }) {
  const zone = useAppearance((state) => state.zone);
  const now = useNow(60_000);
  const happened = `${summarize(newest)} ${shortTimeText(newest.receivedAt, now, zone)}`;
  const country =
    newest.countryCode === null ? [] : [countryName(newest.countryCode) ?? visibleText(newest.countryCode)];
  return <bdi dir="ltr">{[idWords[field], ...country, happened].join(' · ')}</bdi>;
}

/**
 * `subscription · stored 16 m ago`, `ICCID of is-00481626 · stored 21 h 52 m ago`. The age shows that the data may be
 * outdated.
 */
function SubscriptionDetails({ stored: { field, id, askedAt } }: { stored: FoundSubscription }) {
  const now = useNow(60_000);
  const age = storedAgeText(now - askedAt);
  if (field === 'iotSubscriptionId') return `subscription · ${age}`;
  return (
    <>
      {visibleText(fieldTitles.get(field.toLowerCase()) ?? field)} of{' '}
      {id === null ? 'a subscription' : <bdi dir="ltr">{visibleText(id)}</bdi>} · {age}
    </>
  );
}

const fieldTitles = new Map(['EID', 'ICCID', 'IMSI', 'MSISDN', 'IMEI'].map((title) => [title.toLowerCase(), title]));

function storedAgeText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'stored just now';
  return `stored ${minutes < 60 ? `${minutes} m` : lengthText(ms)} ago`;
}

function Icon({ children }: { children: ReactNode }) {
  return <span className={styles['icon']}>{children}</span>;
}

function Matched({ label, text }: { label: string; text: string }) {
  const [before, match, after] = splitAtMatch(label, text);
  return (
    <bdi dir="ltr">
      {visibleText(before)}
      <b>{visibleText(match)}</b>
      {visibleText(after)}
    </bdi>
  );
}

function Quoted({ text }: { text: string }) {
  return (
    <b>
      <bdi dir="ltr">{visibleText(text)}</bdi>
    </b>
  );
}

function Keys({ keys }: { keys: string }) {
  return (
    <span className={styles['keys']} aria-hidden="true">
      {keys !== '' && keycapsOf(keys).map((key, index) => <Keycap key={index} name={key} />)}
    </span>
  );
}
