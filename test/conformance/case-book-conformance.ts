/** Checks what every case projection must do: the contract of `src-main/core/ports/case-projection.ts`. */
import { afterEach, beforeEach, describe } from 'vitest';
import type { CaseProjection } from '../../src-main/core/ports/case-projection.ts';
import { tellsTheBoard } from './case-book/board.ts';
import { keepsCases } from './case-book/cases.ts';
import { listsCases } from './case-book/list.ts';
import { tellsStays } from './case-book/stays.ts';
import type { TestedBook } from './case-book/tested-book.ts';

export interface BookPlace {
  /** Opens the same case projection each time. */
  open(): CaseProjection;
  openPrivate(): CaseProjection;
  dispose(): Promise<void>;
}

export function caseBookConformance(name: string, makePlace: () => Promise<BookPlace>): void {
  describe(`A case projection: ${name}`, () => {
    let place: BookPlace;
    let book: CaseProjection;

    beforeEach(async () => {
      place = await makePlace();
      book = place.open();
    });
    afterEach(async () => {
      await book.close();
      await place.dispose();
    });

    const tested: TestedBook = {
      get book() {
        return book;
      },
      reopen: async () => {
        await book.close();
        book = place.open();
      },
      openPrivate: () => place.openPrivate(),
    };
    keepsCases(tested);
    listsCases(tested);
    tellsTheBoard(tested);
    tellsStays(tested);
  });
}
