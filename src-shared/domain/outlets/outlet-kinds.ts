/**
 * Declares the kinds of outlets. Settings, dialog, commands and sending follow from an entry; a new kind also needs its
 * words (`outletKindWords`) and its messages (`src-main/core/outlets/kind-messages.ts`), which the compiler asks for.
 * For users: `docs/hand-off.md` "The kinds".
 */
import { DEFAULT_TEMPLATE, heartbeatFields, templateFields, type TemplateField } from './template.ts';

interface OutletKindEntry {
  /**
   * `messages`: turns, and events of saved views, one after the other. `alerts`: what is active, which has a start and an
   * end, so it cannot be an event. `pings`: only that Watchfloor watches and stores.
   */
  readonly sends: 'messages' | 'alerts' | 'pings';
  /** A file has no secret. */
  readonly target: 'address' | 'file';
  /** Added to an address that does not end with it. */
  readonly path: string | null;
  /** True if a secret that is in neither address nor header signs. */
  readonly isSigned: boolean;
  /** Null if its users write none. `initial`: offered by the dialog. */
  readonly template: { readonly fields: readonly TemplateField[]; readonly initial: string | null } | null;
  /** Sending several messages at once. `optional`: the user chooses it. */
  readonly batch: 'always' | 'optional' | 'never';
}

const MESSAGE_KIND = {
  sends: 'messages',
  target: 'address',
  path: null,
  isSigned: false,
  template: null,
  batch: 'never',
} as const satisfies OutletKindEntry;

const outletKindTable = {
  /** Alerts of Prometheus Alertmanager. */
  alertmanager: { ...MESSAGE_KIND, sends: 'alerts', path: '/api/v2/alerts' },
  /** CloudEvents over HTTP. */
  cloudevents: { ...MESSAGE_KIND, isSigned: true, batch: 'optional' },
  /** A JSON body that the user writes, for chats. */
  template: { ...MESSAGE_KIND, template: { fields: templateFields, initial: DEFAULT_TEMPLATE } },
  /** Lines in a file. */
  ndjson: { ...MESSAGE_KIND, target: 'file', batch: 'always' },
  /** Pings while watching and storing. */
  heartbeat: { ...MESSAGE_KIND, sends: 'pings', template: { fields: heartbeatFields, initial: null } },
} as const satisfies Readonly<Record<string, OutletKindEntry>>;

type OutletKindTable = typeof outletKindTable;
export type OutletKind = keyof OutletKindTable;

/** Kinds whose entry has this property with this value. */
export type OutletKindWith<Name extends keyof OutletKindEntry, Value> = {
  [Kind in OutletKind]: OutletKindTable[Kind][Name] extends Value ? Kind : never;
}[OutletKind];

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the object itself
export const outletKinds = Object.keys(outletKindTable) as readonly OutletKind[];

export function outletKind(kind: OutletKind): OutletKindEntry {
  return outletKindTable[kind];
}

/** Returns the kinds for a list in a sentence: "template, heartbeat". */
export function kindsWith(holds: (entry: OutletKindEntry) => boolean): readonly OutletKind[] {
  return outletKinds.filter((kind) => holds(outletKindTable[kind]));
}
