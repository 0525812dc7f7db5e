/** Watch for a wall screen: legible from four metres, without controls or identifiers. */
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { FailureGroup } from '../../../src-shared/api/cases.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { failureGroupName } from '../../../src-shared/words/request-group-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { DeadlineClock, OverdueCount } from '../../components/DeadlineClock.tsx';
import { Glyph } from '../../components/Glyph.tsx';
import { PracticeMark } from '../../components/PracticeMark.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { Age, NextTry } from '../../components/LiveTimes.tsx';
import { signalHue, signalShape, signalWord } from '../../components/signal-shape.ts';
import type { Signal } from '../../signal.ts';
import { useBoard, useLastHeartbeatAt, useNow, useSignal, useStores, useWatch } from '../../stores/use-stores.ts';
import { useTimeText } from '../../stores/use-time-text.ts';
import { lengthText, ZONED_MINUTE } from '../../time/time-text.ts';
import { overdueCount } from '../../time/deadline-clock.ts';
import { explainSignal } from '../../words/signal-words.ts';
import { countriesWords } from '../../words/group-words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { trendOf } from './storm.ts';
import { type DayCoverage, useDayCoverage } from './use-day-coverage.ts';
import { useWatchSummary } from './use-watch-summary.ts';
import styles from './Wall.module.css';
import { WallDay } from './WallDay.tsx';
import { WallFigures } from './WallFigures.tsx';
import { type WallState, wallState, wallWords } from './wall-state.ts';
import { openOf } from './watch-summary.ts';

export function Wall() {
  const { day } = useStores();
  const board = useBoard((state) => state.board);
  const signal = useSignal();
  const summary = useWatchSummary();
  const coverage = useDayCoverage();
  const state = wallState(board, summary, signal);
  useEffect(() => {
    day.show({ recentSuccesses: false });
    return () => day.show(null);
  }, [day]);
  return (
    <div className={styles['wall']} data-state={state.kind}>
      <h1 className="visually-hidden">Watch</h1>
      <WallBar signal={signal} overdue={overdueCount(board?.groups ?? [])} />
      <section
        aria-label="Now"
        className={styles['hero']}
        data-outcome={state.kind === 'worst' ? state.worst.outcome : undefined}
      >
        <Hero state={state} coverage={coverage} signal={signal} />
      </section>
      <WallFigures board={board} coverage={coverage} state={state} />
      <WallDay coverage={coverage} />
    </div>
  );
}

function WallBar({ signal, overdue }: { signal: Signal; overdue: number }) {
  const isPractice = useWatch(({ shown }) => shown?.profile.practice === true);
  const lastHeartbeatAt = useLastHeartbeatAt();
  return (
    <header className={styles['bar']}>
      <strong className={styles['signal']} data-hue={signalHue(signal)} data-testid="signal">
        <Glyph shape={signalShape(signal)} />
        {signalWord(signal)}
      </strong>
      {isPractice && <PracticeMark />}
      <span className="quiet shrinks clips">
        {signal.kind === 'watching' && lastHeartbeatAt !== null && (
          <>
            heartbeat <Age since={lastHeartbeatAt} />
          </>
        )}
        {'nextAttemptAt' in signal && signal.nextAttemptAt !== null && <NextTry at={signal.nextAttemptAt} />}
      </span>
      <OverdueCount count={overdue} />
      <WallClock />
    </header>
  );
}

function WallClock() {
  const timeText = useTimeText(ZONED_MINUTE);
  return <time className="strong to-end">{timeText(useNow())}</time>;
}

