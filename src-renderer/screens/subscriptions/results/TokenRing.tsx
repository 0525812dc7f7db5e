import { useNow } from '../../../stores/use-stores.ts';
import { EXPIRES_SOON_MS, TOKEN_LIFETIME_MS } from './paging.ts';
import styles from './Pager.module.css';

const RADIUS = 7;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** @param share filled share of the ring, from 0 to 1; null draws a dashed ring, because there is no token */
export function Ring({ share }: { share: number | null }) {
  return (
    <svg className={styles['ring']} viewBox="0 0 18 18" aria-hidden="true">
      <circle
        className={styles['track']}
        cx="9"
        cy="9"
        r={RADIUS}
        strokeDasharray={share === null ? '1.5 2.9' : undefined}
      />
      {share !== null && (
        <circle
          className={styles['remaining-arc']}
          cx="9"
          cy="9"
          r={RADIUS}
          strokeDasharray={`${share * CIRCUMFERENCE} ${CIRCUMFERENCE}`}
          transform="rotate(-90 9 9)"
        />
      )}
    </svg>
  );
}

/** A separate component, because it renders every second. */
export function TokenClock({ validUntil }: { validUntil: number }) {
  const leftMs = Math.max(0, validUntil - useNow());
  return (
    <span className="inline-row gap-2" role="timer" aria-live="off">
      <Ring share={Math.min(1, Math.ceil(leftMs / 1_000) / (TOKEN_LIFETIME_MS / 1_000))} />
      <span className="quiet">
        <span className={styles['available']}>next page available </span>
        <span className={styles['clock']} data-short={leftMs <= EXPIRES_SOON_MS}>
          {minutesText(leftMs)}
        </span>
      </span>
    </span>
  );
}

/** Formats `1:34`, rounded up to seconds. */
export function minutesText(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
