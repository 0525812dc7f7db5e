import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { caseDatabasePath } from '../../../src-main/adapters/sqlite/cases/case-database.ts';
import { openCaseProjectionReader } from '../../../src-main/adapters/sqlite/cases/case-reader.ts';
import { storePaths } from '../../../src-main/adapters/sqlite/store-paths.ts';
import type { ThreadRole } from '../../../src-main/adapters/sqlite/threads/store-clients.ts';
import { storeThreads } from '../../../src-main/adapters/sqlite/threads/store-threads.ts';
import { openDatabases } from '../../../src-main/hosts/databases.ts';
import { workerUrl } from '../../../src-main/hosts/worker-address.ts';
import type { Board } from '../../../src-shared/api/cases.ts';
import { caseKey } from '../../../src-shared/domain/cases/case.ts';
import { readBoard, performAction, casesOverStore, STORE_IDENTITY } from '../../doubles/cases-over-store.ts';
import { SilentLog } from '../../doubles/silent-log.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';

const first = caseKey({ kind: 'eid', eid: '8904-1' });

/** Creates the events and the case projection of one folder. `workers[0].terminate()` kills the thread. */
async function elsewhere() {
  const directory = temporaryDirectory();
  const workers: Worker[] = [];
  const start = (role: ThreadRole): Worker => {
    const worker = new Worker(workerUrl('database'));
    if (role === 'derive') workers.push(worker);
    return worker;
  };
  const { caseProjections } = openDatabases({
    directoryOf: (store) => storePaths(directory, store).directory,
    clientsOf: storeThreads(start, new SilentLog()),
  });
  const projection = caseProjections.open(STORE_IDENTITY);
  onTestFinished(() => projection.close());
  const followed = await casesOverStore({ projection }, directory);
  return { ...followed, directory, projection, workers };
}

const comparable = ({ behind, upTo, failures, byOwner, byConsequence, groups }: Board) => ({
  behind,
  upTo,
  failures,
  byOwner,
  byConsequence,
  groups: groups.map(({ cause, open }) => ({ cause, open })),
});

test('[STORE-15] a thread with the case projection gives the same board as a projection in this thread', async () => {
  const boards = [];
  for (const followed of [await elsewhere(), await casesOverStore()]) {
    const { cases } = followed.run();
    await followed.receiveLocalizations({}, { eid: '8904-2' }, { eid: '8904-3', operation: 'ENABLED' });
    await followed.receiveRequest('r-1', 4, 2);
    await cases.waitUntilCaughtUp();
    await performAction(cases, { kind: 'take' }, [first]);
    await followed.receiveLocalizations({ eid: '8904-2', operation: 'LOCALIZED', state: 'COMPLETED' });
    await cases.waitUntilCaughtUp();
    boards.push(comparable(await readBoard(cases)));
    const [detail] = [await cases.detail(first)];
    expect([detail.summary.owner?.name, detail.actions.length]).toEqual(['M. Olivia', 1]);
  }
  expect(boards[0]).toEqual(boards[1]);
});

test('[STORE-15] a thread that dies is restarted at the stored position, and waiting callers get their answer', async () => {
  const followed = await elsewhere();
  const { cases } = followed.run();
  await followed.receiveLocalizations({});
  await cases.waitUntilCaughtUp();
  await followed.workers[0]?.terminate();
  await followed.receiveLocalizations({ eid: '8904-2' });
  await cases.waitUntilCaughtUp();
  const { behind, failures } = await readBoard(cases);
  expect([behind, failures, followed.workers.length]).toEqual([0, 2, 2]);
});

test('[STORE-15] a projection that has ended applies no more events, and the database is as it was committed', async () => {
  const followed = await elsewhere();
  const { cases, end } = followed.run();
  await followed.receiveLocalizations({});
  await cases.waitUntilCaughtUp();
  await end();
  await followed.receiveLocalizations({ eid: '8904-2' });
  await followed.projection.close();
  const reader = openCaseProjectionReader(caseDatabasePath(storePaths(followed.directory, STORE_IDENTITY).directory));
  onTestFinished(() => reader.close());
  expect(reader.position()).toEqual({ cursor: 1, actions: 0 });
});
