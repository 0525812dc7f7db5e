import * as z from 'zod';
import {
  foundNameSchema,
  idSearchInputSchema,
  idSearchResultSchema,
  namesInputSchema,
} from '../../../src-shared/api/ids/found-ids.ts';
import { subjectInputSchema, subjectSchema } from '../../../src-shared/api/ids/subject.ts';
import { findIds } from '../ids/find-ids.ts';
import { findNames } from '../timeline/find-names.ts';
import { readSubject } from '../ids/read-subject.ts';
import { router, watchProcedure, watchQuery } from './procedures.ts';

export const idsRouter = router({
  /** Returns a batch. Call it again with `after: next` for the next one. */
  find: watchProcedure
    .input(idSearchInputSchema)
    .output(idSearchResultSchema)
    .query(({ ctx: { watch, backend }, input, signal }) => {
      const inventory = watch.subscriptions.inventory.scanner;
      return findIds({ reader: watch.scanner, inventory, clock: backend.clock }, input, signal);
    }),
  names: watchQuery(namesInputSchema, z.array(foundNameSchema), (watch, { text }, signal) =>
    findNames(watch.scanner, text, signal),
  ),
  subject: watchProcedure
    .input(subjectInputSchema)
    .output(subjectSchema)
    .query(({ ctx: { watch, backend }, input, signal }) => {
      const inventory = watch.subscriptions.inventory.scanner;
      return readSubject({ reader: watch.scanner, inventory, cases: watch.cases, clock: backend.clock }, input, signal);
    }),
});
