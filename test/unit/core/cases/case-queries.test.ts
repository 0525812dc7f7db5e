import { describe, expect, test } from 'vitest';
import { AppError } from '../../../../src-shared/api/errors.ts';
import { caseKey, causeKey } from '../../../../src-shared/domain/cases/case.ts';
import {
  performAction,
  casesOverStore,
  JONAS,
  localizationText,
  OLIVIA,
  packageChangeText,
} from '../../../doubles/cases-over-store.ts';
import { allocationFailure } from '../../../doubles/case-states.ts';

const MINUTE = 60_000;
const EID = caseKey({ kind: 'eid', eid: 'a' });
const allocation = causeKey(allocationFailure);

describe('[CASE-24] the details of a case', () => {
  test('contain its attempts with their ladders, the words of the provider, the advice and the actions', async () => {
    const { run, receiveLocalizations, clock } = await casesOverStore();
    await receiveLocalizations({ eid: 'a', inner: '3107' });
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    await performAction(cases, { kind: 'take' }, [allocation], JONAS);
    await performAction(cases, { kind: 'retried' }, [EID]);
    await clock.advance(MINUTE);
    await receiveLocalizations({ eid: 'a', inner: '4711' });
    await cases.waitUntilCaughtUp();
    const { summary, attempts, provider, advice, actions } = await cases.detail(EID);
    expect(summary).toMatchObject({ key: EID, attempt: 2, outcome: 'failed', cause: allocation, owner: JONAS });
    expect(summary.steps.map(({ evidence }) => evidence)).toEqual([
      'inferred',
      'failed',
      'unknown',
      'unknown',
      'unknown',
      'unknown',
    ]);
    expect(Object.keys(summary)).not.toContain('own');
    expect(attempts.map(({ number, outcome, seqs }) => [number, outcome, seqs])).toEqual([
      [2, 'failed', [2]],
      [1, 'failed', [1]],
    ]);
    expect(provider).toEqual([{ sentence: 'Refused by 4711', code: '4711', type: 'CMP_ERROR', count: 1 }]);
    expect(advice.map(({ stage, state }) => [stage, state])).toEqual([
      ['retry', 'failed'],
      ['wait', 'due'],
      ['provider', 'open'],
    ]);
    expect(actions.map(({ what, author, subjects }) => [what.kind, author.name, subjects])).toEqual([
      ['retried', OLIVIA.name, [EID]],
      ['take', JONAS.name, [allocation, EID]],
    ]);
  });

  test('[CASE-60] quote the provider for the failure that set the consequence, not for a later failed download', async () => {
    const { run, receiveLocalizations } = await casesOverStore();
    await receiveLocalizations({ eid: 'a', inner: '3107' });
    await receiveLocalizations({ eid: 'a', operation: 'DOWNLOADED', inner: '4711' });
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    const { summary, provider } = await cases.detail(EID);
    expect(summary).toMatchObject({ cause: allocation, consequence: 'unusable', operation: 'DOWNLOADED', attempt: 2 });
    expect(provider.map(({ code }) => code)).toEqual(['3107']);
  });

  test('contain actions on the group from before the case joined, but none from after it ended', async () => {
    const { run, receiveLocalizations, clock } = await casesOverStore();
    await receiveLocalizations({ eid: 'b' });
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    await performAction(cases, { kind: 'take' }, [allocation]);
    await clock.advance(MINUTE);
    await receiveLocalizations({ eid: 'a' });
    await clock.advance(MINUTE);
    await receiveLocalizations({ eid: 'a', operation: 'ENABLED', state: 'COMPLETED' });
    await cases.waitUntilCaughtUp();
    await clock.advance(MINUTE);
    await performAction(cases, { kind: 'release' }, [allocation]);
    const { actions, summary } = await cases.detail(EID);
    expect(actions.map(({ what }) => what.kind)).toEqual(['take']);
    expect([summary.openedAt, summary.ended, summary.owner]).toEqual([null, 'well', null]);
  });

  test('mark inferred steps of an attempt as weaker as soon as a gap in it is stored', async () => {
    let revision = 0;
    const { run, receiveLocalizations, clock, store } = await casesOverStore({ coverageRevision: () => revision });
    await receiveLocalizations({ eid: 'a' });
    await clock.advance(MINUTE);
    await receiveLocalizations({ eid: 'a', operation: 'ALLOCATED', state: 'COMPLETED', code: null });
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    await clock.advance(10 * MINUTE);
    expect((await cases.detail(EID)).summary.weakenedByGap).toBe(false);
    const { sessions } = await store.reader.coverage({ from: 0, to: clock.now() });
    await store.writer.endSession(sessions[0]?.id ?? 0, { reason: 'silent', detail: null });
    expect((await cases.detail(EID)).summary.weakenedByGap).toBe(false);
    revision += 1;
    const { attempts, summary } = await cases.detail(EID);
    // The first attempt was over when the gap began.
    expect([summary.weakenedByGap, attempts.map(({ weakenedByGap }) => weakenedByGap)]).toEqual([true, [true, false]]);
  });

  test('are refused for a case that no event names', async () => {
    const { run } = await casesOverStore();
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    const refusal = new AppError({ code: 'NO_CASE', facts: { key: EID } });
    await expect(cases.detail(EID)).rejects.toEqual(refusal);
    await expect(cases.requestDetail(EID)).rejects.toEqual(refusal);
  });
});

