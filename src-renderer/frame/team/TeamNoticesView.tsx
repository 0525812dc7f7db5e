/** Shows over every screen what happens to the seat of the team, so that nothing on the screen moves. */
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { CloseButton } from '../../components/controls/CloseButton.tsx';
import { Time } from '../../components/Time.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useNow, useStores, useTeam } from '../../stores/use-stores.ts';
import { SeatRequest } from './SeatRequest.tsx';
import { type TeamNotice, teamNotices } from './team-notices.ts';
import type { TeamPartProps } from './team-parts.tsx';
import styles from './TeamNotices.module.css';

/** The notices change with the team, and once by time alone. */
const LOOK_MS = 60_000;

export function TeamNoticesView({ status }: TeamPartProps) {
  const { team } = useStores();
  const dismissed = useTeam((state) => state.dismissed);
  const now = useNow(LOOK_MS);
  return teamNotices(status, dismissed, now).map((notice) => (
    <div key={notice.key} className={styles['notice']}>
      {notice.kind === 'request' ? (
        <SeatRequest request={notice} />
      ) : (
        <>
          <p className={styles['words']}>
            <NoticeWords notice={notice} />
          </p>
          {!(notice.kind === 'asked' && notice.asked.kind === 'waiting') && (
            <CloseButton close={() => team.dismiss(notice.key)} />
          )}
        </>
      )}
    </div>
  ));
}

function NoticeWords({ notice }: { notice: Exclude<TeamNotice, { kind: 'request' }> }) {
  switch (notice.kind) {
    case 'asked':
      return <Answer notice={notice} />;
    case 'taken-over':
      return (
        <>
          <Untrusted as="b" text={notice.name} /> took the seat at <Time at={notice.at} />
          {notice.reason === '' ? '.' : ': '}
          <Untrusted text={notice.reason} />
        </>
      );
    default:
      return assertNever(notice);
  }
}

function Answer({ notice: { holder, asked } }: { notice: Extract<TeamNotice, { kind: 'asked' }> }) {
  const { kind } = asked;
  const name = <Untrusted as="b" text={holder} />;
  switch (kind) {
    case 'waiting':
      return (
        <>
          You asked {name} for the seat. <SecondsLeft until={asked.until} />
        </>
      );
    case 'declined':
      return (
        <>
          {name} keeps the seat: <Untrusted text={asked.reason} />
        </>
      );
    case 'no-answer':
      return <>{name} did not answer. You can ask again, or take the seat over with a reason.</>;
    case 'given':
      return 'You hold the seat now.';
    default:
      return assertNever(kind);
  }
}

function SecondsLeft({ until }: { until: number }) {
  const seconds = Math.max(0, Math.ceil((until - useNow()) / 1_000));
  // Not announced each second.
  return <span aria-hidden="true">{seconds} s left to answer.</span>;
}
