/** Tests what the operators of a team see of each other: who is on shift, and which alarms are acknowledged. */
import { expect, test, vi } from 'vitest';
import type { LocalOutlet } from '../../../src-main/core/outlets/local/local-outlet.ts';
import type { AlarmNotification } from '../../../src-shared/api/alarms.ts';
import { DEFAULT_ALARM_SETTINGS } from '../../../src-shared/domain/cases/alarm.ts';
import { causeKey } from '../../../src-shared/domain/cases/case-keys.ts';
import { PAGE } from '../../../src-shared/domain/outlets/local-outlets.ts';
import { desksOnShift, shiftWords } from '../../../src-renderer/words/team-words.ts';
import { SimulatedTeam, type TeamDesk, teamOf } from '../../doubles/simulated-team.ts';

const { failures } = DEFAULT_ALARM_SETTINGS.standard;
const LOUD = {
  ...DEFAULT_ALARM_SETTINGS,
  standard: { ...DEFAULT_ALARM_SETTINGS.standard, failures: { ...failures, sound: true } },
};

function listeningOutlet() {
  const shown: AlarmNotification[] = [];
  const withdrawn: string[] = [];
  const outlet: LocalOutlet = {
    id: PAGE,
    refused: null,
    desk: null,
    show: (notice) => void shown.push(notice),
    reported: () => null,
    withdraw: (_watch, alarm) => void withdrawn.push(alarm),
  };
  return { shown, withdrawn, outlet };
}

async function joined(team: SimulatedTeam, name: string, role: 'desk' | 'wall' = 'desk') {
  const { outlet, ...heard } = listeningOutlet();
  const desk = await team.join(name, { role }, undefined, undefined, undefined, outlet);
  await desk.instance.watch.alarms.putSettings(LOUD);
  return { ...desk, ...heard };
}

type Joined = Awaited<ReturnType<typeof joined>>;

async function aTeamOf(...names: readonly string[]) {
  const team = await SimulatedTeam.start({ scenario: 'none' });
  const desks: Joined[] = [];
  for (const name of names) {
    desks.push(await joined(team, name));
    await team.pass(5);
  }
  return { team, desks };
}

function at(desks: readonly Joined[], index: number): Joined {
  const desk = desks[index];
  if (desk === undefined) throw new Error(`There is no desk ${index}.`);
  return desk;
}

async function shifts(desk: TeamDesk) {
  const status = await teamOf(desk).control.status();
  if (status === null) throw new Error('The watch has not started.');
  return desksOnShift(status)
    .map(({ member, shift }) => `${member} ${shiftWords[shift]}`)
    .toSorted();
}

/** Returns how many alarms are not acknowledged on each desk. */
const unseen = (desks: readonly Joined[]) => desks.map(({ instance }) => instance.watch.alarms.unacknowledgedCount());

const withdrawn = (desks: readonly Joined[]) => desks.map((desk) => desk.withdrawn.length);
const sounds = (desks: readonly Joined[]) => desks.map(({ shown }) => shown.filter(({ sound }) => sound).length);

const ALLOCATION = causeKey({ kind: 'localization', operation: 'ALLOCATED', type: null, code: null });
const FAILED = { operation: 'ALLOCATED', state: 'FAILED' };

/** A failure of the same group as before, on another eUICC. */
function failOnce(team: SimulatedTeam, number = 1): void {
  const eid = `8904${String(number).padStart(28, '0')}`;
  const data = JSON.stringify({ eid, ...FAILED });
  team.night.simulator.control.emit({ event: 'LOCALIZATION', id: `failure-${number}`, data });
}

/** Lets time pass until it holds: the case projections run in threads of their own, in real time. */
function eventually(team: SimulatedTeam, check: () => void): Promise<void> {
  return vi.waitFor(async () => {
    await team.pass(1 / 4);
    check();
  }, 30_000);
}

test('[TEAM-230] a desk is on shift for ten minutes after its operator used the page, and gone 45 s after it ended', async () => {
  const { team, desks } = await aTeamOf('anna', 'ben');
  const [anna, ben] = [at(desks, 0), at(desks, 1)];
  expect(await shifts(anna)).toEqual(['anna away', 'ben away']);
  teamOf(ben).activity.recordInput();
  await team.pass(1);
  expect(await shifts(anna)).toEqual(['anna away', 'ben on shift']);
  await team.passQuietly(9 * 60);
  expect(await shifts(anna)).toEqual(['anna away', 'ben on shift']);
  await team.passQuietly(80);
  expect(await shifts(anna)).toEqual(['anna away', 'ben away']);
  teamOf(ben).activity.recordInput();
  await team.pass(1);
  expect(await shifts(anna)).toEqual(['anna away', 'ben on shift']);
  await team.kill(ben);
  await team.passQuietly(44);
  expect(await shifts(anna)).toEqual(['anna away', 'ben gone']);
});

