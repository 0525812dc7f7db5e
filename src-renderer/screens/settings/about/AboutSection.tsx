import { useState } from 'react';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import type { LicenceNotices } from '../../../../src-shared/api/licence-notices.ts';
import {
  ELECTRON_LICENCE_NOTICE,
  licenceGroups,
  type LicenceGroup,
  licensedPartText,
} from '../../../../src-shared/words/licence-words.ts';
import { DialogField, DialogTextInput } from '../../../components/dialog/DialogField.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { useHost } from '../../../stores/queries/use-query.ts';
import { SectionHead, SectionSheet } from '../SectionSheet.tsx';
import styles from './AboutSection.module.css';
import { ProgramPanel } from './ProgramPanel.tsx';
import { useLicenceNotices } from './use-licence-notices.ts';

export function AboutSection() {
  const host = useHost();
  const { notices, trouble } = useLicenceNotices();
  return (
    <SectionSheet label="About">
      <SectionHead title="About" />
      {host !== null && <ProgramPanel host={host} />}
      {notices !== null && <Licences notices={notices} />}
      {notices === null && trouble === null && <EmptyState title="Reading the licences …" />}
      <ErrorNote error={trouble} />
    </SectionSheet>
  );
}

const MAX_NAME_LENGTH = 100;

/** All texts are in the page, so that the browser's own search finds words in them, also in folded ones. */
function Licences({ notices }: { notices: LicenceNotices }) {
  const [find, setFind] = useState('');
  const query = find.trim().toLowerCase();
  const groups = licenceGroups({
    ...notices,
    parts: notices.parts.filter((part) => part.name.toLowerCase().includes(query)),
  });
  return (
    <>
      <section className="stack gap-2" aria-label="Licences">
        <h3 className="head-size">Licences</h3>
        <p className="quiet pretty">
          Watchfloor contains {notices.parts.length} third-party parts. {ELECTRON_LICENCE_NOTICE}
        </p>
        <DialogField name="Find a part">
          <DialogTextInput label="Find a part" value={find} change={setFind} maxLength={MAX_NAME_LENGTH} />
        </DialogField>
      </section>
      {groups.length === 0 && <output>No part has this in its name.</output>}
      {groups.map((group) => (
        <Licence key={group.text} {...group} />
      ))}
    </>
  );
}

function Licence({ parts, text }: LicenceGroup) {
  return (
    <article className={styles['licence']}>
      <details>
        <summary>{parts.map(licensedPartText).join(', ')}</summary>
        <pre className={styles['text']}>{text}</pre>
      </details>
    </article>
  );
}
