import { Building2, CardSim, ChevronRight, Clock, Filter, Fingerprint, History, List, User } from 'lucide-react';
import type { ReactNode } from 'react';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { agoText } from '../../../src-shared/words/events/reported-words.ts';
import { Keycap } from '../../components/Keycap.tsx';
import { OutcomeMark } from '../../components/OutcomeMark.tsx';
import { useAppearance, useNow } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { lengthText, shortTimeText } from '../../time/time-text.ts';
import { typedTimeText } from '../../time/wall-time.ts';
import type { FoundId, NameAnswer } from '../../../src-shared/api/ids/found-ids.ts';
import { foundIdWords } from '../../../src-shared/words/ids/found-id-words.ts';
import { nameAnswerWords } from '../../../src-shared/words/ids/name-words.ts';
import { keycapsOf } from '../../commands/key-strokes.ts';
import { type FoundSubscription, splitAtMatch, type SpotlightEntry } from './spotlight-entries.ts';
import styles from './Spotlight.module.css';

interface SpotlightRowProps {
  readonly entry: SpotlightEntry;
  readonly text: string;
  readonly selected: boolean;
  readonly copied: string;
}

interface RowParts {
  readonly icon: ReactNode;
  readonly words: ReactNode;
  readonly isId?: boolean;
  readonly facts?: ReactNode;
  /** Keys that choose the row; by default Enter while it is selected. */
  readonly keys?: string;
}

export function SpotlightRow(props: SpotlightRowProps) {
  const { icon, words, isId = false, facts, keys = props.selected ? 'Enter' : '' } = rowParts(props);
  return (
    <>
      <span className={styles['icon']}>{icon}</span>
      <span className={styles[isId ? 'id' : 'title']}>{words}</span>
      {facts !== undefined && <span className="one-line meta">{facts}</span>}
      <span className={styles['keys']} aria-hidden="true">
        {keys !== '' && keycapsOf(keys).map((key, index) => <Keycap key={index} name={key} />)}
      </span>
    </>
  );
}

function rowParts({ entry, text, copied }: SpotlightRowProps): RowParts {
  switch (entry.kind) {
    case 'id': {
      const { value, newest } = entry.id;
      return {
        icon: newest.outcome === null ? <Fingerprint size={14} /> : <OutcomeMark outcome={newest.outcome} />,
        words: <Matched label={value} text={text} />,
        isId: true,
        facts: copied === '' ? <IdDetails id={entry.id} /> : copied,
      };
    }
    case 'recent':
      return {
        icon: <History size={14} />,
        words: <bdi dir="ltr">{visibleText(entry.value)}</bdi>,
        isId: true,
        facts: copied,
      };
    case 'subscription':
      return {
        icon: <CardSim size={14} />,
        words: <Matched label={entry.stored.value} text={text} />,
        isId: true,
        facts: copied === '' ? <SubscriptionDetails stored={entry.stored} /> : copied,
      };
    case 'rows':
      return {
        icon: <CardSim size={16} />,
        words: <Quoted before="Rows of the newest search that contain" text={entry.text} />,
      };
    case 'name': {
      const { field, value } = entry.answer;
      return {
        icon: field === 'company' ? <Building2 size={16} /> : <User size={16} />,
        words: <Matched label={value} text={text} />,
        facts: <NameDetails answer={entry.answer} />,
      };
    }
    case 'text':
      return {
        icon: <List size={16} />,
        words: <Quoted before="Timeline: text contains" text={entry.text} />,
        keys: 'Ctrl+Enter',
      };
    case 'filter':
      return { icon: <Filter size={16} />, words: <Quoted before="Timeline: filter" text={entry.text} /> };
    case 'watch': {
      const name = <bdi dir="ltr">{visibleText(entry.watch.name)}</bdi>;
      return { icon: <Building2 size={16} />, words: <>Show {name}</>, facts: 'profile' };
    }
    case 'command': {
      const { icon: Icon = ChevronRight, title, keys, unavailable } = entry.command;
      return { icon: <Icon size={16} />, words: title, facts: unavailable ?? entry.synonym ?? '', keys: keys[0] ?? '' };
    }
    case 'time':
      return { icon: <Clock size={16} />, words: <ScreenAt screen={entry.screen} at={entry.at} /> };
    default:
      return assertNever(entry);
  }
}

function ScreenAt({ screen, at }: { screen: 'timeline' | 'coverage'; at: number }) {
  const zone = useAppearance((state) => state.zone);
  const now = useNow(60_000);
  const name = screen === 'timeline' ? 'Timeline' : 'Coverage';
  return (
    <>
      {name} at {typedTimeText(at, now, zone)}
    </>
  );
}

function IdDetails({ id }: { id: FoundId }) {
  const zone = useAppearance((state) => state.zone);
  const now = useNow(60_000);
  return <bdi dir="ltr">{foundIdWords(id, (at) => shortTimeText(at, now, zone))}</bdi>;
}

function NameDetails({ answer }: { answer: NameAnswer }) {
  const zone = useAppearance((state) => state.zone);
  const now = useNow(60_000);
  return nameAnswerWords(answer, (at) => shortTimeText(at, now, zone));
}

/** The age shows that the data may be outdated. */
function SubscriptionDetails({ stored: { field, id, askedAt } }: { stored: FoundSubscription }) {
  const now = useNow(60_000);
  const age = `stored ${agoText(now - askedAt, lengthText)}`;
  if (field === 'iotSubscriptionId') return `subscription · ${age}`;
  return (
    <>
      {visibleText(fieldTitles.get(field.toLowerCase()) ?? field)} of{' '}
      {id === null ? 'a subscription' : <bdi dir="ltr">{visibleText(id)}</bdi>} · {age}
    </>
  );
}

const fieldTitles = new Map(['EID', 'ICCID', 'IMSI', 'MSISDN', 'IMEI'].map((title) => [title.toLowerCase(), title]));

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

function Quoted({ before, text }: { before: string; text: string }) {
  return (
    <>
      {before}{' '}
      <b>
        <bdi dir="ltr">{visibleText(text)}</bdi>
      </b>
    </>
  );
}
