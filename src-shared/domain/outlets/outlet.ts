import { outletKind, type OutletKind } from './outlet-kinds.ts';

/** `signal`: turns of watching itself. `overdue`: only groups that are overdue for long. Pings have none. */
export const outletTopics = ['groups', 'signal', 'overdue'] as const;
export type OutletTopic = (typeof outletTopics)[number];
/** A new outlet starts with these, because overdue groups are meant for another receiver. */
export const DEFAULT_TOPICS: readonly OutletTopic[] = ['groups', 'signal'];

export interface ChosenView {
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
  /** `basic` or `bearer`, or the header's name. Null: the secret signs, or is in the address. Not for files. */
  readonly auth: string | null;
  readonly topics: readonly OutletTopic[];
  readonly views: readonly ChosenView[];
  /** Only with views: true if events contain their identifiers; otherwise they are masked. */
  readonly areIdentifiersWhole: boolean;
  /** JSON text with fields in braces in its strings; null for the default, and for kinds that have none. */
  readonly template: string | null;
  readonly isBatched: boolean;
  readonly everySeconds: number;
}

export interface Outlet extends NewOutlet {
  readonly id: string;
  readonly views: readonly OutletView[];
}

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
export const OUTLET_LIMITS = { id: 64, name: 80, url: 2_048, template: 16_384, secret: 4_096, auth: 64 };
export const HEARTBEAT_SECONDS = { min: 5, max: 3_600, initial: 30 };

export function isPlainGet({ kind, template }: Pick<NewOutlet, 'kind' | 'template'>): boolean {
  return outletKind(kind).sends === 'pings' && template === null;
}
