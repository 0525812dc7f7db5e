import type { TeamMemberStatus } from '../../../../src-shared/api/team.ts';
import { Glyph } from '../../../components/Glyph.tsx';
import { Time } from '../../../components/Time.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { doubledWords, memberSeatWords, memberStateWords } from '../../../words/team-words.ts';
import styles from './Team.module.css';

export function MemberList({ members }: { members: readonly TeamMemberStatus[] }) {
  return (
    <section aria-label="Members">
      <h3 className="section-title">Members</h3>
      <ul className={styles['members']}>
        {members.map((member) => (
          <Member key={member.member} member={member} />
        ))}
      </ul>
      {members.length === 1 && <p className="quiet">No other member is here now.</p>}
    </section>
  );
}

function Member({ member }: { member: TeamMemberStatus }) {
  const { name, isSelf, isHolder, goneSince } = member;
  return (
    <li className={styles['member']}>
      <Glyph shape={isHolder ? 'dot' : goneSince === null ? 'ring' : 'broken-ring'} />
      <span className={styles['who']}>
        <Untrusted text={name} as="b" /> {isSelf && <span className="quiet">(here)</span>}
        <span className="meta">{memberSeatWords(member)}</span>
        {member.isDoubled && <span className="failed pretty">{doubledWords}</span>}
      </span>
      <span className={styles['state']}>
        {isHolder && <b>Holds the seat</b>}
        <span className="quiet">
          {goneSince === null ? (
            memberStateWords(member)
          ) : (
            <>
              Gone since <Time at={goneSince} />
            </>
          )}
        </span>
      </span>
    </li>
  );
}
