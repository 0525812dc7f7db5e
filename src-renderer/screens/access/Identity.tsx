/** The domain of the token with its parents, roles, rights and solutions, and how it was obtained. */
import type { ReactNode } from 'react';
import type { AccessReport } from '../../../src-shared/api/access.ts';
import type { SignInStatus } from '../../../src-shared/api/profiles.ts';
import { Panel } from '../../components/Panel.tsx';
import { Time } from '../../components/Time.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useShownEntry, useWatch } from '../../stores/use-stores.ts';
import { domainLevels, undocumentedNames } from '../../words/access-words.ts';
import { profileName } from '../../words/profile-words.ts';
import styles from './Identity.module.css';

export function Identity({ report, openRaw }: { report: AccessReport; openRaw: () => void }) {
  const profile = useWatch(({ shown }) => shown?.profile);
  const signIn = useShownEntry()?.signIn;
  const { other, unknown } = undocumentedNames(report);
  return (
    <Panel title="Identity of this token">
      <Domain domainId={report.domainId} />
      <dl className={styles['facts']}>
        <dt>Profile</dt>
        <dd>{profile !== undefined && <Untrusted text={profileName(profile)} />}</dd>
        <dt>Signed in</dt>
        <dd>
          <SignedIn signIn={signIn} />
        </dd>
        <dt>Token</dt>
        <dd>{report.endsAt === null ? 'the issuer gave no end time' : <Until at={report.endsAt} />}</dd>
      </dl>
      <hr className={styles['line']} />
      <Names title="Roles" names={report.roles} />
      <Names title="Access rights" names={report.accessRights} />
      <Names title="Solutions" names={report.solutions} />
      <hr className={styles['line']} />
      <p className={styles['odd']}>
        {other.length > 0 && (
          <>
            Not as documented, so shown as empty: <List names={other} />.{' '}
          </>
        )}
        {unknown.length > 0 && (
          <>
            Also in the answer, not documented: <List names={unknown} />.{' '}
          </>
        )}
        <button type="button" className="link-button" onClick={openRaw}>
          {unknown.length + other.length > 0 ? 'Raw' : 'Answer as received'}
        </button>
      </p>
    </Panel>
  );
}

function Domain({ domainId }: { domainId: string | null }) {
  if (domainId === null) return <p className="quiet">The answer names no domain.</p>;
  const levels = domainLevels(domainId);
  return (
    <ol className={styles['domain']} aria-label="Domain">
      {levels.map((level, index) => {
        const style: Record<string, number> = { '--level': index };
        return (
          <li key={level} style={style} data-own={index === levels.length - 1}>
            <Untrusted text={level} />
          </li>
        );
      })}
    </ol>
  );
}

function SignedIn({ signIn }: { signIn: SignInStatus | undefined }): ReactNode {
  if (signIn?.kind !== 'ready') return 'unknown';
  if (signIn.kept === 'built-in') return 'by Practice itself';
  if (signIn.since === null) return 'as a client';
  return (
    <>
      as {signIn.as === null ? 'a person' : <Untrusted text={signIn.as} />}, <Time at={signIn.since} zoned />
    </>
  );
}

function Until({ at }: { at: number }) {
  return (
    <>
      valid until <Time at={at} zoned />
    </>
  );
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  return (
    <section className="grid gap-1" aria-label={title}>
      <h3 className="meta">{title}</h3>
      {names.length === 0 ? (
        <p className="quiet">None.</p>
      ) : (
        <ul className={styles['tags']}>
          {names.map((name, index) => (
            <li key={index} className={styles['tag']}>
              <Untrusted text={name} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function List({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <code>
        <Untrusted text={name} />
      </code>
    </span>
  ));
}
