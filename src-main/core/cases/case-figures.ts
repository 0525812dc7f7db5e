/** The figures of the open cases for monitoring, read again only if the case projection has changed. */
import { type ConsequenceKind, consequenceKinds } from '../../../src-shared/domain/cases/case-keys.ts';
import type { BoardSnapshot, CaseProjectionReader } from '../ports/case-projection.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import type { ProjectionLoop } from '../projections/projection-loop.ts';
import type { FollowedCases } from './projection/followed-cases.ts';
import { waitForProjection } from './projection/wait-for-projection.ts';

export interface CaseFigures {
  /** Open cases, muted ones included. */
  readonly open: ReadonlyMap<ConsequenceKind, number>;
  /** When the oldest open case without an owner was opened, UTC epoch ms; null if there is none. */
  readonly unassignedSince: number | null;
}

export interface CaseFiguresParts extends Pick<ProjectionLoop, 'waitUntilCaughtUp'> {
  readonly projection: Pick<CaseProjectionReader, 'board'>;
  readonly scanner: Pick<EventReader, 'extent'>;
  readonly followed: Pick<FollowedCases, 'changes' | 'processedThrough'>;
  readonly clock: Clock;
}

export function createCaseFigures(parts: CaseFiguresParts) {
  const { projection, scanner, followed, clock } = parts;
  let known: { readonly revision: number; readonly figures: CaseFigures } | null = null;

  /** Null if the projection does not catch up within 2 s, so that cases are missing. @throws AppError STORE_… */
  return async (signal?: AbortSignal): Promise<CaseFigures | null> => {
    const { newestSeq } = await scanner.extent();
    await waitForProjection(parts, clock, signal);
    const { revision } = followed.changes;
    const { processedThrough } = followed;
    if (processedThrough === null || processedThrough.cursor < newestSeq) return null;
    if (known?.revision !== revision) {
      const now = clock.now();
      known = { revision, figures: figuresOf(await projection.board(now, now)) };
    }
    return known.figures;
  };
}

function figuresOf({ groups, others }: BoardSnapshot): CaseFigures {
  const open = new Map<ConsequenceKind, number>(consequenceKinds.map((consequence) => [consequence, 0]));
  let unassignedSince: number | null = null;
  for (const { consequence, owner, count, openedAt } of [...groups, ...others].flatMap(({ parts }) => parts)) {
    open.set(consequence, (open.get(consequence) ?? 0) + count);
    if (owner === null) unassignedSince = Math.min(unassignedSince ?? openedAt, openedAt);
  }
  return { open, unassignedSince };
}