describe('[CASE-60] the facts of a request', () => {
  const REQUEST = caseKey({ kind: 'request', requestId: 'R-1' });

  test('come from the newest report, not from an older one that arrives late', async () => {
    const { run, receive } = await casesOverStore();
    const updated = (text: string, epochSecond: number): string =>
      text.replace('\\"size\\"', `\\"lastUpdated\\":{\\"epochSecond\\":${epochSecond},\\"nano\\":0},\\"size\\"`);
    await receive(['CMP_EVENT', updated(packageChangeText('R-1', 4, 1), 2_000)]);
    await receive(['CMP_EVENT', updated(packageChangeText('R-1', 4, 4), 1_000)]);
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    expect(await cases.requestDetail(REQUEST)).toMatchObject({ seq: 1, counters: { failed: 1 }, listed: 4 });
    const window = { key: REQUEST, failed: true, cause: null, from: 0, limit: 10 };
    expect(await cases.resources(window)).toMatchObject({ total: 1, resources: [{ place: 0, code: '73' }] });
    expect((await cases.detail(REQUEST)).summary).toMatchObject({ outcome: 'partial', request: { failed: 1 } });
  });

  test('are refused for a localization', async () => {
    const { run, receive } = await casesOverStore();
    await receive(['LOCALIZATION', localizationText({ eid: 'a' })]);
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    await expect(cases.requestDetail(EID)).rejects.toThrow(AppError);
  });
});

describe('[OWN-4] an action', () => {
  test('is stored once, with the group and each of its open cases as subjects', async () => {
    const { run, receiveLocalizations, parts, clock } = await casesOverStore();
    await receiveLocalizations({ eid: 'a' }, { eid: 'b' }, { eid: 'c', operation: 'DOWNLOADED' });
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    await cases.act({ author: OLIVIA, subjects: [allocation, EID], what: { kind: 'note' }, text: 'They see it, too.' });
    expect(await parts.scanner.actions(0, 10)).toEqual([
      {
        number: 1,
        afterSeq: 3,
        id: expect.stringMatching(/^.{8,64}$/),
        at: clock.now(),
        author: OLIVIA,
        subjects: [allocation, EID, caseKey({ kind: 'eid', eid: 'b' })],
        what: { kind: 'note' },
        seenSeq: 3,
        text: 'They see it, too.',
      },
    ]);
  });

  test('[OWN-4] from another machine is merged by its id, in either order, and never appears twice', async () => {
    const [here, there] = [await casesOverStore(), await casesOverStore()];
    const localized = await Promise.all(
      [here, there].map(async ({ run, receiveLocalizations }, index) => {
        await receiveLocalizations({ eid: 'a' });
        const { cases } = run({ newId: () => `machine-${index}` });
        await cases.waitUntilCaughtUp();
        await performAction(cases, index === 0 ? { kind: 'take' } : { kind: 'pack', ticket: 'CAS-77' }, [EID]);
        return cases;
      }),
    );
    const stores = [here.store, there.store];
    const storedActions = await Promise.all(stores.map(({ reader }) => reader.actions(0, 100)));
    for (const { writer } of stores) await writer.addActions(storedActions.flat());
    for (const { writer } of stores) await writer.addActions(storedActions.toReversed().flat());
    for (const cases of localized) {
      await cases.waitUntilCaughtUp();
      const { actions, summary } = await cases.detail(EID);
      expect(actions.map(({ id }) => id).toSorted()).toEqual(['machine-0machine-0', 'machine-1machine-1']);
      expect([summary.owner, summary.ticket]).toEqual([OLIVIA, 'CAS-77']);
    }
  });

  test('is refused without any effect if it cannot be written', async () => {
    const refusal = new Error('read only');
    const { run, receiveLocalizations } = await casesOverStore({
      writer: { addActions: () => Promise.reject(refusal) },
    });
    await receiveLocalizations({ eid: 'a' });
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    await expect(performAction(cases, { kind: 'done' }, [EID])).rejects.toBe(refusal);
    await cases.waitUntilCaughtUp();
    expect((await cases.detail(EID)).summary.openedAt).not.toBeNull();
  });
});
