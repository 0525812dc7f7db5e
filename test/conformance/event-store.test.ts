/**
 * Checks what every event store must do: the contract of `src-main/core/ports/event-store.ts`. The store is SQLite in
 * this thread; `event-store-threads.test.ts` covers what the threads add.
 */
import { afterEach, beforeEach, describe, onTestFinished } from 'vitest';
import type { EventStore, StoreIdentity } from '../../src-main/core/ports/event-store.ts';
import type { ProfileId } from '../../src-shared/domain/identity.ts';
import { inThreadDatabases } from '../doubles/in-thread-databases.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';
import { reportsCoverage } from './event-store/coverage.ts';
import { keepsEvents } from './event-store/events.ts';
import { locatesGaps } from './event-store/gap-positions.ts';
import { storesActions } from './event-store/actions.ts';
import { storesProjections } from './event-store/projections.ts';
import { hasOneWriter } from './event-store/one-writer.ts';
import { countsRepeats } from './event-store/repeats.ts';
import { resumes } from './event-store/resume.ts';
import { measuresLengths } from './event-store/set-clock.ts';
import { keepsWhatWasSeen } from './event-store/seen.ts';
import { followsALogAgain } from './event-store/team-again.ts';
import { placesActionsOfATeam } from './event-store/team-actions.ts';
import { reportsCoverageOfATeam } from './event-store/team-coverage.ts';
import { goesBackInTheLog } from './event-store/team-rewind.ts';
import { placesEventsOfATeam } from './event-store/team-events.ts';
import type { TestedStore } from './event-store/tested-store.ts';

const identity: StoreIdentity = {
  id: 'conformance' as ProfileId,
  name: 'Conformance',
  practice: false,
  source: 'https://events.example.com',
};

describe('an event store', () => {
  let dataDir: string;
  let store: EventStore;
  const open = (source = identity.source) => inThreadDatabases(dataDir).stores.open({ ...identity, source }, () => {});
  const reopen = async (source?: string) => {
    await store.close();
    store = await open(source);
  };

  beforeEach(async () => {
    dataDir = temporaryDirectory();
    store = await open();
  });
  afterEach(() => store.close());

  const tested: TestedStore = {
    get store() {
      return store;
    },
    open,
    async openOther() {
      const other = await inThreadDatabases(temporaryDirectory()).stores.open(identity, () => {});
      onTestFinished(() => other.close());
      return other;
    },
    reopen,
    // Closing changes no row of the store; `test/faults` has the real kill -9.
    crash: reopen,
  };
  keepsEvents(tested);
  countsRepeats(tested);
  keepsWhatWasSeen(tested);
  reportsCoverage(tested);
  locatesGaps(tested);
  measuresLengths(tested);
  resumes(tested);
  storesProjections(tested);
  storesActions(tested);
  placesActionsOfATeam(tested);
  followsALogAgain(tested);
  placesEventsOfATeam(tested);
  reportsCoverageOfATeam(tested);
  goesBackInTheLog(tested);
  hasOneWriter(tested);
});
