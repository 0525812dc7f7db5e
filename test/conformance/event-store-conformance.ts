/** Checks what every event store must do: the contract of `src-main/core/ports/event-store.ts`. */
import { afterEach, beforeEach, describe } from 'vitest';
import type { EventStore } from '../../src-main/core/ports/event-store.ts';
import { tellsCoverage } from './event-store/coverage.ts';
import { keepsEvents } from './event-store/events.ts';
import { placesGaps } from './event-store/gap-places.ts';
import { keepsFacts } from './event-store/facts.ts';
import { keepsFollowers } from './event-store/followers.ts';
import { hasOneWriter } from './event-store/one-writer.ts';
import { countsRepeats } from './event-store/repeats.ts';
import { resumes } from './event-store/resume.ts';
import { measuresLengths } from './event-store/set-clock.ts';
import { keepsWhatWasSeen } from './event-store/seen.ts';
import type { TestedStore } from './event-store/tested-store.ts';

export interface ConformancePlace {
  /** Opens the same store each time, with this source of events. */
  open(source?: string): Promise<EventStore>;
  /** Ends the store like a crash, without ending its session or gap. Acknowledged data stays. */
  crash(store: EventStore): Promise<void>;
  dispose(): Promise<void>;
}

export function eventStoreConformance(name: string, makePlace: () => Promise<ConformancePlace>): void {
  describe(`An event store: ${name}`, () => {
    let place: ConformancePlace;
    let store: EventStore;

    beforeEach(async () => {
      place = await makePlace();
      store = await place.open();
    });

    afterEach(async () => {
      await store.close();
      await place.dispose();
    });

    const tested: TestedStore = {
      get store() {
        return store;
      },
      open: () => place.open(),
      reopen: async (source) => {
        await store.close();
        store = await place.open(source);
      },
      crash: async () => {
        await place.crash(store);
        store = await place.open();
      },
    };

    keepsEvents(tested);
    countsRepeats(tested);
    keepsWhatWasSeen(tested);
    tellsCoverage(tested);
    placesGaps(tested);
    measuresLengths(tested);
    resumes(tested);
    keepsFollowers(tested);
    keepsFacts(tested);
    hasOneWriter(tested);
  });
}
