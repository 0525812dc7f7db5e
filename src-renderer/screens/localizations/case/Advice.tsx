/** Events mark each stage as done or failed. The reminder is stored, so it survives a restart. */
import { Check } from 'lucide-react';
import type { CaseDetail } from '../../../../src-shared/api/cases.ts';
import type { UndoableAction } from '../../../../src-shared/domain/cases/action.ts';
import { isSignedInAuthor } from '../../../../src-shared/domain/cases/author-id.ts';
import { ownerWords } from '../../../../src-shared/words/ownership-words.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Keycap } from '../../../components/Keycap.tsx';
import { useRecordAction } from '../../../components/case-actions/use-record-action.ts';
import { useIsHidden } from '../../../rules/use-page-rules.ts';
import { usePerson } from '../../../stores/use-author.ts';
import { useNow, useStores } from '../../../stores/use-stores.ts';
import { useTimeText } from '../../../stores/use-time-text.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { failureWords } from '../../../words/error-words.ts';
import { stepOfCode } from '../../../../src-shared/words/case-words.ts';
import styles from './Advice.module.css';
import { caseTitle } from './CaseHead.tsx';
import { REMIND_AFTER_MS, type StageWords, stageWords } from './advice-words.ts';

interface AdviceProps {
  readonly detail: CaseDetail;
  readonly pack: (() => void) | null;
}

export function Advice({ detail: { advice, summary }, pack }: AdviceProps) {
  const stores = useStores();
  const timeText = useTimeText();
  const now = useNow();
  const me = usePerson();
  const canAct = !useIsHidden('own-cases');
  const { act, error, isRecording } = useRecordAction();
  const { key, remindAt, ticket, lastAt, openedAt } = summary;
  const actionHandler = (action: UndoableAction) => {
    if (!isRecording) void act({ subjects: [key], name: caseTitle(summary), count: 1 }, action);
  };
  const actions = {
    retried: () => actionHandler({ kind: 'retried' }),
    remind: () => actionHandler({ kind: 'remind', at: stores.now() + REMIND_AFTER_MS }),
    pack: () => pack?.(),
  };
  const isOver = openedAt === null ? 'It needs no attention now.' : null;
  useCommands(
    canAct
      ? [
          {
            id: 'case.retried',
            title: 'Mark as retried',
            group: 'Case',
            keys: ['R'],
            unavailable: isOver,
            run: actions.retried,
          },
          {
            id: 'case.remind',
            title: 'Remind me in 5 min',
            group: 'Case',
            unavailable: isOver,
            run: actions.remind,
          },
        ]
      : [],
  );
  if (advice.length === 0) return null;
  const context = {
    now,
    remindAt,
    failedAt: lastAt,
    ticket: ticket === null ? null : visibleText(ticket),
    isUnknown: stepOfCode(summary.errorCode) === null,
    time: timeText,
    personName: ({ by }: CaseDetail['advice'][number]) =>
      by === null ? null : visibleText(isSignedInAuthor(by) ? ownerWords(by, me) : firstName(ownerWords(by, me))),
  };
  return (
    <>
      <ol className={styles['stages']} aria-label="Advice of the provider">
        {advice.map((stage, index) => {
          const words = stageWords(stage, context);
          const isOffered = openedAt !== null && (words.action === 'pack' ? pack !== null : canAct);
          return (
            <li key={stage.stage} className={styles['stage']} aria-current={words.isNext ? 'step' : undefined}>
              <span className={styles['number']} data-mark={words.mark} aria-hidden="true">
                {words.mark === 'done' ? <Check size={12} /> : index + 1}
              </span>
              <span className={styles['text']}>
                <span className="medium">{words.title}</span>
                <span className="meta breaks">{words.note}</span>
              </span>
              {words.action !== null && isOffered && (
                <StageButton action={words.action} isNext={words.isNext} run={actions[words.action]} />
              )}
            </li>
          );
        })}
      </ol>
      {error !== null && (
        <p className={styles['trouble']} role="alert">
          It could not be stored. {visibleText(failureWords(error))}
        </p>
      )}
    </>
  );
}

/** Returns the first name, which fits on the line; "Owner and notes" shows the full name. */
function firstName(name: string): string {
  return name.split(' ')[0] ?? name;
}

const BUTTONS = {
  retried: { name: 'Mark as retried', key: 'R' },
  remind: { name: 'Remind me in 5 min', key: null },
  pack: { name: 'Support pack', key: 'P' },
} as const;

function StageButton(props: { action: NonNullable<StageWords['action']>; isNext: boolean; run: () => void }) {
  const { name, key } = BUTTONS[props.action];
  return (
    <Button variant={props.isNext ? 'filled' : 'default'} onClick={props.run}>
      {name}
      {key !== null && props.isNext && <Keycap name={key} />}
    </Button>
  );
}
