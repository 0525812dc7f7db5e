/** Runs cases over a real event store, a real case projection and a clock that the test moves. */
import { onTestFinished } from 'vitest';
import { type CasesParts, createCases, type Cases } from '../../src-main/core/cases/create-cases.ts';
import type { StateFeed } from '../../src-main/core/ports/state-feed.ts';
import { ChangeSignal } from '../../src-main/core/lib/change-signal.ts';
import type { EventReader, StoreIdentity } from '../../src-main/core/ports/event-store.ts';
import type { Board } from '../../src-shared/api/cases.ts';
import type { CaseKey, CauseKey } from '../../src-shared/domain/cases/case.ts';
import type { Author, UndoableAction } from '../../src-shared/domain/cases/action.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import { profileIdSchema } from '../../src-shared/domain/identity.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';
import { FakeClock } from './fake-clock.ts';
import { databasesInFolders, inThreadDatabases, type InThreadProjection } from './in-thread-databases.ts';
import { batchOf } from './received-events.ts';
import { SilentLog } from './silent-log.ts';

export const OLIVIA: Author = { id: 'olivia-1', name: 'M. Olivia' };
export const JONAS: Author = { id: 'jonas-1', name: 'Jonas Lind' };
export const STORE_IDENTITY: StoreIdentity = {
  id: profileIdSchema.parse('followed-cases'),
  name: 'Followed',
  practice: false,
  source: 'https://events.example.com',
};

export interface LocalizationTextFields {
  readonly eid?: string;
  readonly operation?: string;
  readonly state?: string;
  readonly code?: string | null;
  readonly inner?: string;
  readonly country?: string;
  readonly iccid?: string | null;
}

const CODES = new Map([
  ['DOWNLOADED', 'START_PROFILE_DOWNLOAD_FAILED'],
  ['ALLOCATED', 'START_PROFILE_ALLOCATION_FAILED'],
  ['ENABLED', 'START_PROFILE_ENABLE_FAILED'],
]);

/** Text of a localization in the format of the service. A failed allocation by default. */
export function localizationText(fields: LocalizationTextFields = {}): string {
  const { eid = '8904-1', operation = 'ALLOCATED', state = 'FAILED', country = 'NO', iccid = null, inner } = fields;
  const code = fields.code ?? (state === 'FAILED' ? CODES.get(operation) : undefined);
  const detailedError = [{ errorCode: inner, errorMessage: `Refused by ${inner}`, errorType: 'CMP_ERROR' }];
  const message = {
    eid,
    localizedProfile: { iccid, countryCode: country },
    ...(code !== undefined && { errorCode: code }),
    ...(inner !== undefined && { detailedError }),
  };
  return JSON.stringify({ principal: 'acme', operation, state, detailedMessage: JSON.stringify(message) });
}

export function packageChangeText(id: string, size: number, failed: number, code = '73'): string {
  const info = { errorType: 'DCP_ERROR', errorObject: { errorCode: code, errorMessage: 'It belongs to it' } };
  const operation = 'CHANGE_SUBSCRIPTIONPACKAGE';
  const message = {
    subscriptionRequestId: id,
    subscriptionRequestType: operation,
    subscriptionRequestState: failed > 0 ? 'COMPLETED_WITH_FAILURES' : 'COMPLETED',
    size,
    subscriptionRequestResourceCounters: { completed: size - failed, failed },
    subscriptionRequestResources: Array.from({ length: size }, (_, index) => ({
      resourceId: `r-${index}`,
      resourceState: index < failed ? 'FAILED' : 'COMPLETED',
      ...(index < failed && { resourceFailureInfos: [info] }),
    })),
    ...(failed > 0 && { subscriptionRequestFailureInfos: [info] }),
  };
  return JSON.stringify({ principal: 'acme', operation, state: 'COMPLETED', detailedMessage: JSON.stringify(message) });
}

function openCaseProjection(directory: string, scannerOf: () => EventReader): InThreadProjection {
  const caseProjection = databasesInFolders(() => directory, 0, scannerOf).caseProjections.open(STORE_IDENTITY);
  onTestFinished(() => caseProjection.close());
  return caseProjection;
}