test('[TEAM-230] an alarm that is opened on one desk is acknowledged on all within a second, and its notification closes', async () => {
  const { team, desks } = await aTeamOf('anna', 'ben', 'cleo');
  const [anna, ben, cleo] = [at(desks, 0), at(desks, 1), at(desks, 2)];
  await cleo.instance.watch.alarms.putSettings({ ...LOUD, acknowledgesForTeam: false });
  failOnce(team);
  await eventually(team, () => expect(unseen(desks)).toEqual([1, 1, 1]));
  await ben.instance.watch.alarms.open(ben.shown[0]?.alarm ?? '');
  await team.pass(1);
  expect(unseen(desks)).toEqual([0, 0, 1]);
  expect(withdrawn(desks)).toEqual([1, 1, 0]);
  // A desk without the setting keeps what its operator opens to itself.
  await team.passQuietly(15 * 60);
  failOnce(team, 2);
  await eventually(team, () => expect(unseen([anna])).toEqual([1]));
  await cleo.instance.watch.alarms.open(cleo.shown.at(-1)?.alarm ?? '');
  await team.pass(20);
  expect(unseen([anna])).toEqual([1]);
});

test('[TEAM-230] an alarm that begins after the one that was opened is not acknowledged', async () => {
  const { team, desks } = await aTeamOf('anna', 'ben');
  const ben = at(desks, 1);
  failOnce(team);
  await eventually(team, () => expect(unseen(desks)).toEqual([1, 1]));
  await ben.instance.watch.alarms.open(ben.shown[0]?.alarm ?? '');
  await team.pass(1);
  expect(unseen(desks)).toEqual([0, 0]);
  // The group ends after ten minutes without a failure.
  await team.passQuietly(9 * 60 + 49);
  teamOf(ben).activity.open(ALLOCATION, ben.instance.watch.snapshot().extent.newestSeq);
  await team.pass(20);
  failOnce(team, 2);
  await eventually(team, () => expect(unseen(desks)).toEqual([1, 1]));
  await team.pass(5);
  expect(unseen(desks)).toEqual([1, 1]);
});

test('[TEAM-230] an alarm whose failure was taken on one desk is acknowledged on all within a second', async () => {
  const { team, desks } = await aTeamOf('anna', 'ben', 'cleo');
  const anna = at(desks, 0);
  failOnce(team);
  await eventually(team, () => expect(unseen(desks)).toEqual([1, 1, 1]));
  const { groups } = anna.instance.watch.cases.progress;
  await eventually(team, () => expect(groups.size).toBe(1));
  const subjects = [...groups.keys()];
  await anna.instance.watch.cases.act({
    author: { id: 'p1', name: 'Anna' },
    subjects,
    what: { kind: 'take' },
    text: '',
  });
  const seconds = await team.passUntil(() => unseen(desks).every((count) => count === 0), 20);
  expect(seconds).toBeLessThanOrEqual(1);
  expect(unseen(desks)).toEqual([0, 0, 0]);
  expect(withdrawn(desks)).toEqual([1, 1, 1]);
});

test('[TEAM-230] only desks on shift play sounds, and all of them while no desk is on shift', async () => {
  const { team, desks } = await aTeamOf('anna', 'ben');
  const wall = await joined(team, 'wall', 'wall');
  const all = [...desks, wall];
  await team.pass(5);
  failOnce(team);
  await eventually(team, () => expect(sounds(all)).toEqual([1, 1, 1]));
  teamOf(wall).activity.recordInput();
  await team.passQuietly(11 * 60 - 31);
  teamOf(at(desks, 1)).activity.recordInput();
  await team.pass(30);
  failOnce(team, 2);
  await eventually(team, () => expect(sounds(all)).toEqual([1, 2, 1]));
  await eventually(team, () =>
    expect(all.map(({ shown }) => shown.filter(({ isUpdate }) => !isUpdate).length)).toEqual([2, 2, 2]),
  );
});

test('[TEAM-202] all members know the names of the members that held the seat, also of those that are gone', async () => {
  const { team, desks } = await aTeamOf('anna', 'ben');
  const [anna, ben] = [at(desks, 0), at(desks, 1)];
  await team.kill(anna);
  await team.passQuietly(60);
  const cleo = await joined(team, 'cleo');
  await team.pass(10);
  const span = { from: ben.instance.clock.now() - 3_600_000, to: ben.instance.clock.now() };
  for (const desk of [ben, cleo]) {
    const status = await teamOf(desk).control.status();
    expect(status?.names).toMatchObject({ anna: "anna's desk", ben: "ben's desk" });
    const report = desk.instance.watch.reports.report({ ...span, zone: 'UTC', by: '' });
    await team.pass(3);
    const { holdings } = await report;
    expect(holdings.map(({ name, to }) => [name, to === null])).toEqual([
      ["anna's desk", false],
      ["ben's desk", true],
    ]);
  }
});
