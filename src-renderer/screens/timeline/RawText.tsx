/**
 * The received text: laid out to be read, or exactly as it came. Laying out never rewrites a value. Only its beginning
 * is drawn where it is very long; copying takes all that is here.
 */
import { useMemo, useState } from 'react';
import { Choice } from '../../components/Choice.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { indentJson } from '../../text/indent-json.ts';
import { visibleText } from '../../text/visible-text.ts';
import styles from './RawText.module.css';

/** Some 2 000 lines: drawing more holds the page up for longer than anybody reads. */
const SHOWN_CHARS = 100_000;

/** @param isLost it was damaged on the disk: what is not there was not empty. */
export function RawText({ raw, rawLength, isLost }: { raw: string; rawLength: number; isLost: boolean }) {
  const [manner, setManner] = useState<'laid-out' | 'verbatim'>('laid-out');
  const laidOut = useMemo(() => indentJson(raw), [raw]);
  const inner = useMemo(() => innerMessage(raw), [raw]);
  const asReceived = manner === 'verbatim' || laidOut === null;
  const text = asReceived ? raw : laidOut;
  const shown = text.slice(0, SHOWN_CHARS);
  return (
    <section className={styles['raw']}>
      <div className={styles['bar']}>
        <h3 className={styles['heading']}>Received text</h3>
        {laidOut !== null && (
          <Choice
            label="How the received text is shown"
            options={[
              { value: 'laid-out', name: 'Laid out' },
              { value: 'verbatim', name: 'As received' },
            ]}
            value={manner}
            choose={setManner}
          />
        )}
        <CopyButton text={raw} label="Copy the received text" word="Copy" />
      </div>
      {rawLength > raw.length && (
        <p className={styles['remark']}>
          {figure(rawLength)} characters were received; the first {figure(raw.length)} are here. The command “watchfloor
          events” prints all of it.
        </p>
      )}
      {text.length > shown.length && (
        <p className={styles['remark']}>
          Showing the first {figure(shown.length)} of {figure(text.length)} characters.
        </p>
      )}
      {raw === '' ? (
        <p className={styles['remark']}>
          {isLost
            ? 'The received text was damaged on the disk and cannot be shown. A copy of the store may have it.'
            : 'The event carried no text.'}
        </p>
      ) : (
        <pre className={styles['text']} data-testid="raw">
          {asReceived ? shown : visibleText(shown, '\n')}
        </pre>
      )}
      {!asReceived && inner !== null && (
        <>
          <h3 className={styles['heading']}>detailedMessage, which is JSON within the text</h3>
          <pre className={styles['text']}>{visibleText(inner.slice(0, SHOWN_CHARS), '\n')}</pre>
        </>
      )}
    </section>
  );
}

function figure(count: number): string {
  return count.toLocaleString('en-GB');
}

/** `service-spec.md` "Notification event envelope": detailedMessage may be JSON serialised as a string. Unwrapped once. */
function innerMessage(raw: string): string | null {
  try {
    const envelope: unknown = JSON.parse(raw);
    if (typeof envelope !== 'object' || envelope === null || !('detailedMessage' in envelope)) return null;
    const message = envelope.detailedMessage;
    return typeof message === 'string' && /^\s*[{[]/.test(message) ? indentJson(message) : null;
  } catch {
    return null;
  }
}
