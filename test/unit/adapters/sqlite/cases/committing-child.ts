/** Commits batches of ten cases, reports each commit, and is killed during the last one. Argument: the database. */
import { openCaseProjectionWriter } from '../../../../../src-main/adapters/sqlite/cases/case-writer.ts';
import { aCaseState, aProjectionCommit, aStay } from '../../../../doubles/case-states.ts';

const KILLED_IN = 41;

const writer = openCaseProjectionWriter(process.argv[2] ?? '', { minFreeBytes: 0 });
writer.position({ version: '1', events: 'one' });
for (let batch = 1; batch <= KILLED_IN; batch += 1) {
  const cases = Array.from({ length: 10 }, (_, index) => aCaseState(batch * 10 + index));
  // Reading the sixth of them kills the process.
  if (batch === KILLED_IN)
    cases[5] = new Proxy(aCaseState(batch * 10 + 5), {
      get: (state, name, receiver) =>
        name === 'run' ? process.kill(process.pid, 'SIGKILL') : Reflect.get(state, name, receiver),
    });
  const stays = [{ key: aCaseState(batch * 10).key, stay: aStay(batch * 10, { to: 1, ended: 'moved' as const }) }];
  const positions = { from: { cursor: batch - 1, actions: 0 }, to: { cursor: batch, actions: 0 } };
  writer.commit(aProjectionCommit(batch, { ...positions, cases, stays }));
  process.send?.(batch);
}