/** Records the commits of a case projection. Every commit fails while `failure` is set. */
class CommitRecorder {
  /** Events of each commit, as (from, to]. */
  readonly ranges: string[] = [];
  failure: Error | null = null;

  watch({ writer }: Pick<InThreadProjection, 'writer'>): void {
    const commit = writer.commit.bind(writer);
    const watched: InThreadProjection['writer']['commit'] = async (changes) => {
      if (this.failure !== null) throw this.failure;
      const isDone = await commit(changes);
      if (isDone) this.ranges.push(`${changes.from.cursor}-${changes.to.cursor}`);
      return isDone;
    };
    Object.assign(writer, { commit: watched });
  }
}

export async function casesOverStore(changed: Partial<CasesParts> = {}, directory = temporaryDirectory()) {
  const [clock, log, committed, commits] = [new FakeClock(), new SilentLog(), new ChangeSignal(), new CommitRecorder()];
  const projection = openCaseProjection(directory, () => projected);
  commits.watch(projection);
  const store = await inThreadDatabases(directory).stores.open(STORE_IDENTITY, () => undefined);
  const { reader, scanner, writer } = store;
  let projected: EventReader = changed.scanner ?? scanner;
  await writer.resume();
  let [session, events, ids]: ['opens' | number, number, number] = ['opens', 0, 0];

  async function receive(...texts: readonly (readonly [kind: string, data: string])[]): Promise<void> {
    const batch = texts.map(([kind, data]): ReceivedEvent => {
      events += 1;
      return { receivedAt: clock.now(), kind, id: `${directory}-${events}`, data };
    });
    ({ sessionId: session } = await writer.append(batchOf(session, batch)));
    committed.notify();
  }

  /** The process stops receiving; the next event opens a session. */
  async function stopSession(): Promise<void> {
    if (session !== 'opens') await writer.endSession(session, { reason: 'stopped', detail: null });
    session = 'opens';
  }

  const parts: CasesParts = {
    profile: { attemptSilenceMinutes: 30 },
    clock,
    log,
    newId: () => `action-${(ids += 1)}`,
    projection,
    reader,
    scanner,
    writer,
    committed,
    ...changed,
  };
  const run = (with_: Partial<CasesParts> = {}) => {
    projected = with_.scanner ?? parts.scanner;
    const cases = createCases({ ...parts, ...with_ });
    const ending = new AbortController();
    const running = cases.run(ending.signal);
    const end = async (): Promise<void> => {
      ending.abort(new Error('the test is over'));
      await running;
    };
    onTestFinished(end);
    return { cases, end };
  };
  onTestFinished(() => store.close());
  return {
    clock,
    log,
    stored: committed,
    store,
    commits,
    parts,
    newestSeq: () => events,
    /** Opens an empty projection of the same events. */
    openProjection: () => openCaseProjection(temporaryDirectory(), () => projected),
    run,
    receive,
    stopSession,
    receiveLocalizations: (...localizations: readonly LocalizationTextFields[]) =>
      receive(...localizations.map((each) => ['LOCALIZATION', localizationText(each)] as const)),
    receiveRequest: (id: string, size: number, failed: number, code?: string) =>
      receive(['CMP_EVENT', packageChangeText(id, size, failed, code)]),
  };
}

export const readBoard = (cases: Cases): Promise<Board> => firstState((signal) => cases.subscribe(signal));

/** Returns what a subscriber gets first. */
export async function firstState<State>(subscribe: (signal: AbortSignal) => StateFeed<State>): Promise<State> {
  const ending = new AbortController();
  for await (const { state } of subscribe(ending.signal)) {
    ending.abort();
    return state;
  }
  throw new Error('The feed has no state.');
}

export function performAction(
  cases: Cases,
  what: UndoableAction,
  subjects: readonly (CaseKey | CauseKey)[],
  author = OLIVIA,
): ReturnType<Cases['act']> {
  return cases.act({ author, subjects: [...subjects], what, text: '' });
}
