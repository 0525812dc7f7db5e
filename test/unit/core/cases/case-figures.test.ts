import { describe, expect, test } from 'vitest';
import { caseKey, causeKey } from '../../../../src-shared/domain/cases/case.ts';
import { casesOverStore, performAction } from '../../../doubles/cases-over-store.ts';
import { allocationFailure } from '../../../doubles/case-states.ts';

const MINUTE_MS = 60_000;
const allocation = causeKey(allocationFailure);

describe('[HEALTH-2] the figures of the open cases', () => {
  test('count every consequence, those of requests and muted cases included, and 0 for the others', async () => {
    const { run, receiveLocalizations, receiveRequest } = await casesOverStore();
    await receiveLocalizations({ eid: 'a' }, { eid: 'b' }, { eid: 'c', operation: 'DOWNLOADED' });
    await receiveRequest('R-1', 4, 1);
    await receiveRequest('R-2', 3, 3);
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    await performAction(cases, { kind: 'mute', ends: { kind: 'next-failure' } }, [allocation]);
    const figures = await cases.figures();
    expect(Object.fromEntries(figures?.open ?? [])).toEqual({
      unusable: 2,
      reachable: 0,
      'not-known': 0,
      'may-swap-back': 0,
      partial: 1,
      refused: 1,
      unchanged: 1,
    });
  });

  test('have the time of the oldest case without an owner, and none if every case has one', async () => {
    const { run, clock, receiveLocalizations } = await casesOverStore();
    const { cases } = run();
    const unassignedSince = async () => (await cases.figures())?.unassignedSince;
    expect(await unassignedSince()).toBeNull();
    const first = clock.now();
    await receiveLocalizations({ eid: 'a' });
    await clock.advance(MINUTE_MS);
    const second = clock.now();
    await receiveLocalizations({ eid: 'b' }, { eid: 'c', operation: 'DOWNLOADED' });
    expect(await unassignedSince()).toBe(first);
    await performAction(cases, { kind: 'take' }, [caseKey({ kind: 'eid', eid: 'a' })]);
    expect(await unassignedSince()).toBe(second);
    await performAction(cases, { kind: 'take' }, [allocation, caseKey({ kind: 'eid', eid: 'c' })]);
    expect(await unassignedSince()).toBeNull();
    await performAction(cases, { kind: 'release' }, [caseKey({ kind: 'eid', eid: 'a' })]);
    expect(await unassignedSince()).toBe(first);
  });

  test('are not known while the projection is behind', async () => {
    const { run, clock, commits, receiveLocalizations } = await casesOverStore();
    const { cases } = run();
    await receiveLocalizations({ eid: 'a' });
    expect((await cases.figures())?.open.get('unusable')).toBe(1);
    commits.failure = new Error('the disk is full');
    await receiveLocalizations({ eid: 'b' });
    const behind = cases.figures();
    await clock.advance(3_000);
    expect(await behind).toBeNull();
    commits.failure = null;
    await clock.advance(10_000);
    expect((await cases.figures())?.open.get('unusable')).toBe(2);
  });

  test('are read from the projection only after it has changed', async () => {
    const { run, parts, receiveLocalizations } = await casesOverStore();
    let reads = 0;
    const { reader } = parts.projection;
    const counted: typeof reader = {
      ...reader,
      board(...args) {
        reads += 1;
        return reader.board(...args);
      },
    };
    const { cases } = run({ projection: { ...parts.projection, reader: counted } });
    await receiveLocalizations({ eid: 'a' });
    for (let scrape = 0; scrape < 5; scrape += 1) await cases.figures();
    expect(reads).toBe(1);
    await receiveLocalizations({ eid: 'b' });
    await cases.figures();
    expect(reads).toBe(2);
  });
});

describe('[HEALTH-2] localization attempts', () => {
  const counted = (cases: ReturnType<Awaited<ReturnType<typeof casesOverStore>>['run']>['cases']) =>
    [...cases.progress.attempts.all()]
      .map(({ outcome, country, count }) => `${country} ${outcome} ${count}`)
      .toSorted();

  test('count once when they end, by outcome and country; steps and requests do not count', async () => {
    const { run, receiveLocalizations, receiveRequest } = await casesOverStore();
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    await receiveLocalizations(
      { eid: 'a', operation: 'PROVISIONED', state: 'COMPLETED' },
      { eid: 'a', operation: 'ENABLED', state: 'COMPLETED' },
      { eid: 'a', operation: 'LOCALIZED', state: 'COMPLETED' },
      { eid: 'b' },
      { eid: 'c', country: 'SE' },
      { eid: 'd', operation: 'PROVISIONED', state: 'COMPLETED' },
    );
    await receiveRequest('R-1', 2, 2);
    await cases.waitUntilCaughtUp();
    expect(counted(cases)).toEqual(['NO failed 1', 'NO succeeded 1', 'SE failed 1']);
    await receiveLocalizations({ eid: 'b', operation: 'ENABLED', state: 'COMPLETED' });
    await cases.waitUntilCaughtUp();
    expect(counted(cases)).toEqual(['NO failed 1', 'NO succeeded 2', 'SE failed 1']);
  });

  test('count once more, as failed, if the fallback undoes a success', async () => {
    const { run, receiveLocalizations } = await casesOverStore();
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    await receiveLocalizations(
      { eid: 'a', operation: 'ENABLED', state: 'COMPLETED' },
      { eid: 'a', operation: 'FALLBACK_SET', code: 'SET_FALLBACK_PROFILE_FAILED' },
    );
    await cases.waitUntilCaughtUp();
    expect(counted(cases)).toEqual(['NO failed 1', 'NO succeeded 1']);
  });

  test('do not count if they were stored before this process began, also when the projection is rebuilt', async () => {
    const { run, openProjection, receiveLocalizations } = await casesOverStore();
    await receiveLocalizations({ eid: 'a' }, { eid: 'b' });
    const first = run();
    await first.cases.waitUntilCaughtUp();
    expect(counted(first.cases)).toEqual([]);
    await receiveLocalizations({ eid: 'c' });
    await first.cases.waitUntilCaughtUp();
    expect(counted(first.cases)).toEqual(['NO failed 1']);
    await first.end();
    const rebuilt = run({ projection: openProjection() });
    await rebuilt.cases.waitUntilCaughtUp();
    expect(counted(rebuilt.cases)).toEqual([]);
    await receiveLocalizations({ eid: 'd' });
    await rebuilt.cases.waitUntilCaughtUp();
    expect(counted(rebuilt.cases)).toEqual(['NO failed 1']);
  });

  test('keep their count when the projection is loaded again after a failure', async () => {
    const { run, clock, commits, receiveLocalizations } = await casesOverStore();
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    await receiveLocalizations({ eid: 'a' });
    await cases.waitUntilCaughtUp();
    commits.failure = new Error('the disk is full');
    await receiveLocalizations({ eid: 'b' });
    await expect(cases.waitUntilCaughtUp()).rejects.toThrow('the disk is full');
    commits.failure = null;
    await clock.advance(10_000);
    await cases.waitUntilCaughtUp();
    expect(counted(cases)).toEqual(['NO failed 2']);
  });
});
