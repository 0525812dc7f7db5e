/** Shows what concerns the seat of the team. Without a team nothing of its code is needed. */
import type { TeamStatus } from '../../../src-shared/api/team.ts';
import { laterPart } from '../../components/later-part.tsx';
import { useTeam } from '../../stores/use-stores.ts';
import styles from './TeamNotices.module.css';

export interface TeamPartProps {
  readonly status: TeamStatus;
}

const strip = laterPart<TeamPartProps>();
const notices = laterPart<TeamPartProps>();

export const provideTeamStrip = strip.provide;
export const provideTeamNotices = notices.provide;

export function TeamStrip() {
  const status = useTeam(({ received }) => received?.status ?? null);
  return status !== null && <strip.Part status={status} />;
}

export function TeamNotices() {
  const status = useTeam(({ received }) => received?.status ?? null);
  // A live region must exist before it has content, so that screen readers announce it.
  return (
    <section className={`${styles['place']} screen-only`} aria-label="News of the team" aria-live="polite">
      {status !== null && <notices.Part status={status} />}
    </section>
  );
}
