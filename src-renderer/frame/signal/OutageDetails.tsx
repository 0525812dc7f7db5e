import { serviceResponseLines } from '../../../src-shared/words/interruption-words.ts';
import { Button } from '../../components/controls/Button.tsx';
import { visibleText } from '../../text/visible-text.ts';
import type { BarState } from './bar-state.ts';
import styles from '../BarPopover.module.css';
import { Age, NextTry, Since } from '../../components/LiveTimes.tsx';
import type { Remedy } from '../../screens/settings/sign-in/use-remedy.ts';

export function OutageDetails(props: { bar: Extract<BarState, { kind: 'loud' }>; remedy: Remedy | null }) {
  const { bar, remedy } = props;
  const refusal = remedy?.refusal ?? null;
  const responseLines = bar.response === null ? [] : serviceResponseLines(bar.response);
  return (
    <>
      <p className="quiet">
        <Since at={bar.since} /> · {bar.durationPrefix}
        <Age since={bar.since} />
        {bar.reason !== null && ` · ${bar.reason}`}
      </p>
      {bar.sentence !== null && <p>{visibleText(bar.sentence)}</p>}
      {refusal !== null && (
        <p role="alert">
          {refusal.intro} {visibleText(refusal.words)}
          {refusal.code !== null && <code> {visibleText(refusal.code)}</code>}
        </p>
      )}
      {bar.code !== null && <code>{visibleText(bar.code)}</code>}
      {remedy !== null && (
        <div className={styles['retry']}>
          <Button variant="filled" size="compact-xs" onClick={remedy.run}>
            {remedy.name}
          </Button>
          {bar.nextAttemptAt !== null && (
            <span className="quiet">
              <NextTry at={bar.nextAttemptAt} />
            </span>
          )}
        </div>
      )}
      {responseLines.length > 0 && (
        <section className={styles['answer']} aria-label="Answer of the service">
          <h3 className="meta">Answer of the service</h3>
          <ul className={styles['lines']}>
            {responseLines.map((line) => (
              <li key={line}>{visibleText(line)}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
