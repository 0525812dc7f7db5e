/** The list of the documents, and one of them. In a chunk of its own, because the texts are large. */
import { useEffect, useRef, useState } from 'react';
import { hrefOf } from '../../../address/use-address.ts';
import { DialogField, DialogTextInput } from '../../../components/dialog/DialogField.tsx';
import { SectionHead } from '../SectionSheet.tsx';
import { DocumentText } from './DocumentText.tsx';
import styles from './Documents.module.css';
import { documentGroups, documents, documentTokens, type UserDocument } from './documents.ts';

/** `doc`: name and heading, such as `filter#times`; the list if there is no such document. */
export function DocumentLibrary({ doc }: { doc: string }) {
  const [name = '', anchor = ''] = doc.split('#');
  const document = documents.get(name);
  return document === undefined ? <DocumentList /> : <OpenDocument name={name} anchor={anchor} document={document} />;
}

const MAX_FIND_LENGTH = 100;

function DocumentList() {
  const [find, setFind] = useState('');
  const query = find.trim().toLowerCase();
  const groups = Object.entries(documentGroups).map(([title, names]) => ({
    title,
    found: names.flatMap((name) => {
      const document = documents.get(name);
      return document?.text.toLowerCase().includes(query) === true ? [{ name, title: document.title }] : [];
    }),
  }));
  return (
    <>
      <SectionHead
        title="Documents"
        intro="The documents of this version. They are part of Watchfloor and need no network."
      />
      <DialogField name="Containing">
        <DialogTextInput label="Documents that contain" value={find} change={setFind} maxLength={MAX_FIND_LENGTH} />
      </DialogField>
      {groups.every(({ found }) => found.length === 0) && <output>No document contains this.</output>}
      {groups.map(
        ({ title, found }) =>
          found.length > 0 && (
            <nav key={title} className="stack gap-2" aria-label={title}>
              <h3 className="head-size">{title}</h3>
              <ul className="stack gap-1 unmarked">
                {found.map(({ name, title: of }) => (
                  <li key={name}>
                    <a href={hrefOf('settings', { part: 'documents', doc: name })}>{of}</a>
                  </li>
                ))}
              </ul>
            </nav>
          ),
      )}
    </>
  );
}

function OpenDocument({ name, anchor, document }: { name: string; anchor: string; document: UserDocument }) {
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    if (anchor !== '') article.current?.querySelector(`[data-anchor="${CSS.escape(anchor)}"]`)?.scrollIntoView();
  }, [anchor]);
  return (
    <>
      <nav aria-label="Documents">
        <a href={hrefOf('settings', { part: 'documents' })}>All documents</a>
      </nav>
      <article ref={article} className={styles['document']} aria-label={document.title}>
        <DocumentText name={name} tokens={documentTokens(document)} />
      </article>
    </>
  );
}
