/** Runs the outlets of one watch, and follows their settings. Without outlets nothing is derived or stored. */
import type { Outlet } from '../../../src-shared/domain/outlets/outlet.ts';
import type { SavedView } from '../../../src-shared/domain/saved-view.ts';
import type { ChangeSignal } from '../lib/change-signal.ts';
import { firstChange } from '../lib/first-change.ts';
import type { OutletFiles } from '../ports/outlets.ts';
import type { StoreIdentity } from '../ports/event-store.ts';
import type { ProfileList } from '../views/profile-list.ts';
import { FollowedViews } from './followed-views.ts';
import { RunningOutlet, type RunOutletParts } from './run-outlet.ts';
import { TurnLog, type TurnLogParts } from './turn-log.ts';

export interface OutletsParts extends Omit<RunOutletParts, 'turns' | 'views'>, Omit<TurnLogParts, 'clock' | 'writer'> {
  readonly storeIdentity: StoreIdentity;
  readonly files: Pick<OutletFiles, 'read' | 'revision'>;
  readonly changes: ChangeSignal;
  readonly running: Map<string, Pick<RunningOutlet, 'current' | 'figures'>>;
  readonly views: Pick<ProfileList<SavedView>, 'read'>;
}

/** Another process may change the settings without a signal. */
const POLL_INTERVAL_MS = 1_500;

interface Started {
  readonly settings: string;
  readonly running: RunningOutlet;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

interface RunningTurns {
  readonly turns: TurnLog;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

export async function runOutlets(parts: OutletsParts, signal: AbortSignal): Promise<void> {
  const { storeIdentity, files, clock, log } = parts;
  const started = new Map<string, Started>();
  const running: { turns: RunningTurns | null } = { turns: null };
  const views = new FollowedViews(parts);
  let latest: readonly Outlet[] = [];
  let revision: string | null = null;

  function start(outlet: Outlet): Started {
    running.turns ??= startTurns(parts, signal);
    const one = new RunningOutlet(outlet, { ...parts, turns: running.turns.turns, views });
    const stop = new AbortController();
    const ended = one.run(AbortSignal.any([signal, stop.signal])).catch((error: unknown) => {
      log.error('an outlet ended unexpectedly', { outlet: outlet.name, error });
    });
    return { settings: JSON.stringify(outlet), running: one, stop, ended };
  }

  async function follow(outlets: readonly Outlet[]): Promise<void> {
    const meant = new Map(outlets.map((outlet) => [outlet.id, outlet]));
    for (const [id, one] of started) {
      if (JSON.stringify(meant.get(id)) === one.settings) continue;
      started.delete(id);
      parts.running.delete(id);
      one.stop.abort(new Error('the outlet was changed'));
      await one.ended;
    }
    for (const outlet of outlets) {
      if (started.has(outlet.id)) continue;
      const one = start(outlet);
      started.set(outlet.id, one);
      parts.running.set(outlet.id, one.running);
    }
    const { turns } = running;
    if (started.size > 0 || turns === null) return;
    running.turns = null;
    turns.stop.abort(new Error('there is no outlet'));
    await turns.ended;
  }

  while (!signal.aborted) {
    const seen = parts.changes.revision;
    try {
      const now = await files.revision(storeIdentity);
      const isChanged = now !== revision;
      if (isChanged) latest = await files.read(storeIdentity);
      const areViewsChanged = await views.read(latest);
      if (isChanged) await follow(latest);
      revision = now;
      if (isChanged || areViewsChanged) parts.onChange();
    } catch (error) {
      if (revision !== 'unreadable') log.warn('the outlets cannot be read; the last known ones go on', { error });
      revision = 'unreadable';
    }
    pruneTurns(running.turns?.turns, started.values());
    await firstChange(clock, [[parts.changes, seen]], POLL_INTERVAL_MS, signal);
  }
  await Promise.all([...Array.from(started.values(), ({ ended }) => ended), running.turns?.ended]);
}

function startTurns(parts: OutletsParts, signal: AbortSignal): RunningTurns {
  const turns = new TurnLog(parts);
  const stop = new AbortController();
  return { turns, stop, ended: turns.run(AbortSignal.any([signal, stop.signal])) };
}

/** Keeps the turns while an outlet does not know yet where it is. */
function pruneTurns(turns: TurnLog | undefined, started: Iterable<Started>): void {
  const done = Array.from(started, ({ running }) => running.doneThrough);
  const known = done.filter((through) => through !== null);
  if (turns === undefined || known.length < done.length) return;
  const through = Math.min(turns.newest, ...known);
  if (through > 0) turns.prune(through);
}
