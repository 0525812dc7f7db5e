import type { Moment } from '../../src-main/core/ports/clock.ts';
import type {
  AppendResult,
  EventReader,
  EventStore,
  EventWriter,
  ProjectionCommit,
  StoredProjection,
  ProjectionRecord,
  StreamLoss,
  ReceivedBatch,
  SearchIndexer,
} from '../../src-main/core/ports/event-store.ts';
import type { Extent } from '../../src-shared/api/watch.ts';
import type { ActionEntry, StoredActionEntry } from '../../src-shared/domain/cases/action.ts';
import type { BackupCopy } from '../../src-shared/domain/store-condition.ts';
import { emptyReader, nothingToResume, noTeam } from './empty-store.ts';

/** Records writes in order and fails on request. Tests of SQLite use SQLite. */
export class RecordingStore implements EventStore {
  readonly written: string[] = [];
  failure: Error | null = null;
  blockedUntil: Promise<void> = Promise.resolve();
  actions: StoredActionEntry[] = [];
  readonly reader: EventReader = {
    ...emptyReader,
    extent: async () => this.#extent(),
    orderedThrough: async () => this.#extent().newestSeq,
    actions: async (after, limit) => this.actions.filter(({ number }) => number > after).slice(0, limit),
  };
  readonly scanner: EventReader = { ...this.reader };
  readonly writer: EventWriter = {
    resume: async () => ({ ...nothingToResume, extent: this.#extent() }),
    append: (batch) => this.#append(batch),
    moveCursor: (lastEventId) => this.#write(`cursor ${JSON.stringify(lastEventId)}`),
    noteRequest: (at) => this.#write(`request ${at}`),
    endSession: (sessionId, loss) => this.#write(`session ${sessionId} ends: ${loss.reason}`),
    openGap: (from, _, loss) => this.#openGap(from, loss),
    rememberProfile: async () => {},
    redecode: async () => false,
    rederive: async () => null,
    repairTexts: async () => {},
    removeExpired: async () => false,
    seal: async () => false,
    vacuum: async () => false,
    pin: async () => {},
    markSeen: (ranges, seen) =>
      this.#write(`${seen ? 'seen' : 'unseen'} ${ranges.map(({ first, last }) => `${first}-${last}`).join(' ')}`),
    addActions: async (actions) => this.#addActions(actions),
    repair: async () => false,
    replace: async () => {},
    acknowledgeIncident: () => this.#write('incident acknowledged'),
    loadProjection: async (name, version) => this.#projectionPosition(name, version),
    commitProjection: async (commit) => this.#commitProjection(commit),
  };
  readonly team = noTeam;
  readonly indexer: SearchIndexer = { index: async () => false };
  #stored = 0;
  #sessions = 0;
  readonly #projections = new Map<string, { version: number; cursor: number; records: Map<string, string> }>();

  async backups(): Promise<readonly BackupCopy[]> {
    return [];
  }
  async backUp(): Promise<BackupCopy> {
    return { path: '/data/backups/one.db', at: 0, bytes: 0, storedEvents: this.#stored };
  }
  async close(): Promise<void> {
    this.written.push('closed');
  }

  async #append({ session, events }: ReceivedBatch): Promise<AppendResult> {
    const opens = session === 'opens';
    await this.#write(
      `${opens ? `session ${this.#sessions + 1} opens` : `session ${session}`}: ${events.map(({ data }) => data).join(' ')}`,
    );
    if (opens) this.#sessions += 1;
    this.#stored += events.length;
    return { sessionId: this.#sessions, extent: this.#extent(), domain: null, stored: events.length, repeated: 0 };
  }

  async #openGap(from: Moment, loss: StreamLoss): Promise<boolean> {
    const line = `gap from ${from.at}: ${loss.reason}`;
    const isNews = this.written.at(-1) !== line;
    await this.#write(line);
    return isNews;
  }

  #projectionPosition(name: string, version: number): StoredProjection {
    const storedProjection = this.#projections.get(name);
    if (storedProjection?.version !== version) this.#projections.set(name, { version, cursor: 0, records: new Map() });
    const { cursor = 0, records = new Map<string, string>() } = this.#projections.get(name) ?? {};
    return { cursor, records: [...records].map(([key, value]): ProjectionRecord => ({ key, value })) };
  }

  #commitProjection({ name, version, from, to, put, remove }: ProjectionCommit): boolean {
    const storedProjection = this.#projections.get(name);
    if (storedProjection?.version !== version || storedProjection.cursor !== from) return false;
    for (const key of remove) storedProjection.records.delete(key);
    for (const { key, value } of put) storedProjection.records.set(key, value);
    storedProjection.cursor = to;
    return true;
  }

  async #addActions(actions: readonly ActionEntry[]): Promise<void> {
    await this.#write(`actions ${actions.map(({ what }) => what.kind).join(' ')}`);
    for (const action of actions)
      if (!this.actions.some(({ id }) => id === action.id))
        this.actions.push({ ...action, number: this.actions.length + 1, afterSeq: this.#stored });
  }

  #extent(): Extent {
    return { oldestSeq: Math.min(1, this.#stored), newestSeq: this.#stored, storedEvents: this.#stored };
  }

  async #write(line: string): Promise<void> {
    await this.blockedUntil;
    if (this.failure !== null) throw this.failure;
    this.written.push(line);
  }
}
