/** Derives the members that held the seat of a team during a shift from its sessions. Pure. */
import type { Session } from '../../../src-shared/domain/coverage/coverage.ts';
import type { Span } from '../../../src-shared/domain/coverage/coverage-figures.ts';

export interface Holding {
  readonly holder: string;
  readonly from: number;
  /** Null if its session is still open. */
  readonly to: number | null;
}

/** Returns the holdings in order of time. Sessions of one member in a row are one; what is outside a team has no holder. */
export function holdingsOf(sessions: readonly Session[], span: Span): readonly Holding[] {
  const holdings: Holding[] = [];
  for (const { holder, from, to, lastEventAt } of sessions.toSorted((one, other) => one.from - other.from)) {
    if (holder === undefined || from >= span.to || (to ?? lastEventAt) < span.from) continue;
    const last = holdings.at(-1);
    const end = to === null ? null : Math.min(to, span.to);
    if (last?.holder === holder) holdings[holdings.length - 1] = { ...last, to: laterEnd(last.to, end) };
    else holdings.push({ holder, from: Math.max(from, span.from), to: end });
  }
  return holdings;
}

const laterEnd = (one: number | null, other: number | null) =>
  one === null || other === null ? null : Math.max(one, other);
