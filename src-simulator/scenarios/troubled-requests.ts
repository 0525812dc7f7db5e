/** Change requests of the troubled shift, such as a bulk request with three causes of failure. */
import type { Random } from '../random.ts';
import { rowsFromRandomStart } from '../model/random-rows.ts';
import { packages, type RequestSize, selectForRequest } from '../model/request-selection.ts';
import type { RequestedChange } from '../model/subscription-changes.ts';
import type { ServiceModel } from '../model/service-model.ts';
import type { Shift } from './shift.ts';
import type { Stage } from './stage.ts';

export type StoryEvent = readonly [atMs: number, act: (stage: Stage) => void];

/** 540 subscriptions: already in the package, deactivated, over the limit of the package, and moved. */
const BULK = { samePackage: 31, deactivated: 9, tooMany: 3, moved: 497 };
const PAUSE: RequestedChange = { kind: 'state', target: 'PAUSE' };

/** @param cast subscriptions with localizations in the story; they are avoided if there are others */
export function* storyRequests(shift: Shift, chance: Random, cast: ReadonlySet<number>): Generator<StoryEvent> {
  const { model } = shift;
  const full = model.fleet.value(model.fleet.size - 1, 'subscriptionPackage') ?? packages[0];
  const other = full === packages[0] ? packages[1] : packages[0];
  yield [
    6_000,
    (stage) => {
      const change: RequestedChange = { kind: 'package', target: full };
      const rows = bulkRows(model, chance, change, cast);
      if (rows.length > 0) shift.carryOut(stage, chance, { change, createdBy: 'maria.kowalska', rows });
    },
  ];
  const storyRequest = (
    atMs: number,
    createdBy: string,
    change: RequestedChange,
    demand: RequestSize,
    unaccounted = 0,
  ): StoryEvent => [
    atMs,
    (stage) => {
      const supply =
        selectForRequest(model, chance, demand, { change, accepts: (row) => !cast.has(row) }) ??
        selectForRequest(model, chance, demand, { change });
      if (supply !== null) shift.carryOut(stage, chance, { change, createdBy, rows: supply.rows, unaccounted });
    },
  ];
  yield storyRequest(20_000, 'nils.berg', PAUSE, { resources: 8, failed: 8 });
  yield storyRequest(26_000, 'olivia', PAUSE, { resources: 10, failed: 1 }, 2);
  yield storyRequest(40_000, 'svc-fleet-automation', { kind: 'package', target: other }, { resources: 60, failed: 0 });
}

/** Selects subscriptions of one company, as many of each part as it has, and limits the package accordingly. */
function bulkRows(model: ServiceModel, chance: Random, change: RequestedChange, cast: ReadonlySet<number>): number[] {
  const found = { samePackage: [] as number[], deactivated: [] as number[], able: [] as number[] };
  const quota = { ...BULK, able: BULK.moved + BULK.tooMany };
  let company: string | null = null;
  for (const row of rowsFromRandomStart(model.fleet, chance)) {
    company ??= model.companyOf(row);
    if (cast.has(row) || model.companyOf(row) !== company) continue;
    const code = model.changeFailure(row, change)?.errorCode;
    const kind = code === '73' ? 'samePackage' : code === '70' ? 'deactivated' : 'able';
    if (found[kind].length < quota[kind]) found[kind].push(row);
  }
  if (company === null) return [];
  model.limitPackage(company, change.target, Math.max(0, found.able.length - BULK.tooMany));
  return [...found.samePackage, ...found.deactivated, ...found.able].toSorted((one, other) => one - other);
}
