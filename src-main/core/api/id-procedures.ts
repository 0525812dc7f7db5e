import { idSearchInputSchema, idSearchResultSchema } from '../../../src-shared/api/ids/found-ids.ts';
import { subjectInputSchema, subjectSchema } from '../../../src-shared/api/ids/subject.ts';
import { findIds } from '../ids/find-ids.ts';
import { readSubject } from '../ids/read-subject.ts';
import { router, watchProcedure, watchQuery } from './procedures.ts';

export const idsRouter = router({
  /** Returns a batch. Call it again with `after: next` for the next one. */
  find: watchQuery(idSearchInputSchema, idSearchResultSchema, (watch, input, signal) =>
    findIds({ reader: watch.scanner, inventory: watch.subscriptions.inventory.scanner }, input, signal),
  ),
  subject: watchProcedure
    .input(subjectInputSchema)
    .output(subjectSchema)
    .query(({ ctx: { watch, backend }, input, signal }) => {
      const inventory = watch.subscriptions.inventory.scanner;
      return readSubject({ reader: watch.scanner, inventory, cases: watch.cases, clock: backend.clock }, input, signal);
    }),
});
