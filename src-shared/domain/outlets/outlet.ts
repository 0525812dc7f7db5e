/**
 * Settings of outlets, which send alarms and events to other systems. Without schemas, so that the page can use all of it.
 */
import { outletKind, type OutletKind } from './outlet-kinds.ts';

/**
 * `groups`: turns of failure groups. `signal`: turns of watching itself. `overdue`: only groups that are overdue for long.
 * Pings have none.
 */
export const outletTopics = ['groups', 'signal', 'overdue'] as const;
export type OutletTopic = (typeof outletTopics)[number];
/** A new outlet starts with these, because overdue groups are meant for another receiver. */
export const DEFAULT_TOPICS: readonly OutletTopic[] = ['groups', 'signal'];

/** A saved view whose events an outlet sends. */
export interface ChosenView {
  /** Id of the view, which a renamed view keeps. */
  readonly id: string;
  /** Name when it was chosen, shown if the view does not exist any more. */
  readonly name: string;
}

export interface OutletView extends ChosenView {
  /** Seq of the newest event when the view was chosen. Only later events are sent. */
  readonly after: number;
}

export interface NewOutlet {
  readonly name: string;
  readonly kind: OutletKind;
  /** An https address, or http on this computer; the secret replaces `{secret}`. For a file its absolute path. */
  readonly url: string;
  /**
   * Header that has the secret: `basic` or `bearer` for `Authorization`, or its name. Null: the secret signs, or is in the
   * address. Not for files.
   */
  readonly auth: string | null;
  readonly topics: readonly OutletTopic[];
  /** Only for kinds that send messages. */
  readonly views: readonly ChosenView[];
  /** Only with views: true if events contain their identifiers; otherwise they are masked. */
  readonly areIdentifiersWhole: boolean;
  /** JSON text with fields in braces in its strings; null for the default, and for kinds that have none. */
  readonly template: string | null;
  /** Only if the kind can choose it: several events in one request. */
  readonly isBatched: boolean;
  /** Only for pings: seconds between two of them. */
  readonly everySeconds: number;
}

export interface Outlet extends NewOutlet {
  /** Random; a renamed outlet keeps it. */
  readonly id: string;
  readonly views: readonly OutletView[];
}

/** Returns the settings of a new outlet, before the user has entered any. */
export function initialOutlet(kind: OutletKind): NewOutlet {
  return {
    name: '',
    kind,
    url: '',
    auth: null,
    topics: DEFAULT_TOPICS,
    views: [],
    areIdentifiersWhole: false,
    template: null,
    isBatched: false,
    everySeconds: HEARTBEAT_SECONDS.initial,
  };
}

export const MAX_OUTLETS = 20;
export const MAX_OUTLET_VIEWS = 20;
/** In characters. */
export const OUTLET_LIMITS = { id: 64, name: 80, url: 2_048, template: 16_384, secret: 4_096, auth: 64 };
export const HEARTBEAT_SECONDS = { min: 5, max: 3_600, initial: 30 };

/** True if its requests have no body. */
export function isPlainGet({ kind, template }: Pick<NewOutlet, 'kind' | 'template'>): boolean {
  return outletKind(kind).sends === 'pings' && template === null;
}
