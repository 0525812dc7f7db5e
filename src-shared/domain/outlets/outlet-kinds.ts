/** Settings, dialog, commands and sending follow from an entry. For users: `docs/hand-off.md` "The kinds". */
import { DEFAULT_TEMPLATE, heartbeatFields, templateFields, type TemplateField } from './template.ts';

interface OutletKindEntry {
  /** `alerts`: what is active, which has a start and an end. `pings`: only that Watchfloor watches and stores. */
  readonly sends: 'messages' | 'alerts' | 'pings';
  readonly target: 'address' | 'file';
  /** Added to an address that does not end with it. */
  readonly path: string | null;
  /** True if a secret that is in neither address nor header signs. */
  readonly isSigned: boolean;
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
  alertmanager: { ...MESSAGE_KIND, sends: 'alerts', path: '/api/v2/alerts' },
  cloudevents: { ...MESSAGE_KIND, isSigned: true, batch: 'optional' },
  otlp: { ...MESSAGE_KIND, path: '/v1/logs', batch: 'always' },
  template: { ...MESSAGE_KIND, template: { fields: templateFields, initial: DEFAULT_TEMPLATE } },
  ndjson: { ...MESSAGE_KIND, target: 'file', batch: 'always' },
  heartbeat: { ...MESSAGE_KIND, sends: 'pings', template: { fields: heartbeatFields, initial: null } },
} as const satisfies Readonly<Record<string, OutletKindEntry>>;

type OutletKindTable = typeof outletKindTable;
export type OutletKind = keyof OutletKindTable;

export type OutletKindWith<Name extends keyof OutletKindEntry, Value> = {
  [Kind in OutletKind]: OutletKindTable[Kind][Name] extends Value ? Kind : never;
}[OutletKind];

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the object itself
export const outletKinds = Object.keys(outletKindTable) as readonly OutletKind[];

export function outletKind(kind: OutletKind): OutletKindEntry {
  return outletKindTable[kind];
}

export function kindsWith(holds: (entry: OutletKindEntry) => boolean): readonly OutletKind[] {
  return outletKinds.filter((kind) => holds(outletKindTable[kind]));
}
