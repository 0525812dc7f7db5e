/** Failures of a group from its first to now, each bar as long as its share of that time. */
import type { FailureGroup } from '../../../../src-shared/api/cases.ts';
import { useWatchQuery } from '../../../stores/queries/use-watch-query.ts';
import { useBoard, useStores } from '../../../stores/use-stores.ts';
import { SparkBars } from './SparkBars.tsx';

const STEPS = 48;
/** Bars begin at round times, so that they grow and do not shift. */
const STEP_MINUTES = [1, 5, 15, 30, 60, 180, 360, 720, 1_440];
const MINUTE_MS = 60_000;

export function GroupCourse({ group: { key, firstAt } }: { group: FailureGroup }) {
  const { cases } = useStores().backend;
  const board = useBoard((state) => state.board);
  const span = courseSpan(firstAt, board?.at ?? firstAt);
  const { value } = useWatchQuery<readonly number[]>(
    JSON.stringify([key, span]),
    ({ watch }) => cases.course.query({ watch, cause: key, ...span }),
    { revision: board },
  );
  if (value === null) return null;
  return <SparkBars spark={{ from: span.from, stepMs: span.stepMs, counts: [...value] }} />;
}

/** @param firstAt, now UTC epoch ms */
export function courseSpan(firstAt: number, now: number): { from: number; stepMs: number; steps: number } {
  const length = Math.max(0, now - firstAt) + MINUTE_MS;
  const minutes = STEP_MINUTES.find((each) => each * MINUTE_MS * STEPS >= length);
  const stepMs = MINUTE_MS * (minutes ?? 1_440 * Math.ceil(length / (1_440 * MINUTE_MS * STEPS)));
  const from = Math.floor(firstAt / stepMs) * stepMs;
  return { from, stepMs, steps: Math.floor((now - from) / stepMs) + 1 };
}
