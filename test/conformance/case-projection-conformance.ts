/** Checks what every case projection must do: the contract of `src-main/core/ports/case-projection.ts`. */
import { afterEach, beforeEach, describe } from 'vitest';
import type { InThreadProjection } from '../doubles/in-thread-databases.ts';
import { readsTheBoard } from './case-projection/board.ts';
import { keepsCases } from './case-projection/cases.ts';
import { listsCases } from './case-projection/list.ts';
import { readsStays } from './case-projection/stays.ts';
import type { TestedCaseProjection } from './case-projection/tested-case-projection.ts';

export interface CaseProjectionSetup {
  open(): InThreadProjection;
  openPrivate(): InThreadProjection;
  dispose(): Promise<void>;
}

export function caseProjectionConformance(name: string, makeSetup: () => Promise<CaseProjectionSetup>): void {
  describe(`A case projection: ${name}`, () => {
    let setup: CaseProjectionSetup;
    let caseProjection: InThreadProjection;

    beforeEach(async () => {
      setup = await makeSetup();
      caseProjection = setup.open();
    });
    afterEach(async () => {
      await caseProjection.close();
      await setup.dispose();
    });

    const tested: TestedCaseProjection = {
      get caseProjection() {
        return caseProjection;
      },
      reopen: async () => {
        await caseProjection.close();
        caseProjection = setup.open();
      },
      openPrivate: () => setup.openPrivate(),
    };
    keepsCases(tested);
    listsCases(tested);
    readsTheBoard(tested);
    readsStays(tested);
  });
}
