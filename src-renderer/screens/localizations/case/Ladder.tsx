/** Draws the six localization steps in a row, each with its evidence as a mark and in words, and the gaps. */
import type { Attempt } from '../../../../src-shared/domain/cases/case.ts';
import type { Gap } from '../../../../src-shared/domain/coverage/coverage.ts';
import { gapReasonWords } from '../../../../src-shared/words/gap-words.ts';
import { withinSentence } from '../../../../src-shared/words/within-sentence.ts';
import { Glyph } from '../../../components/Glyph.tsx';
import { Time } from '../../../components/Time.tsx';
import { useNow } from '../../../stores/use-stores.ts';
import { lengthText } from '../../../time/time-text.ts';
import styles from './Ladder.module.css';
import { blindGaps, ladderSteps } from './ladder-steps.ts';
import { StepGlyph } from './StepGlyph.tsx';

/** More gaps are summarized in a sentence. */
const MAX_GAPS_SHOWN = 3;

export function Ladder({ attempt }: { attempt: Attempt }) {
  const now = useNow(60_000);
  const gaps = blindGaps(attempt.gaps, now);
  return (
    <section className="panel fixed clips" aria-label="How far it got">
      <header className="panel-head gap-2">
        <h3 className="small strong">How far it got</h3>
        <span className="meta">attempt {attempt.number}</span>
        <span className="meta to-end text-right wide-only">steps 1 to 3 are announced only when they fail</span>
      </header>
      <ol className={styles['ladder']}>
        {ladderSteps(attempt, now).map((step) => (
          <li key={step.step} className={styles['step']} data-line={step.line} data-evidence={step.evidence}>
            {step.hasGap && <span className={styles['gap']} aria-hidden="true" />}
            <span className={styles['mark']}>
              <StepGlyph mark={step.mark} />
            </span>
            <span className={styles['name']}>{step.name}</span>
            <span className={styles['words']}>
              {step.words}
              {step.at !== null && (
                <>
                  {' '}
                  <Time at={step.at} />
                </>
              )}
            </span>
            {step.note !== '' && <span className={styles['note']}>{step.note}</span>}
          </li>
        ))}
      </ol>
      {gaps.slice(0, MAX_GAPS_SHOWN).map((gap) => (
        <GapWords key={gap.id} gap={gap} now={now} />
      ))}
      {gaps.length > MAX_GAPS_SHOWN && (
        <p className={styles['blind']}>
          <span className={styles['remark']}>{gaps.length - MAX_GAPS_SHOWN} more gaps overlap it.</span>
        </p>
      )}
    </section>
  );
}

function GapWords({ gap, now }: { gap: Gap; now: number }) {
  return (
    <p className={styles['blind']}>
      <span className={styles['remark']}>
        <Glyph shape="hatched" />{' '}
        <b className="strong">
          Gap <Time at={gap.from} zoned={gap.to === null} />
          {gap.to === null ? (
            ', still open'
          ) : (
            <>
              {' – '}
              <Time at={gap.to} zoned />
            </>
          )}
        </b>
        {' · '}
        {lengthText(gap.lengthMs ?? now - gap.from)} · {withinSentence(gapReasonWords[gap.reason])}. A failure reported
        then would not have reached us.
      </span>
    </p>
  );
}
