/**
 * A shift with work for operators. The first minute is scripted, so that users and tests always find the same cases.
 * Only the subscriptions are random, because the events must be true for them.
 */
import {
  localizationFailure,
  localizationSuccess,
  type LocalizationMessage,
  type LocalizedDevice,
} from '../model/localization.ts';
import { innerErrors, localizationSteps } from '../model/localization-causes.ts';
import type { Random } from '../random.ts';
import { LocalizationRun } from '../model/localization-run.ts';
import { calm } from './fleet-events.ts';
import type { Shift } from './shift.ts';
import { type StoryEvent, storyRequests } from './troubled-requests.ts';
import type { Stage, ScenarioSteps } from './stage.ts';

const { noFreeProfile, allocationTimedOut } = innerErrors;
const NORWAY_DEVICES = 24;

/** Parts of the story. Each uses different eUICCs if the fleet has enough. */
interface StoryContext {
  readonly shift: Shift;
  readonly chance: Random;
  readonly nextRow: () => number | null;
}

type Plan = (device: LocalizedDevice) => readonly LocalizationMessage[];

function startRun(
  { shift, chance }: StoryContext,
  row: number | null,
  plan: Plan,
  countryCode?: string,
): LocalizationRun | null {
  if (row === null || shift.model.localizationObstacle(row) !== null) return null;
  return new LocalizationRun(shift.model, row, { random: chance, countryCode, plan });
}

/** Plays one event; if it is a failure, another attempt follows later. */
function storyEvent(
  parts: StoryContext,
  atMs: number,
  plan: (device: LocalizedDevice) => LocalizationMessage,
  country?: string,
): StoryEvent {
  const row = parts.nextRow();
  return [
    atMs,
    (stage) => {
      const run = startRun(parts, row, (device) => [plan(device)], country);
      if (run !== null) parts.shift.run(stage, parts.chance, run);
    },
  ];
}

/** Fails twice and succeeds at the third attempt, which also reports PROVISIONED. */
function* triedThreeTimes(parts: StoryContext): Generator<StoryEvent> {
  const row = parts.nextRow();
  let run: LocalizationRun | null = null;
  const startWith = (plan: Plan) => (stage: Stage) => {
    run = startRun(parts, row, plan);
    goOn(stage);
  };
  const goOn = (stage: Stage) => {
    const message = run?.next() ?? null;
    if (message !== null) stage.localization(message);
  };
  const failing = (errors: Parameters<typeof localizationFailure>[3]): Plan => {
    return (device) => [localizationFailure(device, 'ALLOCATED', parts.chance, errors)];
  };
  yield [1_500, startWith(failing([noFreeProfile]))];
  yield [12_000, startWith(failing([allocationTimedOut, noFreeProfile]))];
  yield [
    30_000,
    startWith((device) => [localizationSuccess(device, 'PROVISIONED'), localizationSuccess(device, 'FALLBACK_SET')]),
  ];
  yield [33_000, goOn];
}

function* eachCode(parts: StoryContext): Generator<StoryEvent> {
  for (const [index, step] of localizationSteps.entries())
    yield storyEvent(parts, 3_000 + index * 900, (device) => localizationFailure(device, step, parts.chance));
}

function* notDocumented(parts: StoryContext): Generator<StoryEvent> {
  yield storyEvent(parts, 10_500, (device) => {
    const documented = localizationFailure(device, 'ACTIVATED', parts.chance);
    return { ...documented, detailedMessage: { ...documented.detailedMessage, errorCode: 'PROFILE_QUARANTINED' } };
  });
  yield storyEvent(parts, 11_200, (device) => {
    const other = localizationFailure(device, 'ENABLED', parts.chance);
    const detailedMessage = { ...other.detailedMessage, errorCode: 'CERTIFICATE_RENEWAL_FAILED' };
    return { operation: 'CERTIFIED', state: 'FAILED', detailedMessage };
  });
}

/** Plays 24 failures in one country within seconds, two thirds of them with the same inner code. */
function* norway(parts: StoryContext): Generator<StoryEvent> {
  for (let index = 0; index < NORWAY_DEVICES; index += 1) {
    const errors = [index % 3 === 2 ? allocationTimedOut : noFreeProfile];
    const plan = (device: LocalizedDevice) => localizationFailure(device, 'ALLOCATED', parts.chance, errors);
    yield storyEvent(parts, 15_000 + index * 350, plan, 'NO');
  }
}

export function* troubles(shift: Shift): ScenarioSteps {
  const chance = shift.fork('story');
  // Needs an eUICC for the three attempts, one for each code, two for undocumented codes, and those in one country.
  const cast = shift.pickRows(chance, 1 + localizationSteps.length + 2 + NORWAY_DEVICES);
  let usedRows = 0;
  const nextRow = () => cast[usedRows++ % cast.length] ?? null;
  const parts = { shift, chance, nextRow };
  yield* playStory(shift, [
    ...triedThreeTimes(parts),
    ...eachCode(parts),
    ...notDocumented(parts),
    ...norway(parts),
    ...storyRequests(shift, chance, new Set(cast)),
  ]);
  yield* calm(shift);
}

function* playStory(shift: Shift, story: readonly StoryEvent[]): ScenarioSteps {
  let reached = 0;
  for (const [at, act] of story.toSorted(([one], [other]) => one - other)) {
    yield* shift.happen(at - reached, act);
    reached = at;
  }
}
