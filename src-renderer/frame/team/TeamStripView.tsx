/** Shows a line under the bar while only the administrator of the team, or an update, can repair its log. */
import { Copy, TriangleAlert } from 'lucide-react';
import type { TeamStatus } from '../../../src-shared/api/team.ts';
import { hrefOf } from '../../address/use-address.ts';
import { Button, ButtonLink } from '../../components/controls/Button.tsx';
import { useCopy } from '../../components/controls/use-copy.ts';
import { useAppearance } from '../../stores/use-stores.ts';
import { type TeamFault, teamFaultWords } from '../../words/team-words.ts';
import { teamFault } from './team-notices.ts';
import type { TeamPartProps } from './team-parts.tsx';
import styles from './TeamNotices.module.css';

export function TeamStripView({ status }: TeamPartProps) {
  const zone = useAppearance((state) => state.zone);
  const fault = teamFault(status);
  if (fault === null) return null;
  const words = teamFaultWords(fault, status, zone);
  return (
    <div className={`${styles['strip']} screen-only`} role="alert">
      <span className="row gap-2 shrinks">
        <TriangleAlert className="fixed" size={14} aria-hidden="true" />
        <span className="shrinks breaks">{words}</span>
      </span>
      {fault === 'too-new' ? (
        <ButtonLink size="compact-xs" href={hrefOf('settings', { part: 'about' })}>
          Show the version
        </ButtonLink>
      ) : (
        <CopyForAdministrator fault={fault} words={words} status={status} />
      )}
    </div>
  );
}

function CopyForAdministrator({ fault, words, status }: { fault: TeamFault; words: string; status: TeamStatus }) {
  const { settings, problem } = status;
  const lines = [
    words,
    `Log ${settings.log} on ${settings.servers.join(', ')}`,
    `Member ${settings.member}${problem === null ? '' : ` · ${problem}`}`,
    ...(fault === 'replaced' ? ['To fill the log, run on one member that watches: watchfloor team publish'] : []),
  ];
  const { copied, copy } = useCopy(lines.join('\n'));
  return (
    <Button size="compact-xs" icon={Copy} onClick={copy}>
      {{ no: 'Copy for the administrator', done: 'Copied', failed: 'Not copied' }[copied]}
    </Button>
  );
}
