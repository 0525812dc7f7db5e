/** Does what a command asks: finds the named subjects and records one action on all of them, or nothing. */
import { AppError } from '../../../src-shared/api/errors.ts';
import type { RecordedSubjects, SubjectAction, SubjectActionAnswer } from '../../../src-shared/api/subject-actions.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Cases } from './create-cases.ts';
import { findSubject } from './find-subject.ts';
import { waitForProjection } from './projection/wait-for-projection.ts';

type ActingCases = Pick<Cases, 'projection' | 'progress' | 'act' | 'waitUntilCaughtUp'>;

/** @throws AppError BAD_SUBJECT, STORE_…; the signal's reason */
export async function actOnSubjects(
  cases: ActingCases,
  clock: Clock,
  { id, subjects: named, author, what, text }: SubjectAction,
  signal: AbortSignal,
): Promise<RecordedSubjects> {
  // The user may name what arrived a moment ago.
  await waitForProjection(cases, clock, signal);
  const at = clock.now();
  const subjects = new Map<string, Awaited<ReturnType<typeof findSubject>>>();
  for (const name of named) {
    const subject = await findSubject(cases, name, what, at);
    subjects.set(subject.key, subject);
  }
  const found = [...subjects.values()];
  let recorded = 0;
  const newId = () => `${id}${(recorded += 1) === 1 ? '' : `-${recorded}`}`;
  const { actions } = await cases.act({ author, subjects: found.map(({ key }) => key), what, text }, newId);
  // Otherwise the projection would pause before it applies the action, and the page would show it later.
  await waitForProjection(cases, clock, signal).catch(() => undefined);
  return { at, subjects: found, actions };
}

export async function answerSubjectAction(
  cases: ActingCases,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  action: SubjectAction,
  signal: AbortSignal,
): Promise<SubjectActionAnswer> {
  try {
    return { kind: 'recorded', recorded: await actOnSubjects(cases, clock, action, signal) };
  } catch (error) {
    if (error instanceof AppError) return { kind: 'refused', error: error.data };
    log.error('an action of a command failed', { error });
    return { kind: 'failed' };
  }
}
