import * as z from 'zod';
import {
  idSearchInputSchema,
  idSearchResultSchema,
  nameAnswerSchema,
  namesInputSchema,
} from '../../../src-shared/api/ids/found-ids.ts';
import { subjectInputSchema, subjectSchema } from '../../../src-shared/api/ids/subject.ts';
import { findIds } from '../ids/find-ids.ts';
import { readNames } from '../ids/read-names.ts';
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
  names: watchQuery(namesInputSchema, z.array(nameAnswerSchema), (watch, { text }, signal) =>
    readNames({ reader: watch.scanner, cases: watch.cases }, text, signal),
  ),
  subject: watchProcedure
    .input(subjectInputSchema)
    .output(subjectSchema)
    .query(({ ctx: { watch, backend }, input, signal }) => {
      const inventory = watch.subscriptions.inventory.scanner;
      return readSubject({ reader: watch.scanner, inventory, cases: watch.cases, clock: backend.clock }, input, signal);
    }),
});
