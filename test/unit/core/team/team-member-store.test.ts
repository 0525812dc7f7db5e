import { expect, test } from 'vitest';
import { ChangeSignal } from '../../../../src-main/core/lib/change-signal.ts';
import type { TeamStore } from '../../../../src-main/core/ports/team-store.ts';
import { TeamMemberStore } from '../../../../src-main/core/team/team-member-store.ts';
import { EMPTY_TEAM_STATE, type TeamState } from '../../../../src-main/core/team/team-state.ts';
import type { ActionEntry } from '../../../../src-shared/domain/cases/action.ts';
import type { ReceivedEvent } from '../../../../src-shared/domain/event/event.ts';

const EVENT: ReceivedEvent = { id: 'e', kind: 'X', data: '{}', receivedAt: 0 };
const note = (id: string, seenSeq?: number): ActionEntry => ({
  id,
  at: 0,
  author: { id: 'anna', name: 'Anna' },
  subjects: [],
  what: { kind: 'note' },
  text: 'A note.',
  ...(seenSeq !== undefined && { seenSeq }),
});

interface Scene {
  /** The log has given the seqs up to this one. */
  readonly confirmedSeq: number;
  /** Events of this store after `confirmedSeq`. */
  readonly tail?: number;
  /** Events that were received while another member held the seat. */
  readonly late?: number;
  readonly offers?: TeamState['offers'];
}

function member(...actions: readonly ActionEntry[]) {
  let scene: Scene = { confirmedSeq: 0 };
  const team: Partial<TeamStore> = {
    unplacedActions: async () => actions,
    unconfirmed: async () => ({
      events: Array.from({ length: scene.tail ?? 0 }, (_, index) => ({
        seq: scene.confirmedSeq + 1 + index,
        event: EVENT,
      })),
      offers: [],
      sessions: [],
      cursor: '',
    }),
    lateEvents: async () =>
      Array.from({ length: scene.late ?? 0 }, (_, index) => ({ number: index + 1, event: EVENT })),
    lateSessions: async () => [],
    applyLog: async () => ({ extent: null as never, domain: null, stored: 0, withdrawn: 0 }),
  };
  const store = new TeamMemberStore({
    team: team as TeamStore,
    member: 'anna',
    newId: () => 'an-offer',
    state: EMPTY_TEAM_STATE,
    committed: new ChangeSignal(),
    onApplied: () => undefined,
    onTooLarge: () => undefined,
    untilStored: (write) => write(),
  });
  /** Returns the actions that are sent in a scene, with what their authors had seen. */
  async function sent(next: Scene) {
    scene = next;
    const state = { ...EMPTY_TEAM_STATE, nextSeq: next.confirmedSeq + 1, offers: next.offers ?? [] };
    await store.commit(state, [], { member: 'anna', run: 'a-run' });
    return (await store.outbox())
      .filter(({ lane }) => lane === 'actions')
      .map(({ id, text }) => [id, (JSON.parse(text) as { action: ActionEntry }).action.seenSeq]);
  }
  return { store, sent };
}

test('[TEAM-16] an action is sent after the events of its own desk that its author saw', async () => {
  const { sent } = member(note('before', 5), note('after', 7), note('any'));
  expect(await sent({ confirmedSeq: 5, tail: 3 })).toEqual([
    ['before', 5],
    ['any', undefined],
  ]);
  expect(await sent({ confirmedSeq: 6, tail: 2 })).toEqual([
    ['before', 5],
    ['any', undefined],
  ]);
  expect(await sent({ confirmedSeq: 7, tail: 1 })).toEqual([
    ['before', 5],
    ['after', 7],
    ['any', undefined],
  ]);
});

test('[TEAM-16] if another desk took the seat, an action waits until the log has the events of its own desk, under whatever seqs', async () => {
  const { sent, store } = member(note('early', 5), note('late', 7));
  expect(await sent({ confirmedSeq: 5, tail: 2 })).toEqual([['early', 5]]);
  expect(await sent({ confirmedSeq: 6, late: 2 })).toEqual([]);
  expect((await store.outbox()).map(({ lane }) => lane)).toEqual(['offers']);
  // The offer is in the log, and the holder has not given its events their seqs.
  store.refuse({ lane: 'offers', id: 'an-offer', text: '', after: null });
  expect(await sent({ confirmedSeq: 9, offers: [{ position: 20, by: 'anna' }] })).toEqual([]);
  expect(await sent({ confirmedSeq: 11 })).toEqual([
    ['early', 5],
    ['late', undefined],
  ]);
});

test('[TEAM-16] an action does not wait for offers of others, nor for a seq that this store does not have', async () => {
  const { sent } = member(note('one', 5), note('other', 50));
  expect(await sent({ confirmedSeq: 9, offers: [{ position: 20, by: 'ben' }] })).toEqual([
    ['one', 5],
    ['other', 50],
  ]);
});
