import { type KeyboardEvent, useEffect, useId } from 'react';
import type { RequestSummary } from '../../../../src-shared/api/searches.ts';
import type { Outcome } from '../../../../src-shared/domain/event/event.ts';
import { OutcomeMark } from '../../../components/OutcomeMark.tsx';
import { Time } from '../../../components/Time.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { type RequestEnd, requestEnd, requestName, requestStatus, requestTime } from '../../../words/request-words.ts';
import styles from './Inspector.module.css';

interface HttpRequestListProps {
  readonly requests: readonly RequestSummary[];
  readonly shown: number | null;
  readonly choose: (number: number) => void;
}

export function HttpRequestList({ requests, shown, choose }: HttpRequestListProps) {
  const id = useId();
  useEffect(() => {
    document.getElementById(`${id}${shown}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, shown]);
  const at = requests.findIndex(({ number }) => number === shown);
  function onKeyDown(event: KeyboardEvent): void {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: requests.length - 1 }[event.key];
    const next = to === undefined ? undefined : requests[Math.min(Math.max(to, 0), requests.length - 1)];
    if (next === undefined) return;
    choose(next.number);
    document.getElementById(`${id}${next.number}`)?.focus();
    event.preventDefault();
  }
  return (
    // Handles the keys of its buttons, of which only one is a tab stop.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul className="scrolls unmarked ruled-right" aria-label="HTTP log, newest first" onKeyDown={onKeyDown}>
      {requests.map((request, index) => (
        <li key={request.number}>
          <button
            type="button"
            id={`${id}${request.number}`}
            className={styles['request']}
            aria-current={request.number === shown}
            tabIndex={index === Math.max(at, 0) ? 0 : -1}
            onClick={() => choose(request.number)}
          >
            <OutcomeMark outcome={OUTCOMES[requestEnd(request)]} />
            <span className="quiet">
              <Time at={request.at} />
            </span>
            <span className="ellipsis">{requestName(request)}</span>
            <span className={styles['status']}>
              <Untrusted text={requestStatus(request)} truncate="end" />
            </span>
            <span className={styles['took']}>{requestTime(request)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const OUTCOMES: Record<RequestEnd, Outcome> = {
  answered: 'succeeded',
  refused: 'failed',
  'no-answer': 'failed',
  'under-way': 'in-progress',
  // The service may or may not have processed it.
  cancelled: 'unknown',
};
