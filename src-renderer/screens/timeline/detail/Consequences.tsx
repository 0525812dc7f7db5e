/** Explains what a failure means now: one sentence, then the explanations of the provider's document. */
import { eventClass } from '../../../../src-shared/domain/event/event-class.ts';
import type { EventSummary } from '../../../../src-shared/domain/event/event.ts';
import {
  type ConsequenceFact,
  consequenceFactNames,
  consequenceFacts,
} from '../../../../src-shared/words/consequence-facts.ts';
import { ErrorCode } from '../../../components/ErrorCode.tsx';
import { explainedCodes } from './event-fields.ts';
import styles from './Consequences.module.css';

/** Used if the document explains none of the codes. */
const UNEXPLAINED = 'Not documented by the provider.';
/** The three stages of the document's advice for a failed localization. */
const LOCALIZATION_ADVICE =
  "Retry the localization; if it fails again, retry after a few minutes; then ask the provider's support, with this event.";

export function Consequences({ event }: { event: EventSummary }) {
  if (event.outcome !== 'failed' && event.outcome !== 'partial') return null;
  const isLocalization = eventClass(event) === 'localization';
  const explained = explainedCodes(event);
  const { operation, errorCode: code, outcome } = event;
  return (
    <section className={styles['card']} data-outcome={event.outcome} aria-label="What it means">
      {explained.length === 0 && (
        <p className="grid gap-1 shrinks pretty">
          <strong className="strong">{UNEXPLAINED}</strong>
        </p>
      )}
      {explained.map(({ code: explainedCode, meaning }) => {
        const end = meaning.search(/[.:]( |$)/);
        return (
          <div key={explainedCode} className="grid gap-1 shrinks pretty">
            <p>
              <strong className="strong">{meaning.slice(0, end)}</strong>
              {meaning.slice(end)}
            </p>
            <ErrorCode code={explainedCode} />
          </div>
        );
      })}
      {isLocalization && (
        <>
          <ConsequenceFacts facts={consequenceFacts({ kind: 'localization', operation, type: null, code }, outcome)} />
          <p className="meta pretty">{LOCALIZATION_ADVICE}</p>
        </>
      )}
    </section>
  );
}

function ConsequenceFacts({ facts }: { facts: readonly ConsequenceFact[] }) {
  return (
    <dl className={styles['figures']}>
      {facts.map(({ name, value, reason }) => (
        <div key={name}>
          <dt className="meta pretty">{consequenceFactNames[name]}</dt>
          <dd className="strong">{value}</dd>
          {reason !== '' && <dd className="meta pretty">{reason}</dd>}
        </div>
      ))}
    </dl>
  );
}
