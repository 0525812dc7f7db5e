/** Words and buttons for the document's three stages of advice. Pure. */
import type { AdviceStage } from '../../../../src-shared/api/cases.ts';
import { lengthText } from '../../../time/time-text.ts';

export interface StageWords {
  readonly title: string;
  readonly note: string;
  readonly action: 'retried' | 'remind' | 'pack' | null;
  /** True for the only filled button of the card. */
  readonly isNext: boolean;
  readonly mark: 'done' | 'now' | 'later';
}

interface AdviceContext {
  readonly now: number;
  /** Time of the reminder; null if none is set. */
  readonly remindAt: number | null;
  readonly failedAt: number;
  readonly ticket: string | null;
  readonly personName: (stage: AdviceStage) => string | null;
  readonly time: (at: number) => string;
  /** True if no document explains the code; the advice is then to ask the provider. */
  readonly isUnknown: boolean;
}

export function stageWords(stage: AdviceStage, context: AdviceContext): StageWords {
  const isOver = stage.state === 'done' || stage.state === 'failed';
  const isNext = stage.state === 'due' || stage.state === 'running';
  return {
    ...(isOver ? finishedStageWords(stage, context) : pendingStageWords(stage, context)),
    isNext,
    mark: isOver ? 'done' : isNext ? 'now' : 'later',
  };
}

type Words = Omit<StageWords, 'isNext' | 'mark'>;

function finishedStageWords(stage: AdviceStage, { personName, time, ticket }: AdviceContext): Words {
  const when = stage.at === null ? '' : ` ${time(stage.at)}`;
  const by = personName(stage);
  const authorText = by === null ? `reported by an event${when}` : `by ${by}${when}`;
  if (stage.stage === 'provider')
    return { title: 'Asked provider', note: ticket === null ? authorText : `ticket ${ticket}`, action: 'pack' };
  return {
    title: stage.stage === 'retry' ? 'Retried' : 'Retried again',
    note: stage.state === 'failed' ? `${authorText}, failed again` : authorText,
    action: null,
  };
}

function pendingStageWords(stage: AdviceStage, { now, remindAt, failedAt, isUnknown }: AdviceContext): Words {
  if (stage.stage === 'retry')
    return { title: 'Retry', note: 'not done yet', action: stage.state === 'due' || isUnknown ? 'retried' : null };
  if (stage.stage === 'provider')
    return { title: 'Ask provider', note: providerNote(stage, isUnknown), action: 'pack' };
  if (remindAt !== null && remindAt > now)
    return { title: 'Wait, then retry', note: `reminder in ${lengthText(remindAt - now)}`, action: 'retried' };
  if (remindAt !== null) return { title: 'Retry now', note: 'the reminder is due', action: 'retried' };
  if (stage.state === 'due') {
    const waited = Math.max(0, now - failedAt);
    const action = waited < REMIND_AFTER_MS ? 'remind' : 'retried';
    return { title: 'Wait, then retry', note: `waiting ${lengthText(waited)}`, action };
  }
  return { title: 'Then again', note: 'after 5 min', action: 'remind' };
}

function providerNote({ state }: AdviceStage, isUnknown: boolean): string {
  if (isUnknown) return 'about the code';
  return state === 'due' ? 'it failed again' : 'if it fails again';
}

/** The service document advises to wait "a few minutes". */
export const REMIND_AFTER_MS = 300_000;
