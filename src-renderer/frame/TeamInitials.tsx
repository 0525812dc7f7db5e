import { initials } from '../../src-shared/words/ownership-words.ts';
import { hrefOf } from '../address/use-address.ts';
import { Tooltip } from '../components/overlay/Tooltip.tsx';
import { useTeam } from '../stores/use-stores.ts';
import { visibleText } from '../text/visible-text.ts';
import { deskWords, desksOnShift } from '../words/team-words.ts';
import styles from './TeamInitials.module.css';

/** The tooltip and Settings have the others. */
const MAX_SHOWN = 5;

export function TeamInitials() {
  const status = useTeam(({ received }) => received?.status ?? null);
  if (status === null) return null;
  const desks = desksOnShift(status);
  if (desks.length === 0) return null;
  const words = desks.map((desk) => deskWords(visibleText(desk.name), desk)).join(' · ');
  const more = desks.length - MAX_SHOWN;
  return (
    <Tooltip label={words}>
      <a className={styles['desks']} href={hrefOf('settings', { part: 'team' })}>
        {desks.slice(0, MAX_SHOWN).map(({ member, name, shift }) => (
          <span key={member} className={styles['desk']} data-shift={shift}>
            {visibleText(initials(name))}
          </span>
        ))}
        {more > 0 && <span className="quiet">+{more}</span>}
        <span className="visually-hidden">The team</span>
      </a>
    </Tooltip>
  );
}
