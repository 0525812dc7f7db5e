/**
 * Settings of outlets, which send alarms to other systems. Without schemas, so that the page can use all of it.
 * Source: `product.md`, glossary.
 */

/**
 * `alertmanager`: alerts of Prometheus Alertmanager. `cloudevents`: CloudEvents over HTTP. `template`: a JSON body that
 * the user writes, for chats. `ndjson`: lines in a file. `heartbeat`: pings while watching and storing.
 */
export const outletKinds = ['alertmanager', 'cloudevents', 'template', 'ndjson', 'heartbeat'] as const;
export type OutletKind = (typeof outletKinds)[number];

/**
 * `groups`: turns of failure groups. `signal`: turns of watching itself. `overdue`: only groups that are overdue for long.
 * A `heartbeat` has none.
 */
export const outletTopics = ['groups', 'signal', 'overdue'] as const;
export type OutletTopic = (typeof outletTopics)[number];
/** A new outlet starts with these, because overdue groups are meant for another receiver. */
export const DEFAULT_TOPICS: readonly OutletTopic[] = ['groups', 'signal'];

export interface Outlet {
  /** Random; a renamed outlet keeps it. */
  readonly id: string;
  readonly name: string;
  readonly kind: OutletKind;
  /** An https address, or http on this computer; the secret replaces `{secret}`. For `ndjson` an absolute path. */
  readonly url: string;
  readonly topics: readonly OutletTopic[];
  /** JSON text with fields in braces in its strings; null for the default, and for kinds that have none. */
  readonly template: string | null;
  /** Only for `cloudevents`: several events in one request. */
  readonly isBatched: boolean;
  /** Only for `heartbeat`: seconds between two pings. */
  readonly everySeconds: number;
}

export type NewOutlet = Omit<Outlet, 'id'>;

export const MAX_OUTLETS = 20;
/** In characters. */
export const OUTLET_LIMITS = { id: 64, name: 80, url: 2_048, template: 16_384, secret: 4_096 };
export const HEARTBEAT_SECONDS = { min: 5, max: 3_600, initial: 30 };
