/** Settings › About: which version this is, and the licence of every part that others wrote. Needs no network. */
import { useState } from 'react';
import type { Notices } from '../../../../src-shared/api/notices.ts';
import {
  ELECTRON_NOTICE,
  noticeGroups,
  type NoticeGroup,
  partWords,
} from '../../../../src-shared/words/notice-words.ts';
import { DialogField, TextField } from '../../../components/DialogField.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { useHost } from '../../../stores/use-answer.ts';
import { troubleWords } from '../../../words/error-words.ts';
import { PartSheet } from '../PartSheet.tsx';
import styles from './AboutPart.module.css';
import { useNotices } from './use-notices.ts';

export function AboutPart() {
  const host = useHost();
  const { notices, trouble } = useNotices();
  return (
    <PartSheet label="About" width="text">
      <header>
        <h2 className={styles['title']}>About</h2>
        {host !== null && <p className={styles['lead']}>Watchfloor {host.version}</p>}
      </header>
      {notices !== null && <Licences notices={notices} />}
      {notices === null && trouble === null && <EmptyState title="Reading the licences …" />}
      {trouble !== null && (
        <p className={styles['refusal']} role="alert">
          {troubleWords(trouble)}
        </p>
      )}
    </PartSheet>
  );
}

/** Package names are shorter. */
const LONGEST_NAME = 100;

/** All texts are in the page, so that the browser's own search finds words in them. */
function Licences({ notices }: { notices: Notices }) {
  const [find, setFind] = useState('');
  const wanted = find.trim().toLowerCase();
  const groups = noticeGroups({
    ...notices,
    parts: notices.parts.filter((part) => part.name.toLowerCase().includes(wanted)),
  });
  return (
    <>
      <section className={styles['intro']} aria-label="Licences">
        <h3 className={styles['section']}>Licences</h3>
        <p className={styles['lead']}>
          Watchfloor contains {notices.parts.length} parts that others wrote. {ELECTRON_NOTICE}
        </p>
        <DialogField name="Find a part">
          <TextField label="Find a part" value={find} change={setFind} longest={LONGEST_NAME} />
        </DialogField>
      </section>
      {groups.length === 0 && <output>No part has this in its name.</output>}
      {groups.map((group) => (
        <Licence key={group.text} {...group} />
      ))}
    </>
  );
}

function Licence({ parts, text }: NoticeGroup) {
  return (
    <article className={styles['licence']}>
      <h4>{parts.map(partWords).join(', ')}</h4>
      <pre className={styles['text']}>{text}</pre>
    </article>
  );
}
