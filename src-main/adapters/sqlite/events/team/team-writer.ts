/** Writes what the log of a team brings: its events under its seqs, its actions at their places, and its position. */
import type { ActionEntry } from '../../../../../src-shared/domain/cases/action.ts';
import type { Followed, LogApplied, LogBatch, LogProgress, Membership } from '../../../../core/ports/team-store.ts';
import { CHANGES, LINEAGE } from '../rows/meta-rows.ts';
import type { WriterState } from '../rows/writer-state.ts';
import type { WriteStatements } from '../rows/write-statements.ts';
import type { ActionPlacer } from './action-placing.ts';
import { orderedThrough, type StoredLog, TEAM_LOG } from './log-state.ts';

type InTransaction = <Result>(work: (state: WriterState) => Result) => Result;

export function createTeamWriter(write: WriteStatements, placer: ActionPlacer, inTransaction: InTransaction) {
  function storeLog(state: WriterState, log: StoredLog): void {
    state.log = log;
    write.setMeta.run(TEAM_LOG, JSON.stringify(log));
  }

  function startFollowing({ log, lineage, member }: Membership, state: WriterState): Followed {
    const own = write.meta.get(LINEAGE) ?? '';
    if (own !== lineage) {
      if (state.extent.newestSeq > 0 || (write.newestAction.get()?.number ?? 0) > 0)
        return { kind: 'other-lineage', lineage: own };
      write.setMeta.run(LINEAGE, lineage);
    }
    const { newestSeq } = state.extent;
    // A lineage never gives a seq twice, so what is stored under it is what the log has.
    const progress: LogProgress = { position: 0, confirmedSeq: newestSeq, team: '' };
    storeLog(state, { ...log, member, ...progress, isAlone: false, appliedSeq: newestSeq });
    return { kind: 'follows', progress };
  }

  return {
    follow(membership: Membership): Followed {
      return inTransaction((state) => {
        const { log } = state;
        if (log === null) return startFollowing(membership, state);
        const { id, created, position, confirmedSeq, team } = log;
        if (id !== membership.log.id || created !== membership.log.created)
          return { kind: 'other-log', log: { id, created } };
        return { kind: 'follows', progress: { position, confirmedSeq, team } };
      });
    },
    applyLog({ progress, actions }: LogBatch): LogApplied {
      return inTransaction((state) => {
        const { log } = state;
        if (log === null) throw new Error('This store follows no log.');
        if (progress.position <= log.position) return { extent: state.extent, stored: 0 };
        const before = orderedThrough(log, state.extent.newestSeq);
        const isEarlier = placer.place(actions, before);
        if (isEarlier) write.incrementMeta.run(CHANGES);
        const appliedSeq = isEarlier ? 0 : before;
        storeLog(state, { ...log, ...progress, isAlone: false, appliedSeq });
        return { extent: state.extent, stored: 0 };
      });
    },
    unplacedActions(): ActionEntry[] {
      return placer.unplaced();
    },
    goOnAlone(): void {
      inTransaction((state) => {
        const { log, extent } = state;
        if (log === null || log.isAlone) return;
        placer.addUnplaced(extent.newestSeq);
        storeLog(state, { ...log, isAlone: true });
      });
    },
  };
}
