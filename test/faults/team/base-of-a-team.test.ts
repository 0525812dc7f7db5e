/** Tests members that cannot read the log from its start: their stores come from the base of the team. */
import { describe, expect, test } from 'vitest';
import { anActionEntry } from '../../doubles/action-entries.ts';
import { shownSeat, SimulatedTeam, storedRows, type TeamDesk } from '../../doubles/simulated-team.ts';

const NOTE = 'we are on it';
const NEVER = new AbortController().signal;
/** A holder makes the first base after 60 s. */
const FIRST_BASE_SECONDS = 65;

const bases = ({ log }: SimulatedTeam) => log.connect('observer').bases.list(NEVER);

async function lastEntry({ log }: SimulatedTeam): Promise<number> {
  const status = await log.connect('observer').status(NEVER);
  return status.kind === 'reached' ? status.last : 0;
}

async function sessionsOf({ instance: { watch, clock } }: TeamDesk): Promise<readonly string[]> {
  const { sessions } = await watch.reader().coverage({ from: 0, to: clock.now() });
  return sessions.map((session) => JSON.stringify({ ...session, id: 0 }));
}

const holeOf = async ({ instance: { watch } }: TeamDesk) => (await watch.team?.control.status())?.hole;

describe('a member that needs expired entries', () => {
  test('[TEAM-20] has the same rows as the others if it joins with an empty store', async () => {
    const team = await SimulatedTeam.start();
    const anna = await team.join('anna');
    const ben = await team.join('ben');
    await team.pass(10);
    const author = { id: 'p-ines', name: 'Ines' };
    const { subjects } = anActionEntry(1);
    await ben.instance.watch.cases.act({ author, subjects, what: { kind: 'note' }, text: NOTE });
    expect(await anna.instance.watch.team?.handOver('ben', NEVER)).toBe('done');
    await team.pass(5);
    expect(await ben.instance.watch.team?.handOver('anna', NEVER)).toBe('done');
    await team.pass(FIRST_BASE_SECONDS);
    const [base] = await bases(team);
    team.log.expire(base?.upTo ?? 0);
    await team.pass(5);
    const cleo = await team.join('cleo');
    await team.pass(5);
    expect(shownSeat(cleo)).toBe("following anna's desk");
    const rows = await storedRows(anna);
    expect(await storedRows(cleo)).toEqual(rows);
    expect(await sessionsOf(cleo)).toEqual(await sessionsOf(ben));
    expect([rows.some((row) => row.includes(NOTE)), rows.length > 20]).toEqual([true, true]);
  });

  test('[TEAM-20] shows which events are not here until the holder has made a base, and then has each of them once', async () => {
    const team = await SimulatedTeam.start();
    const anna = await team.join('anna');
    await team.pass(2);
    const ben = await team.join('ben');
    await team.pass(8);
    const { newestSeq } = ben.instance.watch.snapshot().extent;
    await team.kill(ben);
    await team.pass(20);
    const expired = await lastEntry(team);
    team.log.expire(expired);
    await team.pass(10);
    const back = await team.join('ben', {}, ben.directory);
    await team.pass(5);
    expect([await bases(team), shownSeat(back)]).toEqual([[], 'reconnecting: log-unreachable']);
    expect(back.instance.watch.snapshot().stream).toMatchObject({ cause: { code: 'LOG_HOLE' } });
    const hole = await holeOf(back);
    expect(hole).toMatchObject({ to: expired, firstSeq: newestSeq + 1 });
    expect(hole?.lastSeq).toBeGreaterThan(newestSeq);
    await team.pass(FIRST_BASE_SECONDS);
    expect([shownSeat(back), await holeOf(back)]).toEqual(["following anna's desk", null]);
    const rows = await storedRows(anna);
    expect(await storedRows(back)).toEqual(rows);
    expect(rows.filter((row) => row.startsWith(`[${hole?.lastSeq ?? 0},`))).toHaveLength(1);
    expect(await sessionsOf(back)).toEqual(await sessionsOf(anna));
  });
});
