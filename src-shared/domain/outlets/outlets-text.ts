/** Reads and writes the outlets of a profile as a small file that people can read, write and exchange. It has no secret. */
import * as z from 'zod';
import { type ListProblem, parseList, printList } from '../profile/profile-list-text.ts';
import { SAVED_VIEW_LIMITS } from '../saved-view-limits.ts';
import { addressProblem, isFilePath } from './outlet-address.ts';
import { authProblem } from './secret-header.ts';
import {
  type ChosenView,
  HEARTBEAT_SECONDS,
  MAX_OUTLET_VIEWS,
  MAX_OUTLETS,
  type NewOutlet,
  type Outlet,
  OUTLET_LIMITS,
  outletTopics,
} from './outlet.ts';
import { outletKind, outletKinds } from './outlet-kinds.ts';

export type OutletProblem =
  | ListProblem
  | { readonly kind: 'not-outlets' }
  /** `number`: position in the file, from 1. */
  | { readonly kind: 'not-an-outlet'; readonly number: number };

const MAX_LENGTH = 1_000_000;

const chosenViewSchema = z.object({
  id: z.string().min(1).max(SAVED_VIEW_LIMITS.id),
  name: z.string().min(1).max(SAVED_VIEW_LIMITS.name),
}) satisfies z.ZodType<ChosenView, ChosenView>;

export const newOutletSchema = z.object({
  name: z.string().trim().min(1).max(OUTLET_LIMITS.name),
  kind: z.enum(outletKinds),
  url: z.string().min(1).max(OUTLET_LIMITS.url),
  auth: z.string().max(OUTLET_LIMITS.auth).nullable(),
  topics: z.array(z.enum(outletTopics)).max(outletTopics.length).readonly(),
  views: z.array(chosenViewSchema).max(MAX_OUTLET_VIEWS).readonly(),
  areIdentifiersWhole: z.boolean(),
  template: z.string().max(OUTLET_LIMITS.template).nullable(),
  isBatched: z.boolean(),
  everySeconds: z.number().int().min(HEARTBEAT_SECONDS.min).max(HEARTBEAT_SECONDS.max),
}) satisfies z.ZodType<NewOutlet, NewOutlet>;

export const outletSchema = newOutletSchema
  .extend({
    id: z.string().min(1).max(OUTLET_LIMITS.id),
    views: z
      .array(chosenViewSchema.extend({ after: z.number().int().nonnegative() }))
      .max(MAX_OUTLET_VIEWS)
      .readonly(),
    /** Files of earlier versions have none. */
    auth: newOutletSchema.shape.auth.default(null),
  })
  .refine(({ kind, url }) => (outletKind(kind).target === 'file' ? isFilePath(url) : addressProblem(url) === null))
  .refine(({ auth }) => auth === null || authProblem(auth) === null) satisfies z.ZodType<Outlet>;

export function printOutlets(outlets: readonly Outlet[]): string {
  return printList('outlets', outlets);
}

export function parseOutlets(text: string): {
  readonly outlets: readonly Outlet[];
  readonly problems: readonly OutletProblem[];
} {
  const { entries, problems } = parseList<Outlet, OutletProblem>(text, {
    name: 'outlets',
    maxEntries: MAX_OUTLETS,
    maxLength: MAX_LENGTH,
    missingListProblem: { kind: 'not-outlets' },
    parseEntry(written, number) {
      const { data } = outletSchema.safeParse(written);
      return data === undefined ? { problem: { kind: 'not-an-outlet', number } } : { entry: data };
    },
  });
  return { outlets: entries, problems };
}
