/** Checks what every event store must do: the contract of `src-main/core/ports/event-store.ts`. */
import { afterEach, beforeEach, describe } from 'vitest';
import type { EventStore } from '../../src-main/core/ports/event-store.ts';
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
import type { TestedStore } from './event-store/tested-store.ts';

export interface EventStoreSetup {
  open(source?: string): Promise<EventStore>;
  /** Ends the store like a crash, without ending its session or gap. Acknowledged data stays. */
  crash(store: EventStore): Promise<void>;
  dispose(): Promise<void>;
}

export function eventStoreConformance(name: string, makeSetup: () => Promise<EventStoreSetup>): void {
  describe(`An event store: ${name}`, () => {
    let setup: EventStoreSetup;
    let store: EventStore;

    beforeEach(async () => {
      setup = await makeSetup();
      store = await setup.open();
    });

    afterEach(async () => {
      await store.close();
      await setup.dispose();
    });

    const tested: TestedStore = {
      get store() {
        return store;
      },
      open: () => setup.open(),
      reopen: async (source) => {
        await store.close();
        store = await setup.open(source);
      },
      crash: async () => {
        await setup.crash(store);
        store = await setup.open();
      },
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
    hasOneWriter(tested);
  });
}
