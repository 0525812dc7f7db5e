/** API of a profile's outlets: a feed of all of them with their state, and a call for each change. No secret leaves. */
import * as z from 'zod';
import { deliveryFailureSchema, deliverySchema } from '../domain/outlets/delivery.ts';
import { MAX_OUTLET_VIEWS, MAX_OUTLETS, OUTLET_LIMITS } from '../domain/outlets/outlet.ts';
import { newOutletSchema, outletSchema } from '../domain/outlets/outlets-text.ts';

export const MAX_SHOWN_DELIVERIES = 20;

/** `unused`: no process has run it yet. `ready`: nothing was accepted yet. `view-missing`: events wait for the view. */
const outletStatusSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unused') }),
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('working') }),
  z.object({ kind: z.literal('failing'), failure: deliveryFailureSchema }),
  z.object({ kind: z.literal('view-missing') }),
]);
export type OutletStatus = Readonly<z.infer<typeof outletStatusSchema>>;

const outletEntrySchema = z.object({
  outlet: outletSchema,
  status: outletStatusSchema,
  /** Turns and events that the receiver refused and that are tried again. */
  refused: z.number().int().nonnegative(),
  /** In the order of the outlet. `isMissing`: the view was deleted, or the saved views cannot be read. */
  views: z.array(z.object({ name: z.string(), isMissing: z.boolean() })).max(MAX_OUTLET_VIEWS),
  /** The receiver's last words, one line; null if it sent none, or if the page must not read them. */
  receiverWords: z.string().nullable(),
  /** The receiver's clock minus that of Watchfloor's computer, ms; null if they hardly differ, or that is not known. */
  clockOffsetMs: z.number().nullable(),
  deliveries: z.array(deliverySchema).max(MAX_SHOWN_DELIVERIES),
});
export type OutletEntry = z.infer<typeof outletEntrySchema>;

export const outletsSnapshotSchema = z.object({
  outlets: z.array(outletEntrySchema).max(MAX_OUTLETS),
  readOnly: z.boolean(),
});
export type OutletsSnapshot = z.infer<typeof outletsSnapshotSchema>;

/** The secret crosses once, in this direction. */
export const addOutletSchema = z.object({
  outlet: newOutletSchema,
  secret: z.string().min(1).max(OUTLET_LIMITS.secret).nullable(),
});

/** Without a secret the stored one stays, unless the address changes. */
export const changeOutletSchema = addOutletSchema.extend({ id: z.string() });

/** A draft. `id`: the outlet that it would change, whose secret is used if none is given. */
export const testOutletDraftSchema = addOutletSchema.extend({ id: z.string().nullable() });

export const outletTestSchema = z.object({ isAccepted: z.boolean(), words: z.string() });
export type OutletTest = z.infer<typeof outletTestSchema>;
