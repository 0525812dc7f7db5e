/** Stores the state of an outlet: its positions, what was refused, and the last deliveries. */
import * as z from 'zod';
import { type Delivery, deliveryFailureSchema, deliverySchema } from '../../../src-shared/domain/outlets/delivery.ts';
import { groupFactsSchema, type Turn } from '../../../src-shared/domain/outlets/turn.ts';
import { isPlainGet, type Outlet } from '../../../src-shared/domain/outlets/outlet.ts';
import { deadlineKinds } from '../../../src-shared/domain/cases/deadline.ts';
import { parseJsonOrNull } from '../../../src-shared/lib/parse-json.ts';
import type { EventWriter, ProjectionRecord } from '../ports/event-store.ts';

const alertSchema = z.object({
  subject: z.string(),
  /** Kind of an alert about an overdue group; null for any other alert. */
  deadline: z.enum(deadlineKinds).nullable().default(null),
  labels: z.record(z.string(), z.string()),
  startsAt: z.number(),
  /** UTC epoch ms; null while it is active. */
  endsAt: z.number().nullable(),
  facts: groupFactsSchema.nullable(),
});
export type SentAlert = Readonly<z.infer<typeof alertSchema>>;

const queueSchema = z.object({
  /** Number of the last one that was sent, given up, moved to `refused` or is not for this outlet. */
  through: z.number().int().nonnegative(),
  /** Turns or events that the receiver refused, oldest first. Other subjects, by their key, do not wait for them. */
  refused: z.array(z.object({ number: z.number().int().positive(), key: z.string(), failure: deliveryFailureSchema })),
});

const receiverSchema = z.object({
  /** Address and method that this, and the failure of the outlet, belong to. */
  request: z.string(),
  /** Its last words, one line; null if it sent none. */
  words: z.string().nullable(),
  /** Its clock minus this computer's, ms; null if they hardly differ, or that is not known. */
  clockOffsetMs: z.number().nullable(),
});
export type Receiver = Readonly<z.infer<typeof receiverSchema>>;

const outletStateSchema = queueSchema.extend({
  /** The events of each view by their seqs. `id`: of the view. */
  views: z.array(queueSchema.extend({ id: z.string() })),
  /** Nothing is sent until then: the receiver does not answer, or not well. */
  failure: deliveryFailureSchema.nullable(),
  alerts: z.array(alertSchema),
  /** True after the receiver accepted something. Until then nothing shows that the outlet works. */
  hasSent: z.boolean(),
  /** States of earlier versions have none. */
  receiver: receiverSchema.default({ request: '', words: null, clockOffsetMs: null }),
});
export type OutletState = Readonly<z.infer<typeof outletStateSchema>>;

const VERSION = 1;
const STATE_KEY = 'state';
const LOG_PREFIXES = { turn: 'log:', event: 'event-log:' } as const;
type LogPrefix = (typeof LOG_PREFIXES)[keyof typeof LOG_PREFIXES];
/** The limit for turns, and for events: a storm of events must not remove the turns from the log. */
const MAX_LOGGED = 1_000;

export interface CurrentOutlet {
  readonly state: OutletState | null;
  readonly deliveries: readonly Delivery[];
  readonly waiting: readonly Turn[];
}

export function outletProjection(id: string): string {
  return `outlet-${id}`;
}

export class OutletRecords {
  readonly #name: string;
  readonly #writer: Pick<EventWriter, 'loadProjection' | 'commitProjection'>;
  readonly #logged: Readonly<Record<LogPrefix, Map<string, Delivery>>> = { 'log:': new Map(), 'event-log:': new Map() };
  readonly #counts = { delivered: 0, notDelivered: 0 };
  #cursor: number | null = 0;
  #put = new Map<string, string>();
  readonly #removed = new Set<string>();

  constructor(id: string, writer: Pick<EventWriter, 'loadProjection' | 'commitProjection'>) {
    this.#name = outletProjection(id);
    this.#writer = writer;
  }

