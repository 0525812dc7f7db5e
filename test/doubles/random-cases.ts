/** Makes localizations, requests and actions that no service would send, from seeded random numbers. */
import { caseKeyOf } from '../../src-shared/domain/cases/case-keys.ts';
import { type StoredActionEntry, undoableActionSchema } from '../../src-shared/domain/cases/action.ts';
import type { CaseKey, CauseKey } from '../../src-shared/domain/cases/case.ts';
import { storedActionEntry, INES, JONAS, localizationEvent, minute, requestEvent } from './case-events.ts';
import { summaryOf } from './example-events.ts';
import { oneOf } from './random-filters.ts';
import type { ProjectionInput } from './memory-case-projection.ts';

type Random = (limit: number) => number;

const STEPS = ['DOWNLOADED', 'ALLOCATED', 'ACTIVATED', 'PROVISIONED', 'ENABLED', 'FALLBACK_SET', 'LOCALIZED'];
const CAUSES = [
  'cause:localization/ALLOCATED//START_PROFILE_ALLOCATION_FAILED',
  'cause:localization/ENABLED//START_PROFILE_ENABLE_FAILED',
  'cause:localization///',
  'cause:request/CHANGE_SUBSCRIPTIONPACKAGE/DCP_ERROR/73',
  'cause:localization/never/seen/',
] as CauseKey[];

/**
 * Makes events of few eUICCs: out of order, repeated, with unknown words and changes of our clock. An action follows
 * every twentieth event on average.
 */
export function randomCases(events: number, random: Random): ProjectionInput[] {
  const inputs: ProjectionInput[] = [];
  const keys: CaseKey[] = [];
  let at = 0;
  for (let seq = 1; seq <= events; seq += 1) {
    at += random(50) === 0 ? random(60) - 30 : random(100) / 20;
    const event = randomEvent(seq, at, random);
    if (random(4) === 0 || keys.length === 0) keys[random(64)] = caseKeyOf(event);
    inputs.push(event);
    if (random(20) === 0) {
      const action = inputs.findLast((each): each is StoredActionEntry => 'what' in each && each.what.kind !== 'undo');
      inputs.push(randomActionEntry(seq, at, keys.filter(Boolean), random));
      if (action !== undefined && random(4) === 0) inputs.push(undoOf(action, seq, at));
    }
  }
  return inputs;
}

function randomEvent(seq: number, at: number, random: Random): Exclude<ProjectionInput, StoredActionEntry> {
  const created = oneOf([at, at, at, Math.floor(at), at - random(90), at + 999_999, null], random);
  if (random(200) === 0) return summaryOf(seq, { kind: oneOf(['LOCALIZATION', 'CMP_EVENT', 'HEARTBEAT'], random) });
  if (random(5) === 0)
    return requestEvent(seq, at, {
      id: oneOf([`R${random(40)}`, `R${random(40)}`, '', null], random),
      operation: oneOf(['CHANGE_SUBSCRIPTIONPACKAGE', 'CHANGE_SUBSCRIPTIONSTATE', 'CHANGE_X'], random),
      size: oneOf([1, 2, 3, null], random),
      failed: random(3),
      pending: random(2),
      code: oneOf(['70', '73', '', '監'.repeat(200)], random),
      updated: oneOf([seq, seq, seq - random(50), null], random),
      created,
    });
  return localizationEvent(seq, at, {
    operation: oneOf([...STEPS, ...STEPS, 'BLESSED', null, 7, '/%\ud800'], random),
    state: oneOf(['FAILED', 'COMPLETED', 'COMPLETED', 'IN_PROGRESS', 'DONE', null], random),
    eid: oneOf([`E${random(30)}`, `E${random(30)}`, `E${random(30)}`, `E${random(4_000)}`, '__proto__', null], random),
    iccid: oneOf([null, null, '891', '892'], random),
    country: oneOf(['SE', 'NO', 'xx'], random),
    ...(random(8) === 0 && { code: oneOf(['X', null, '', 'START_PROFILE_ENABLE_FAILED'], random) }),
    created,
  });
}

/** Undoes the action before the last one: another action may have followed on the same cases. */
function undoOf({ id, what, subjects }: StoredActionEntry, seq: number, at: number): StoredActionEntry {
  return storedActionEntry(
    seq,
    at,
    { kind: 'undo', of: id, undone: undoableActionSchema.parse(what.kind === 'undo' ? what.undone : what) },
    subjects,
  );
}

function randomActionEntry(seq: number, at: number, keys: readonly CaseKey[], random: Random): StoredActionEntry {
  const subjects = Array.from({ length: 1 + random(4) }, () =>
    random(4) === 0 ? oneOf(CAUSES, random) : oneOf(keys, random),
  );
  const ends = oneOf(
    [{ kind: 'time', at: minute(at + random(60)) }, { kind: 'next-failure' }, { kind: 'worse' }] as const,
    random,
  );
  const action = oneOf<StoredActionEntry['what']>(
    [
      { kind: 'take' },
      { kind: 'release' },
      { kind: 'note' },
      { kind: 'done' },
      { kind: 'done' },
      { kind: 'reopen' },
      { kind: 'mute', ends },
      { kind: 'unmute' },
      { kind: 'retried' },
      { kind: 'remind', at: minute(at + 5) },
      { kind: 'reminded' },
      { kind: 'pack', ticket: oneOf([null, 'INC-1'], random) },
    ],
    random,
  );
  return storedActionEntry(seq, at + random(3) - 1, action, subjects, oneOf([INES, JONAS], random));
}