function Hero(props: { state: WallState; coverage: DayCoverage | null; signal: Signal }): ReactNode {
  const { state, coverage, signal } = props;
  switch (state.kind) {
    case 'blind':
      return <BlindHero state={state} signal={signal} />;
    case 'worst':
      return <WorstHero {...state} />;
    case 'calm':
      return (
        <>
          {state.muted === 0 && <CircleCheck className={styles['calm']} aria-hidden="true" />}
          <div>
            <p className={styles['sentence']} data-large="true">
              {state.muted === 0 ? 'Nothing needs attention.' : 'Nothing needs attention, except muted groups.'}
            </p>
            {coverage !== null && (
              <p className={styles['words']}>
                Watched <b>{lengthText(coverage.day.watchedMs)}</b> of 24 h.
              </p>
            )}
          </div>
        </>
      );
    case 'not-known':
      return <p className={styles['sentence']}>{state.sentence}</p>;
    default:
      return assertNever(state);
  }
}

function BlindHero({ state, signal }: { state: Extract<WallState, { kind: 'blind' }>; signal: Signal }) {
  const { word, since, cause } = state;
  const now = useNow();
  const timeText = useTimeText();
  const reason = cause === 'signal' ? explainSignal(signal, null, false).reason : null;
  const unassignedNote =
    cause === 'storage'
      ? 'Events are not being stored'
      : cause === 'page'
        ? "This page has lost Watchfloor's backend"
        : 'Not watching';
  return (
    <div>
      <p className={styles['blind']} data-long={word.length > 6}>
        {word} {since !== null && lengthText(now - since)}
      </p>
      <p className={styles['words']}>
        <b>
          {unassignedNote}
          {since !== null && ` since ${timeText(since)}`}.
        </b>{' '}
        {reason !== null && `${visibleText(reason)}.`}
        <br />
        Failures since then are unknown.
      </p>
    </div>
  );
}

/** More lines would not fit below the sentence. */
const MAX_CAUSE_LINES = 4;

function WorstHero({ worst, groups, count }: Extract<WallState, { kind: 'worst' }>) {
  const { outcome, consequence } = worst;
  const timeText = useTimeText({ precision: 'minute' });
  const { lastMinute, trend } = trendOf(worst);
  const isAlone = groups.length === 1;
  const owners = groups.flatMap((group) => group.owners);
  const unassigned = owners.reduce((sum, one) => (one.owner === null ? sum + one.count : sum), 0);
  const next = groups.reduce((one, other) => (dueAt(other) < dueAt(one) ? other : one));
  const named = groups.length > MAX_CAUSE_LINES ? groups.slice(0, MAX_CAUSE_LINES - 1) : groups;
  const more = groups.slice(named.length);
  return (
    <>
      <p className={styles['number']} data-long={count > 9_999}>
        {numberText(count)}
      </p>
      <div>
        <p className={styles['sentence']}>
          <span className={styles['mark']}>
            <Glyph shape={outcome === 'partial' ? 'half-triangle' : outcome === 'failed' ? 'triangle' : 'question'} />
          </span>
          {wallWords(consequence, count)}
        </p>
        <div className={styles['words']}>
          <ul className={styles['causes']}>
            {named.map((group) => (
              <li key={group.key}>
                {!isAlone && <b>{numberText(group.open)}</b>}
                <span className={isAlone ? undefined : 'one-line'}>
                  <b>{failureGroupName(group)}</b>{' '}
                  {group.cause.kind === 'localization' && <Untrusted text={countriesWords(group, isAlone ? 4 : 1)} />}
                </span>
              </li>
            ))}
            {more.length > 0 && (
              <li>
                <b>{numberText(openOf(more))}</b> {numberText(more.length)} other causes
              </li>
            )}
          </ul>
          {worst.isStorm && (
            <p>
              <b>{numberText(lastMinute)}</b> in the last minute, {trend}
            </p>
          )}
          <p>
            Since <b>{timeText(Math.min(...groups.map(({ firstAt }) => firstAt)))}</b> ·{' '}
            <b>{numberText(unassigned)} unassigned</b>
            {next.deadline !== null && (
              <>
                {' '}
                · {!isAlone && 'most urgent: '}
                <DeadlineClock group={next} />
              </>
            )}
          </p>
        </div>
      </div>
    </>
  );
}

function dueAt({ deadline }: FailureGroup): number {
  return deadline?.at ?? Infinity;
}
