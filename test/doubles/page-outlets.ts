/** Outlets of a watch, in memory. The test emits states. No code here sends anything. */
import type { Watch } from '../../src-main/core/watch.ts';
import type { OutletEntry, OutletsSnapshot, OutletTest } from '../../src-shared/api/outlets.ts';
import type { NewOutlet } from '../../src-shared/domain/outlets/outlet.ts';
import { normalizedOutlet } from '../../src-shared/domain/outlets/outlet-mistakes.ts';
import { anOutlet } from './an-outlet.ts';
import { PageFeed } from './page-feed.ts';
import { PagePart, type Served } from './routed-client.ts';

export function anOutletEntry(part: Partial<OutletEntry> = {}): OutletEntry {
  return {
    outlet: anOutlet(),
    status: { kind: 'working' },
    refused: 0,
    views: [],
    receiverWords: null,
    clockOffsetMs: null,
    deliveries: [],
    ...part,
  };
}

function entryOf(outlet: NewOutlet, id: string): OutletEntry {
  const views = outlet.views.map((view) => ({ ...view, after: 0 }));
  return anOutletEntry({
    outlet: { ...normalizedOutlet(outlet), id, views },
    status: { kind: 'ready' },
    views: views.map(({ name }) => ({ name, isMissing: false })),
  });
}

export class PageOutlets extends PagePart {
  state: OutletsSnapshot = { outlets: [], readOnly: false };
  answer: OutletTest | Promise<OutletTest> = { isAccepted: true, words: 'HTTP 200' };
  readonly secrets: (string | null)[] = [];
  readonly feed = new PageFeed(() => this.state);

  emit(...outlets: readonly OutletEntry[]): void {
    this.state = { ...this.state, outlets: [...outlets] };
    this.feed.emit(this.state);
  }

  readonly served = {
    outlets: {
      add: async (outlet, secret) => {
        this.secrets.push(secret);
        this.emit(...this.state.outlets, entryOf(outlet, 'new'));
      },
      change: async (id, outlet, secret) => {
        this.secrets.push(secret);
        this.emit(...this.state.outlets.map((one) => (one.outlet.id === id ? entryOf(outlet, id) : one)));
      },
      remove: async (id) => this.emit(...this.state.outlets.filter(({ outlet }) => outlet.id !== id)),
      test: async () => this.answer,
      testDraft: async () => this.answer,
    },
  } satisfies Served<Watch>;
}