  get deliveries(): readonly Delivery[] {
    return Object.values(this.#logged).flatMap((deliveries) => [...deliveries.values()]);
  }

  get counts(): Readonly<Record<'delivered' | 'notDelivered', number>> {
    return { ...this.#counts };
  }

  count(outcome: Delivery['outcome']): void {
    if (outcome === 'delivered') this.#counts.delivered += 1;
    if (outcome === 'not-delivered') this.#counts.notDelivered += 1;
  }

  /** Returns null if the outlet is new. @throws AppError STORE_… */
  async load(outlet: RequestedOutlet): Promise<OutletState | null> {
    const { cursor, records } = await this.#writer.loadProjection(this.#name, VERSION);
    this.#cursor = cursor;
    for (const delivery of storedDeliveries(records)) this.#logged[logPrefix(delivery)].set(logKey(delivery), delivery);
    return storedOutletState(records, outlet);
  }

  add(delivery: Delivery): void {
    const key = logKey(delivery);
    this.count(delivery.outcome);
    const logged = this.#logged[logPrefix(delivery)];
    logged.set(key, delivery);
    this.#put.set(key, JSON.stringify(delivery));
    for (const oldest of logged.keys()) {
      if (logged.size <= MAX_LOGGED) return;
      logged.delete(oldest);
      this.#put.delete(oldest);
      this.#removed.add(oldest);
    }
  }

  /** Returns false if the store cannot be written now. What is not written stays for the next call. */
  async commit(state: OutletState): Promise<boolean> {
    this.#put.set(STATE_KEY, JSON.stringify(state));
    const put = Array.from(this.#put, ([key, value]) => ({ key, value }));
    const remove = [...this.#removed];
    const commit = { name: this.#name, version: VERSION, from: this.#cursor, to: state.through, put, remove };
    try {
      if (await this.#writer.commitProjection(commit)) {
        this.#cursor = state.through;
        this.#put = new Map();
        this.#removed.clear();
        return true;
      }
      // The store was repaired. What is in memory is newer.
      this.#cursor = (await this.#writer.loadProjection(this.#name, VERSION)).cursor;
    } catch {
      // The state of storing says why.
    }
    return false;
  }
}

type RequestedOutlet = Pick<Outlet, 'kind' | 'url' | 'template'>;

export function firstState(outlet: RequestedOutlet): OutletState {
  const receiver = unheardReceiver(outlet);
  return { through: 0, refused: [], views: [], failure: null, alerts: [], hasSent: false, receiver };
}

function unheardReceiver(outlet: RequestedOutlet): Receiver {
  return { request: `${isPlainGet(outlet) ? 'GET' : 'POST'} ${outlet.url}`, words: null, clockOffsetMs: null };
}

/** After its address was changed, the failure and the words of the old one are left out. */
export function storedOutletState(records: readonly ProjectionRecord[], outlet: RequestedOutlet): OutletState | null {
  const found = records.find(({ key }) => key === STATE_KEY);
  const state = outletStateSchema.safeParse(parseJsonOrNull(found?.value ?? '')).data ?? null;
  const receiver = unheardReceiver(outlet);
  return state === null || state.receiver.request === receiver.request ? state : { ...state, failure: null, receiver };
}

export function storedDeliveries(records: readonly ProjectionRecord[]): readonly Delivery[] {
  return records
    .filter(({ key }) => Object.values(LOG_PREFIXES).some((prefix) => key.startsWith(prefix)))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .flatMap(({ value }) => deliverySchema.safeParse(parseJsonOrNull(value)).data ?? []);
}

function logPrefix({ turn }: Delivery): LogPrefix {
  return LOG_PREFIXES[turn.name === 'event' ? 'event' : 'turn'];
}

function logKey(delivery: Delivery): string {
  return logPrefix(delivery) + String(delivery.turn.number).padStart(16, '0');
}
