/** Tests members whose clocks differ from each other (TEAM-310). */
import { expect, test } from 'vitest';
import { EVERYTHING } from '../../../src-shared/domain/filter/filter.ts';
import { MINUTE, SECOND } from '../../doubles/simulated-night.ts';
import { shownSeat, SimulatedTeam, teamOf, type TeamDesk } from '../../doubles/simulated-team.ts';
import { rounds } from '../../support/breadth.ts';

const setClock = ({ instance: { clock } }: TeamDesk, aheadMs: number) => clock.setWallClock(clock.now() + aheadMs);

async function gapsOf({ instance: { watch } }: TeamDesk, to: number): Promise<readonly number[]> {
  const { gaps } = await watch.reader().coverage({ from: 0, to });
  return gaps.map((gap) => (gap.to ?? to) - gap.from);
}

const CLOCKS = [
  ['the holder is 20 minutes behind and the other desk an hour ahead', -20 * MINUTE, 60 * MINUTE],
  ['the holder is 10 minutes ahead', 10 * MINUTE, 0],
  ['the other desk is 100 s behind', 0, -100 * SECOND],
] as const;

test.each(CLOCKS.slice(0, rounds({ usual: 1, thorough: CLOCKS.length })))(
  '[TEAM-310] if %s, both watch, and the hand-over leaves a gap as long as it was',
  async (_, annas, bens) => {
    const team = await SimulatedTeam.start();
    const anna = await team.join('anna');
    setClock(anna, annas);
    await team.pass(10);
    const ben = await team.join('ben');
    setClock(ben, bens);
    const seats = new Set<string>();
    for (let looks = 0; looks < 5; looks += 1) {
      await team.pass(8);
      seats.add(`${shownSeat(anna)}, ${shownSeat(ben)}`);
    }
    expect([...seats]).toEqual(["holding, following anna's desk"]);
    const status = await teamOf(ben).control.status();
    const differences = status?.members.map(({ member, clockDifferenceMs }) => [member, clockDifferenceMs]);
    const around = (ms: number) => expect.closeTo(ms, -3) as number;
    expect(differences).toEqual([
      ['ben', around(bens)],
      ['anna', around(annas)],
    ]);

    await team.kill(anna);
    await team.passUntil(() => shownSeat(ben) === 'holding', 30);
    await team.pass(5);
    const now = team.night.clock.now();
    const query = { filter: EVERYTHING, direction: 'newer', from: 0, limit: 500 } as const;
    const { events } = await ben.instance.watch.reader().events(query);
    for (const { receivedAt } of events) expect(now - receivedAt).toBeGreaterThanOrEqual(0);
    for (const { receivedAt } of events) expect(now - receivedAt).toBeLessThan(2 * MINUTE);
    const [gap = 0, ...others] = await gapsOf(ben, now);
    expect(others).toEqual([]);
    // Anna was killed up to a heartbeat of 30 s after the last event; Ben had the stream a lease later.
    expect(gap).toBeGreaterThan(1 * SECOND);
    expect(gap).toBeLessThan(50 * SECOND);
  },
);
